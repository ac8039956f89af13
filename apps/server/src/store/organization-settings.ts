import type { AiOptInKey, OrganizationSettings } from '@basalt/contract/organization/settings'
import { aiOptInKeys } from '@basalt/contract/organization/settings'
import { sql } from 'kysely'

import { nextHour } from '../billing/period.ts'
import { usersWithMfa } from './second-factors.ts'
import type { Store } from './store.ts'
import { insertPlanChange } from './subscriptions.ts'

const columns = ['id', 'slug', 'name', 'ai_opt_in', 'audits_sql_text'] as const

export async function readSettings(store: Store, id: number): Promise<OrganizationSettings> {
  const row = await store
    .selectFrom('organizations')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    slug: row.slug,
    ai_opt_in: aiOptInKeys.filter((key) => row.ai_opt_in.includes(key)),
    audits_sql_text: row.audits_sql_text,
  }
}

/** Whether the slug is taken, or belonged to a deleted organization. */
export async function isSlugTaken(tx: Store, slug: string, exceptId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateSettings(
  tx: Store,
  id: number,
  change: {
    name?: string
    slug?: string
    ai_opt_in?: AiOptInKey[]
    organization_requires_mfa?: boolean
    audits_sql_text?: boolean
  },
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('organizations').set(change).where('id', '=', id).execute()
}

type MemberWithoutMfa = { user_id: string; email: string; name: string | null; role: string | null }

export async function readSecurity(
  store: Store,
  id: number,
): Promise<{ requiresMfa: boolean; members: number; withoutMfa: MemberWithoutMfa[] }> {
  const { organization_requires_mfa: requiresMfa } = await store
    .selectFrom('organizations')
    .select('organization_requires_mfa')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const members = await store
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id as user_id', 'users.email', 'users.name', 'members.role'])
    .where('organization_id', '=', id)
    .orderBy(sql`lower(users.email)`)
    .execute()
  const secured = await usersWithMfa(
    store,
    members.map(({ user_id }) => user_id),
  )
  return {
    requiresMfa,
    members: members.length,
    withoutMfa: members.filter(({ user_id }) => !secured.has(user_id)),
  }
}

/**
 * Deletes an organization: its members lose access, and its projects stop. Returns their refs,
 * whose databases are then to be destroyed. The row and its log stay.
 */
export async function closeOrganization(tx: Store, id: number): Promise<string[]> {
  // First of all, so that no project is created there in the meantime.
  await tx
    .updateTable('organizations')
    .set({ deleted_at: new Date(), ai_opt_in: [] })
    .where('id', '=', id)
    .execute()
  // Its last invoice is for the hours until now.
  await insertPlanChange(tx, {
    organizationId: id,
    plan: 'free',
    effectiveAt: nextHour(new Date()),
  })
  await tx.deleteFrom('members').where('organization_id', '=', id).execute()
  await tx.deleteFrom('invitations').where('organization_id', '=', id).execute()
  await tx.deleteFrom('custom_roles').where('organization_id', '=', id).execute()
  // Its domains are free again, and no one joins through them.
  await tx.deleteFrom('sso_providers').where('organization_id', '=', id).execute()
  const going = await tx
    .updateTable('projects')
    .set({ status: 'GOING_DOWN', status_reason: null })
    .where('organization_id', '=', id)
    .where('status', 'not in', ['REMOVED'])
    .returning('ref')
    .execute()
  return going.map(({ ref }) => ref)
}
