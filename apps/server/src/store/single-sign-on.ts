import type { Role } from '@basalt/access'
import type { OrganizationPlan } from '@basalt/catalog'
import type { Selectable } from 'kysely'

import type { Schema } from './schema.ts'
import type { Store } from './store.ts'

export type StoredSsoProvider = Omit<
  Selectable<Schema['sso_providers']>,
  'created_at' | 'sealed_client_secret'
> & { sealed_client_secret: string }

export type StoredSsoDomain = { domain: string; verified_at: Date | null }

/** The plans that offer single sign-on; below them a provider is stored and not used. */
export const ssoPlans: readonly OrganizationPlan[] = ['team', 'enterprise']

const columns = [
  'sso_providers.organization_id',
  'sso_providers.id',
  'issuer',
  'client_id',
  'sealed_client_secret',
  'email_claim',
  'name_claim',
  'groups_claim',
  'group_roles',
  'default_role',
  'is_enabled',
  'is_required',
  'updated_at',
] as const

/** The name of a provider's accounts among all identities. */
export const ssoIdentity = (providerId: string): string => `sso:${providerId}`

export async function findSsoProvider(
  store: Store,
  organizationId: number,
): Promise<StoredSsoProvider | null> {
  const row = await store
    .selectFrom('sso_providers')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row ?? null
}

/** In alphabetical order. */
export async function listSsoDomains(
  store: Store,
  organizationId: number,
): Promise<StoredSsoDomain[]> {
  return store
    .selectFrom('sso_domains')
    .select(['domain', 'verified_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .execute()
}

export type UsableSso = {
  provider: StoredSsoProvider
  organization: { id: number; slug: string; name: string }
}

const usable = (store: Store) =>
  store
    .selectFrom('sso_providers')
    .innerJoin('organizations', 'organizations.id', 'sso_providers.organization_id')
    .select([...columns, 'organizations.slug', 'organizations.name'])
    .where('is_enabled', '=', true)
    .where('organizations.plan', 'in', ssoPlans)
    .where('organizations.deleted_at', 'is', null)

const toUsable = ({
  slug,
  name,
  ...provider
}: StoredSsoProvider & { slug: string; name: string }): UsableSso => ({
  provider,
  organization: { id: provider.organization_id, slug, name },
})

/** The provider for a domain, when its organization has verified the domain. */
export async function findSsoOfDomain(store: Store, domain: string): Promise<UsableSso | null> {
  const row = await usable(store)
    .innerJoin('sso_domains', 'sso_domains.organization_id', 'sso_providers.organization_id')
    .where('sso_domains.domain', '=', domain)
    .where('sso_domains.verified_at', 'is not', null)
    .executeTakeFirst()
  return row === undefined ? null : toUsable(row)
}

export async function findUsableSso(store: Store, providerId: string): Promise<UsableSso | null> {
  const row = await usable(store).where('sso_providers.id', '=', providerId).executeTakeFirst()
  return row === undefined ? null : toUsable(row)
}

/** The domains of the list that another organization has proved to own. */
export async function domainsOfOthers(
  store: Store,
  organizationId: number,
  domains: readonly string[],
): Promise<string[]> {
  const rows = await store
    .selectFrom('sso_domains')
    .innerJoin('organizations', 'organizations.id', 'sso_domains.organization_id')
    .select('domain')
    .where('domain', 'in', domains)
    .where('organization_id', '<>', organizationId)
    .where('organizations.deleted_at', 'is', null)
    .where('verified_at', 'is not', null)
    .execute()
  return rows.map(({ domain }) => domain)
}

type SsoSettings = Omit<StoredSsoProvider, 'organization_id' | 'id' | 'updated_at'>

/**
 * Creates or changes the provider. Remaining domains stay verified. Accounts stay linked unless the
 * issuer changes: the same subjects at another issuer are other users.
 */
export async function saveSsoProvider(
  tx: Store,
  organizationId: number,
  { settings, domains }: { settings: SsoSettings; domains: readonly string[] },
): Promise<void> {
  const before = await findSsoProvider(tx, organizationId)
  if (before !== null && before.issuer !== settings.issuer) await unlink(tx, before.id)
  const isNewIssuer = before === null || before.issuer !== settings.issuer
  const values = { ...settings, group_roles: JSON.stringify(settings.group_roles) }
  await tx
    .insertInto('sso_providers')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet((eb) => ({
        ...values,
        updated_at: new Date(),
        id: isNewIssuer ? eb.fn<string>('gen_random_uuid') : eb.ref('sso_providers.id'),
      })),
    )
    .execute()
  await tx
    .deleteFrom('sso_domains')
    .where('organization_id', '=', organizationId)
    .where('domain', 'not in', domains)
    .execute()
  await tx
    .insertInto('sso_domains')
    .values(domains.map((domain) => ({ organization_id: organizationId, domain })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
    .execute()
}

/** Accounts and memberships stay; they are no longer linked. */
export async function deleteSsoProvider(tx: Store, provider: StoredSsoProvider): Promise<void> {
  await unlink(tx, provider.id)
  await tx
    .deleteFrom('sso_providers')
    .where('organization_id', '=', provider.organization_id)
    .execute()
}

async function unlink(tx: Store, providerId: string): Promise<void> {
  await tx.deleteFrom('sso_sign_ins').where('provider_id', '=', providerId).execute()
  await tx.deleteFrom('identities').where('provider', '=', ssoIdentity(providerId)).execute()
}

/** A deleted organization has no domain any more. */
export async function setDomainVerified(
  tx: Store,
  organizationId: number,
  domain: string,
): Promise<void> {
  await tx
    .updateTable('sso_domains')
    .set({ verified_at: null })
    .where('domain', '=', domain)
    .where('organization_id', 'in', (from) =>
      from.selectFrom('organizations').select('id').where('deleted_at', 'is not', null),
    )
    .execute()
  await tx
    .updateTable('sso_domains')
    .set({ verified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .execute()
}

export async function countLinkedAccounts(store: Store, providerId: string): Promise<number> {
  const row = await store
    .selectFrom('identities')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('provider', '=', ssoIdentity(providerId))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

type SsoSignIn = Selectable<Schema['sso_sign_ins']>

/** Also deletes expired ones. */
export async function insertSsoSignIn(store: Store, signIn: SsoSignIn): Promise<void> {
  await store.deleteFrom('sso_sign_ins').where('expires_at', '<=', new Date()).execute()
  await store.insertInto('sso_sign_ins').values(signIn).execute()
}

/**
 * Uses up a sign-in. Null when it is unknown, used, expired, or was started in another browser,
 * which leaves it to the right one.
 */
export async function takeSsoSignIn(
  store: Store,
  stateHash: Buffer,
  browserHash: Buffer,
): Promise<SsoSignIn | null> {
  const row = await store
    .deleteFrom('sso_sign_ins')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', new Date())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Null for non-members; the role is null for members with roles in projects only. */
export async function findMembership(
  store: Store,
  organizationId: number,
  userId: string,
): Promise<{ role: Role | null } | null> {
  const row = await store
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** For the vault: a sealed secret opens for its organization only. */
export const ssoSecretPurpose = (organizationId: number): string =>
  `sso-client-secret:${organizationId}`
