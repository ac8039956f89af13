import { missingNeeds, scopeIds } from '@basalt/access'
import { accessTokens, maxTokenDays } from '@basalt/contract/account/access-tokens'
import { ApiError } from '@basalt/contract/errors'
import { projects as projectRoutes } from '@basalt/contract/project/projects'
import type { InputOf } from '@basalt/contract/route'
import { hashToken, newToken } from '@basalt/identity'

import { type Context, getUserId } from '../../http/context.ts'
import type { OpenCalls } from '../../http/open-calls.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import {
  deleteAccessToken,
  findProjectIds,
  insertAccessToken,
  listAccessTokens,
} from './access-token-store.ts'
import { requireConfirmation } from './proofs.ts'
import { accessTokenPrefix } from './sessions.ts'

const ok = { ok: true } as const
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const maxTokens = 200

type NewToken = InputOf<typeof accessTokens.create>['body']

/** The tokens that act as the caller. */
export function accessFeature({
  store,
  openCalls,
}: {
  store: Store
  openCalls: OpenCalls
}): Endpoint[] {
  return [
    serve(accessTokens.list, async (_, context) => listAccessTokens(store, getUserId(context))),
    serve(accessTokens.create, async ({ body }, context) => {
      const userId = getUserId(context)
      await requireConfirmation(store, context)
      const limits = await listLimits(store, body, context)
      const expiresAt = getExpiry(body)
      if ((await listAccessTokens(store, userId)).length >= maxTokens) {
        throw new ApiError('conflict', `Revoke a token first: an account has at most ${maxTokens}`)
      }
      return createToken(
        store,
        { userId, name: body.name, kind: body.kind, ...limits, expiresAt },
        context,
      )
    }),
    serve(accessTokens.revoke, async ({ params: { id } }, context) => {
      const userId = getUserId(context)
      await store.transaction().execute(async (tx) => {
        const token = uuid.test(id) ? await deleteAccessToken(tx, userId, id) : null
        if (token === null) throw new ApiError('not_found', 'This token was already revoked')
        await context.audit(tx, {
          action: 'access_token.revoked',
          target: { kind: 'access_token', id, name: token.name },
          accountId: userId,
          before: { prefix: token.prefix },
        })
      })
      openCalls.endToken(id)
      return ok
    }),
  ]
}

type Target = Omit<Parameters<typeof insertAccessToken>[1], 'prefix' | 'tokenHash'>

async function createToken(store: Store, target: Target, context: Context) {
  const secret = accessTokenPrefix + newToken()
  return store.transaction().execute(async (tx) => {
    const stored = await insertAccessToken(tx, {
      ...target,
      prefix: secret.slice(0, 12),
      tokenHash: hashToken(secret),
    })
    await context.audit(tx, {
      action: 'access_token.created',
      target: { kind: 'access_token', id: stored.id, name: stored.name },
      accountId: target.userId,
      after: {
        kind: stored.kind,
        scopes: stored.scopes,
        reach: stored.reach,
        organizations: stored.organizations.map(({ slug }) => slug),
        projects: stored.projects.map(({ ref }) => ref),
        expires_at: stored.expires_at,
      },
    })
    return { ...stored, token: secret }
  })
}

const dayMs = 24 * 60 * 60 * 1000
const lifetimesMs = {
  '1-hour': dayMs / 24,
  '1-day': dayMs,
  '7-days': 7 * dayMs,
  '30-days': 30 * dayMs,
}

function getExpiry({ expires, expires_at }: NewToken): Date | null {
  if (expires === 'never') return null
  if (expires !== 'custom') return new Date(Date.now() + lifetimesMs[expires])
  if (expires_at === undefined) throw atField('expires_at', 'Choose a date')
  const chosen = new Date(expires_at)
  if (chosen.getTime() <= Date.now()) throw atField('expires_at', 'Choose a date in the future')
  if (chosen.getTime() > Date.now() + maxTokenDays * dayMs) {
    throw atField('expires_at', 'Choose a date within a year, or Never')
  }
  return chosen
}

/** Limits that the caller can see: a refusal must not reveal what exists elsewhere. */
async function listLimits(store: Store, body: NewToken, context: Context) {
  const none = { scopes: [], reach: 'all' as const, organizationIds: [], projectIds: [] }
  if (body.kind === 'classic') return none
  const scopes = listScopes(body.scopes)
  if (body.reach === 'organizations') {
    return {
      ...none,
      scopes,
      reach: body.reach,
      organizationIds: listOrganizationIds(body, context),
    }
  }
  if (body.reach === 'projects') {
    const projectIds = await listProjectIds(store, body, context)
    return { ...none, scopes, reach: body.reach, projectIds }
  }
  return { ...none, scopes }
}

function listScopes(chosen: readonly string[]): string[] {
  const scopes = [...new Set(chosen)]
  if (scopes.length === 0) throw atField('scopes', 'Choose at least one permission')
  const unknown = scopes.find((id) => !scopeIds.includes(id))
  if (unknown !== undefined) throw atField('scopes', `The scope ${unknown} does not exist`)
  const [missing] = missingNeeds(scopes)
  if (missing !== undefined) {
    throw atField('scopes', `${missing.name} also needs ${missing.needs}: choose at least Read`)
  }
  return scopes
}

function listOrganizationIds({ organization_slugs }: NewToken, { access }: Context): number[] {
  if (organization_slugs.length === 0) {
    throw atField('organization_slugs', 'Choose at least one organization')
  }
  return [...new Set(organization_slugs)].map((slug) => {
    const found = access.organizations.get(slug)
    if (found === undefined)
      throw atField('organization_slugs', `You have no access to the organization ${slug}`)
    return found.id
  })
}

async function listProjectIds(store: Store, { project_refs }: NewToken, context: Context) {
  if (project_refs.length === 0) throw atField('project_refs', 'Choose at least one project')
  const refs = [...new Set(project_refs)]
  const found = await findProjectIds(store, refs)
  const visible = found.filter(({ slug, ref, parent_project_ref }) =>
    context.may(projectRoutes.detail.permission, {
      organizationSlug: slug,
      projectRef: parent_project_ref ?? ref,
    }),
  )
  const unknown = refs.find((ref) => !visible.some((project) => project.ref === ref))
  if (unknown !== undefined)
    throw atField('project_refs', `You have no access to the project ${unknown}`)
  return visible.map(({ id }) => id)
}

const atField = (field: string, message: string) =>
  new ApiError('invalid_request', message, { fields: { [field]: message } })
