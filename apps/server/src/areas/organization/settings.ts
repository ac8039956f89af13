import { ApiError } from '@basalt/contract/errors'
import {
  aiOptInFeatures,
  type AiOptInKey,
  organizationSettings,
} from '@basalt/contract/organization/settings'

import { type Context, hasMfa, getPrincipal } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import {
  closeOrganization,
  isSlugTaken,
  readSecurity,
  readSettings,
  updateSettings,
} from '../../store/organization-settings.ts'
import { guestName } from '../../store/organizations.ts'
import type { Store } from '../../store/store.ts'

type SettingsServices = {
  store: Store
  disabledFeatures: readonly string[]
  /** Destroys the database of a project that is going down. */
  removeProject: (ref: string) => void
}

/** Reserved, because they would look like addresses of the platform itself. */
const reservedSlugs = new Set(['default', 'new', 'basalt', 'admin', 'platform'])

export function organizationSettingsFeature(services: SettingsServices): Endpoint[] {
  const { store } = services
  return [
    serve(organizationSettings.get, async (_, context) =>
      readSettings(store, getOrganization(context).id),
    ),
    serve(organizationSettings.update, async ({ body }, context) =>
      changeSettings(store, context, body),
    ),
    serve(organizationSettings.updateAiOptIn, async ({ body }, context) =>
      changeOptIn(store, context, offered(body.keys, services.disabledFeatures)),
    ),
    serve(organizationSettings.updateSqlAudit, async ({ body }, context) =>
      changeSqlAudit(store, context, body.audits_sql_text),
    ),
    serve(organizationSettings.remove, async ({ body }, context) => {
      await requireName(store, context, body.name)
      for (const ref of await remove(store, context)) services.removeProject(ref)
      return { ok: true as const }
    }),
    serve(organizationSettings.security, async (_, context) => getSecurity(store, context)),
    serve(organizationSettings.updateSecurity, async ({ body }, context) =>
      changeSecurity(store, context, body.organization_requires_mfa),
    ),
  ]
}

/** Only keys that the operator has not switched off can be chosen. */
function offered(keys: readonly AiOptInKey[], disabled: readonly string[]): AiOptInKey[] {
  const off = keys.find((key) => disabled.includes(aiOptInFeatures[key]))
  if (off === undefined) return [...keys]
  throw new ApiError(
    'forbidden',
    `${off} is switched off by your administrator (BASALT_DISABLED_FEATURES: ${aiOptInFeatures[off]})`,
  )
}

async function requireName(store: Store, context: Context, typed: string): Promise<void> {
  const { name } = await readSettings(store, getOrganization(context).id)
  if (typed === name) return
  const message = 'Type the exact name of the organization'
  throw new ApiError('invalid_request', message, { fields: { name: message } })
}

async function changeSettings(
  store: Store,
  context: Context,
  body: { name?: string | undefined; slug?: string | undefined },
) {
  const { id } = getOrganization(context)
  return store.transaction().execute(async (tx) => {
    const { name, slug } = await readSettings(tx, id)
    const change = {
      ...(body.name !== undefined && body.name !== name && { name: body.name }),
      ...(body.slug !== undefined && body.slug !== slug && { slug: body.slug }),
    }
    if (change.slug !== undefined) await requireFreeSlug(tx, change.slug, id)
    await updateSettings(tx, id, change)
    const after = await readSettings(tx, id)
    await context.audit(tx, {
      action: 'organization.updated',
      target: getTarget(context, after.name),
      before: { name, slug },
      after: { name: after.name, slug: after.slug },
    })
    return after
  })
}

const changeOptIn = (store: Store, context: Context, keys: AiOptInKey[]) =>
  store.transaction().execute(async (tx) => {
    const { id } = getOrganization(context)
    const before = await readSettings(tx, id)
    await updateSettings(tx, id, { ai_opt_in: keys })
    const after = await readSettings(tx, id)
    await context.audit(tx, {
      action: 'organization.ai_opt_in_changed',
      target: getTarget(context, after.name),
      before: { ai_opt_in: before.ai_opt_in },
      after: { ai_opt_in: after.ai_opt_in },
    })
    return after
  })

const changeSqlAudit = (store: Store, context: Context, isKept: boolean) =>
  store.transaction().execute(async (tx) => {
    const { id } = getOrganization(context)
    const before = await readSettings(tx, id)
    await updateSettings(tx, id, { audits_sql_text: isKept })
    await context.audit(tx, {
      action: 'organization.sql_audit_changed',
      target: getTarget(context, before.name),
      before: { audits_sql_text: before.audits_sql_text },
      after: { audits_sql_text: isKept },
    })
    return { ...before, audits_sql_text: isKept }
  })

/** Answers the projects whose databases are to be destroyed now. */
const remove = (store: Store, context: Context) =>
  store.transaction().execute(async (tx) => {
    const { id } = getOrganization(context)
    const { name, slug } = await readSettings(tx, id)
    const projects = await closeOrganization(tx, id)
    await context.audit(tx, {
      action: 'organization.deleted',
      target: getTarget(context, name),
      before: { name, slug, projects },
    })
    return projects
  })

async function changeSecurity(store: Store, context: Context, isRequired: boolean) {
  if (isRequired && !hasMfa(context)) {
    throw new ApiError(
      'conflict',
      'Turn on multi-factor authentication for your own account first. Otherwise you would lock yourself out.',
    )
  }
  return store.transaction().execute(async (tx) => {
    const { id } = getOrganization(context)
    const before = await readSecurity(tx, id)
    const { name } = await readSettings(tx, id)
    await updateSettings(tx, id, { organization_requires_mfa: isRequired })
    await context.audit(tx, {
      action: 'organization.mfa_requirement_changed',
      target: getTarget(context, name),
      before: { organization_requires_mfa: before.requiresMfa },
      after: { organization_requires_mfa: isRequired },
    })
    return getSecurity(tx, context)
  })
}

async function requireFreeSlug(tx: Store, slug: string, id: number) {
  const isFree = !reservedSlugs.has(slug) && !(await isSlugTaken(tx, slug, id))
  if (isFree) return
  const message = 'This slug is taken'
  throw new ApiError('conflict', message, { fields: { slug: message } })
}

async function getSecurity(store: Store, context: Context) {
  const { requiresMfa, members, withoutMfa } = await readSecurity(
    store,
    getOrganization(context).id,
  )
  const { userId } = getPrincipal(context)
  return {
    organization_requires_mfa: requiresMfa,
    caller_has_mfa: hasMfa(context),
    member_count: members,
    members_without_mfa: withoutMfa.map((member) => ({
      ...member,
      role: member.role ?? guestName,
      is_caller: member.user_id === userId,
    })),
  }
}

function getOrganization({ organization }: Context): { id: number; slug: string } {
  if (organization === null) throw new Error('The route names no organization')
  return organization
}

const getTarget = (context: Context, name: string) => ({
  kind: 'organization',
  id: String(getOrganization(context).id),
  name,
})
