import type { TokenReach } from '@basalt/access'
import type { AccessToken } from '@basalt/contract/account/access-tokens'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

/** The precision of a token's time of last use. */
const usedMs = 60_000

type NewAccessToken = {
  userId: string
  name: string
  prefix: string
  tokenHash: Buffer
  kind: AccessToken['kind']
  scopes: readonly string[]
  reach: AccessToken['reach']
  organizationIds: readonly number[]
  projectIds: readonly number[]
  expiresAt: Date | null
}

type Named<K extends string> = Record<K | 'name', string>

const organizationsColumn = sql<Named<'slug'>[]>`(
  select coalesce(json_agg(json_build_object('slug', o.slug, 'name', o.name) order by o.name), '[]')
  from access_token_organizations l join organizations o on o.id = l.organization_id
  where l.token_id = access_tokens.id and o.deleted_at is null
)`
const projectsColumn = sql<Named<'ref'>[]>`(
  select coalesce(json_agg(json_build_object('ref', p.ref, 'name', p.name) order by p.name), '[]')
  from access_token_projects l join projects p on p.id = l.project_id
  where l.token_id = access_tokens.id and p.status <> 'REMOVED'
)`

const readTokens = (store: Store, userId: string) =>
  store
    .selectFrom('access_tokens')
    .select([
      'id',
      'name',
      'prefix',
      'kind',
      'scopes',
      'reach',
      'created_at',
      'expires_at',
      'last_used_at',
      organizationsColumn.as('organizations'),
      projectsColumn.as('projects'),
    ])
    .where('user_id', '=', userId)

type Row = Awaited<ReturnType<ReturnType<typeof readTokens>['executeTakeFirstOrThrow']>>

const present = (row: Row): AccessToken => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  is_expired: row.expires_at !== null && row.expires_at.getTime() <= Date.now(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/** Newest first, those that have expired among them. */
export async function listAccessTokens(store: Store, userId: string): Promise<AccessToken[]> {
  const rows = await readTokens(store, userId).orderBy('created_at', 'desc').execute()
  return rows.map(present)
}

export async function insertAccessToken(store: Store, token: NewAccessToken): Promise<AccessToken> {
  const { id } = await store
    .insertInto('access_tokens')
    .values({
      user_id: token.userId,
      name: token.name,
      prefix: token.prefix,
      token_hash: token.tokenHash,
      kind: token.kind,
      scopes: [...token.scopes],
      reach: token.reach,
      expires_at: token.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (token.organizationIds.length > 0) {
    await store
      .insertInto('access_token_organizations')
      .values(token.organizationIds.map((organization_id) => ({ token_id: id, organization_id })))
      .execute()
  }
  if (token.projectIds.length > 0) {
    await store
      .insertInto('access_token_projects')
      .values(token.projectIds.map((project_id) => ({ token_id: id, project_id })))
      .execute()
  }
  return present(
    await readTokens(store, token.userId).where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

/** The name of the deleted token; null when the user has no such token. */
export async function deleteAccessToken(
  store: Store,
  userId: string,
  id: string,
): Promise<{ name: string; prefix: string } | null> {
  const row = await store
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['name', 'prefix'])
    .executeTakeFirst()
  return row ?? null
}

/** Revokes every token of the account; answers their ids. */
export async function deleteAccessTokens(store: Store, userId: string): Promise<string[]> {
  const rows = await store
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A valid token with its owner and limits; updates its last use at intervals. */
export async function useAccessToken(store: Store, tokenHash: Buffer) {
  const row = await store
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([
      'users.id',
      'users.email',
      'access_tokens.id as tokenId',
      'access_tokens.name as tokenName',
      'kind',
      'scopes',
      'reach',
      'expires_at',
      'last_used_at',
      organizationsColumn.as('organizations'),
      projectsColumn.as('projects'),
    ])
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.last_used_at === null || row.last_used_at.getTime() < Date.now() - usedMs) {
    await store
      .updateTable('access_tokens')
      .set({ last_used_at: new Date() })
      .where('id', '=', row.tokenId)
      .execute()
  }
  const { reach } = row
  const limits: TokenReach = {
    scopes: row.scopes,
    organizationSlugs: reach === 'organizations' ? row.organizations.map(({ slug }) => slug) : null,
    projectRefs: reach === 'projects' ? row.projects.map(({ ref }) => ref) : null,
  }
  return {
    id: row.id,
    email: row.email,
    token: { id: row.tokenId, name: row.tokenName, expiresAt: row.expires_at },
    /** Null for a classic token, which has all rights of its owner. */
    limits: row.kind === 'classic' ? null : limits,
  }
}

/** The ids of the projects with these refs, with where each belongs. */
export const findProjectIds = (store: Store, refs: readonly string[]) =>
  refs.length === 0
    ? Promise.resolve([])
    : store
        .selectFrom('projects')
        .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
        .select(['projects.id', 'projects.ref', 'parent_project_ref', 'organizations.slug'])
        .where('ref', 'in', refs)
        .where('status', '<>', 'REMOVED')
        .execute()
