import { ApiError } from '@basalt/contract/errors'
import {
  singleSignOn,
  type SsoCheck,
  type SsoState,
} from '@basalt/contract/organization/single-sign-on'
import {
  type OpenId,
  OpenIdError,
  type OutboundNetwork,
  type ProviderFacts,
} from '@basalt/identity'

import { type Context, getPrincipal } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { addRemedy } from '../../limits/private-address.ts'
import type { Vault } from '../../secrets/vault.ts'
import { recordAttempt } from '../../store/audit.ts'
import {
  countLinkedAccounts,
  deleteSsoProvider,
  domainsOfOthers,
  findSsoProvider,
  listSsoDomains,
  saveSsoProvider,
  setDomainVerified,
  ssoPlans,
  ssoSecretPurpose,
  type StoredSsoProvider,
} from '../../store/single-sign-on.ts'
import type { Store } from '../../store/store.ts'
import { domainRecord } from './domain-proof.ts'

type SsoServices = {
  store: Store
  vault: Vault
  openId: OpenId
  outside: OutboundNetwork
  publicUrl: string
}

type Settings = Parameters<typeof saveSsoProvider>[2]['settings']
type Entered = Omit<Settings, 'sealed_client_secret'> & {
  domains: string[]
  client_secret?: string | undefined
}

/** The identity provider of an organization: OpenID Connect, for addresses of proved domains. */
export function singleSignOnFeature(services: SsoServices): Endpoint[] {
  const { store } = services
  // Each of them sends a request from this server.
  const outgoing = createRateLimit({ points: 60, durationSeconds: 15 * 60 })
  return [
    serve(singleSignOn.get, (_, context) => getState(services, getOrganizationId(context))),
    serve(singleSignOn.update, async ({ body }, context) => {
      const id = getOrganizationId(context)
      await requirePlan(store, id)
      if (body.is_enabled) await outgoing.consume(String(id))
      await save(services, { ...body, domains: [...new Set(body.domains)] }, context)
      return getState(services, id)
    }),
    serve(singleSignOn.remove, async (_, context) => {
      const id = getOrganizationId(context)
      await store.transaction().execute(async (tx) => {
        const provider = await findSsoProvider(tx, id)
        if (provider === null) throw notSetUp()
        const before = await shown(tx, provider)
        await deleteSsoProvider(tx, provider)
        await context.audit(tx, { action: 'sso.removed', target: getTarget(provider), before })
      })
      return getState(services, id)
    }),
    serve(singleSignOn.test, async ({ body }, context) => {
      const id = getOrganizationId(context)
      await requirePlan(store, id)
      await outgoing.consume(String(id))
      const facts = await inspect(services, body.issuer, context)
      await store.transaction().execute((tx) =>
        context.audit(tx, {
          action: 'sso.tested',
          target: { kind: 'identity_provider', id: body.issuer },
        }),
      )
      return present(facts)
    }),
    serve(singleSignOn.verifyDomain, async ({ params }, context) => {
      const id = getOrganizationId(context)
      await requirePlan(store, id)
      await outgoing.consume(String(id))
      await verify(services, params.domain, context)
      return getState(services, id)
    }),
  ]
}

function getOrganizationId({ organization }: Context): number {
  if (organization === null) throw new ApiError('not_found', "We couldn't find that organization")
  return organization.id
}

const notSetUp = () =>
  new ApiError('not_found', 'Single sign-on is not set up for this organization')

async function requirePlan(store: Store, organizationId: number): Promise<void> {
  if (await isOffered(store, organizationId)) return
  throw new ApiError(
    'payment_required',
    'Single sign-on requires the Team plan. Upgrade the organization to use it.',
  )
}

async function isOffered(store: Store, organizationId: number): Promise<boolean> {
  const row = await store
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row !== undefined && ssoPlans.includes(row.plan)
}

async function getState(services: SsoServices, organizationId: number): Promise<SsoState> {
  const { store, vault, publicUrl } = services
  const provider = await findSsoProvider(store, organizationId)
  const state = {
    redirect_uri: `${publicUrl}/sign-in-sso/return`,
    is_offered: await isOffered(store, organizationId),
  }
  if (provider === null) return { ...state, provider: null }
  const domains = await listSsoDomains(store, organizationId)
  return {
    ...state,
    provider: {
      ...provider,
      domains: domains.map(({ domain, verified_at }) => ({
        domain,
        verified_at: verified_at?.toISOString() ?? null,
        record: domainRecord(vault, organizationId, domain),
      })),
      linked_accounts: await countLinkedAccounts(store, provider.id),
      updated_at: provider.updated_at.toISOString(),
    },
  }
}

const refusedAt = (field: string, message: string) =>
  new ApiError('invalid_request', message, { fields: { [field]: message } })

async function save(services: SsoServices, entered: Entered, context: Context): Promise<void> {
  const { store, vault } = services
  const organizationId = getOrganizationId(context)
  const { domains, client_secret: secret, ...settings } = entered
  settings.issuer = getIssuer(settings.issuer)
  if (settings.is_required && !settings.is_enabled) {
    throw refusedAt('is_required', 'Turn on single sign-on before you require it')
  }
  const current = await findSsoProvider(store, organizationId)
  if (secret === undefined && current?.issuer !== settings.issuer) {
    // A stored secret is never shown to a server that it was not entered for.
    const message =
      current === null ? 'Enter the client secret' : 'Enter the client secret of the new issuer'
    throw refusedAt('client_secret', message)
  }
  await refuseOthersDomains(store, organizationId, domains)
  if (settings.is_enabled) await inspect(services, settings.issuer, context)

  await store.transaction().execute(async (tx) => {
    const stored = await findSsoProvider(tx, organizationId)
    const before = stored === null ? {} : { before: await shown(tx, stored) }
    const sealed =
      secret === undefined
        ? stored?.sealed_client_secret
        : vault.seal(secret, ssoSecretPurpose(organizationId))
    if (sealed === undefined) throw refusedAt('client_secret', 'Enter the client secret')
    await saveSsoProvider(tx, organizationId, {
      settings: { ...settings, sealed_client_secret: sealed },
      domains,
    })
    const saved = await findSsoProvider(tx, organizationId)
    if (saved === null) throw notSetUp()
    await context.audit(tx, {
      action: 'sso.configured',
      target: getTarget(saved),
      ...before,
      after: { ...(await shown(tx, saved)), is_secret_new: secret !== undefined },
    })
  })
}

/** People copy the address of the metadata as often as that of the issuer. */
const getIssuer = (url: string) => url.replace(/\/\.well-known\/openid-configuration$/u, '')

async function refuseOthersDomains(store: Store, id: number, domains: readonly string[]) {
  const [taken] = await domainsOfOthers(store, id, domains)
  if (taken !== undefined) throw refusedAt('domains', `${taken} belongs to another organization`)
}

/** The audit log stores everything but the secret. */
async function shown(tx: Store, provider: StoredSsoProvider) {
  const domains = await listSsoDomains(tx, provider.organization_id)
  return {
    issuer: provider.issuer,
    client_id: provider.client_id,
    domains: domains.map(({ domain }) => domain),
    email_claim: provider.email_claim,
    name_claim: provider.name_claim,
    groups_claim: provider.groups_claim,
    group_roles: provider.group_roles,
    default_role: provider.default_role,
    is_enabled: provider.is_enabled,
    is_required: provider.is_required,
  }
}

const getTarget = ({ id, issuer }: StoredSsoProvider) => ({
  kind: 'identity_provider',
  id,
  name: issuer,
})

/** Reads the provider's metadata; errors are reported at the field of its address. */
async function inspect(
  { store, openId }: SsoServices,
  entered: string,
  context: Context,
): Promise<ProviderFacts> {
  const issuer = getIssuer(entered)
  try {
    return await openId.inspect(issuer)
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error
    await recordAttempt(store, context.origin, {
      action: 'sso.tested',
      outcome: 'failed',
      target: { kind: 'identity_provider', id: issuer },
      organizationId: getOrganizationId(context),
      after: { reason: error.message },
    })
    throw refusedAt('issuer', addRemedy(error.message, getPrincipal(context)))
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

function present({ metadata, signingKeys }: ProviderFacts): SsoCheck {
  const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = metadata
  const scopes = texts(metadata.scopes_supported)
  const pkce = texts(metadata.code_challenge_methods_supported)
  return {
    issuer: metadata.issuer,
    authorization_endpoint: authorize ?? '',
    token_endpoint: token ?? '',
    jwks_uri: keys ?? '',
    signing_keys: signingKeys,
    scopes,
    claims: texts(metadata.claims_supported),
    warnings: [
      ...(authorize === undefined ? ['It has no authorization endpoint.'] : []),
      ...(token === undefined ? ['It has no token endpoint.'] : []),
      ...(signingKeys === 0 ? ['It has no signing keys.'] : []),
      ...(scopes.length > 0 && !scopes.includes('email')
        ? ['It does not support the scope email, so email addresses may be missing.']
        : []),
      ...(pkce.length > 0 && !pkce.includes('S256') ? ['It does not support PKCE with S256.'] : []),
    ],
  }
}

async function verify(services: SsoServices, domain: string, context: Context): Promise<void> {
  const { store, vault, outside } = services
  const organizationId = getOrganizationId(context)
  const domains = await listSsoDomains(store, organizationId)
  if (!domains.some((one) => one.domain === domain)) {
    throw new ApiError('not_found', `${domain} is not a domain of this organization`)
  }
  const { name, value } = domainRecord(vault, organizationId, domain)
  if (!(await outside.textRecords(name)).includes(value)) {
    throw new ApiError(
      'invalid_request',
      `The TXT record ${name} was not found. A new record can take an hour to propagate.`,
    )
  }
  await refuseOthersDomains(store, organizationId, [domain])
  await store.transaction().execute(async (tx) => {
    await setDomainVerified(tx, organizationId, domain)
    await context.audit(tx, {
      action: 'sso.domain_verified',
      target: { kind: 'domain', id: domain },
    })
  })
}
