import type { SsoProvider, SsoState } from '@basalt/contract/organization/single-sign-on'
import type { singleSignOn } from '@basalt/contract/organization/single-sign-on'
import type { SentTo } from '@basalt/contract/route'

export type SsoRole = SsoProvider['default_role']

export type GroupRole = { id: number; group: string; role: SsoRole }

/** The values of the form: lists as typed text. */
export type SsoForm = {
  issuer: string
  client_id: string
  client_secret: string
  domains: string
  email_claim: string
  name_claim: string
  groups_claim: string
  group_roles: readonly GroupRole[]
  default_role: SsoRole
  is_enabled: boolean
  is_required: boolean
}

/** The initial values: the stored ones, or common defaults. */
export function getForm({ provider }: SsoState): SsoForm {
  return {
    issuer: provider?.issuer ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    domains: provider?.domains.map(({ domain }) => domain).join('\n') ?? '',
    email_claim: provider?.email_claim ?? 'email',
    name_claim: provider?.name_claim ?? 'name',
    groups_claim: provider?.groups_claim ?? '',
    group_roles: (provider?.group_roles ?? []).map((mapped, id) => ({ ...mapped, id })),
    default_role: provider?.default_role ?? 'Developer',
    is_enabled: provider?.is_enabled ?? false,
    is_required: provider?.is_required ?? false,
  }
}

/** The names in a text, however they are separated. */
export const domainsIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/u).flatMap((name) => name.toLowerCase().replace(/^@/u, '') || [])),
]

/** The request body; an empty secret keeps the stored one. */
export function getBody(form: SsoForm): SentTo<typeof singleSignOn.update>['body'] {
  const { client_secret: secret, ...rest } = form
  const claim = form.groups_claim.trim()
  return {
    ...rest,
    domains: domainsIn(form.domains),
    groups_claim: claim === '' ? null : claim,
    group_roles: form.group_roles.map(({ group, role }) => ({ group, role })),
    // A disabled provider cannot be required.
    is_required: form.is_enabled && form.is_required,
    ...(secret.trim() !== '' && { client_secret: secret }),
  }
}

/** Where the provider stands, in one word and a sentence. */
export function getStatus(provider: SsoProvider): {
  tone: 'good' | 'warn' | 'neutral'
  label: string
  note: string
} {
  const proved = provider.domains.filter(({ verified_at: at }) => at !== null)
  if (!provider.is_enabled) {
    return { tone: 'neutral', label: 'Off', note: 'Sign-in through it is off.' }
  }
  if (proved.length === 0) {
    return {
      tone: 'warn',
      label: 'Waiting for a domain',
      note: 'Verify at least one domain below to allow sign-in through it.',
    }
  }
  const names = proved.map(({ domain }) => domain).join(', ')
  return provider.is_required
    ? { tone: 'good', label: 'Required', note: `Addresses of ${names} must sign in through it.` }
    : { tone: 'good', label: 'On', note: `Addresses of ${names} can sign in through it.` }
}
