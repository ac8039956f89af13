import type { CustomRole } from '@basalt/contract/organization/roles'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

export type StoredRole = { id: string; name: string; rights: string[] }

/** The roles of an organization with whom they concern, sorted by name. */
export async function listCustomRoles(store: Store, organizationId: number): Promise<CustomRole[]> {
  const [roles, holders, invited] = await Promise.all([
    store
      .selectFrom('custom_roles')
      .select(['id', 'name', 'rights'])
      .where('organization_id', '=', organizationId)
      .orderBy(sql`lower(name)`)
      .execute(),
    listHolders(store, organizationId),
    invitedTo(store, organizationId),
  ])
  return roles.map((role) => ({
    ...role,
    members: holders
      .filter((one) => one.custom_role_id === role.id)
      .map(({ user_id, email }) => ({ user_id, email })),
    invitation_count: invited.filter((id) => id === role.id).length,
  }))
}

export async function findCustomRoles(
  store: Store,
  organizationId: number,
  ids: readonly string[],
): Promise<StoredRole[]> {
  if (ids.length === 0) return []
  return store
    .selectFrom('custom_roles')
    .select(['id', 'name', 'rights'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}

/** Null when the organization has a role with this name, ignoring case. */
export async function insertCustomRole(
  tx: Store,
  role: { organizationId: number; name: string; rights: readonly string[] },
): Promise<string | null> {
  const row = await tx
    .insertInto('custom_roles')
    .values({ organization_id: role.organizationId, name: role.name, rights: [...role.rights] })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether another role of the organization has this name, ignoring case. */
export async function isRoleNameTaken(
  store: Store,
  role: { organizationId: number; id: string; name: string },
): Promise<boolean> {
  const row = await store
    .selectFrom('custom_roles')
    .select('id')
    .where('organization_id', '=', role.organizationId)
    .where(sql`lower(name)`, '=', sql`lower(${role.name})`)
    .where('id', '<>', role.id)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateCustomRole(
  tx: Store,
  role: { id: string; name: string; rights: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('custom_roles')
    .set({ name: role.name, rights: [...role.rights] })
    .where('id', '=', role.id)
    .execute()
}

export async function deleteCustomRole(tx: Store, id: string): Promise<void> {
  await tx.deleteFrom('custom_roles').where('id', '=', id).execute()
}

const listHolders = (store: Store, organizationId: number) =>
  store
    .selectFrom('member_project_roles')
    .innerJoin('users', 'users.id', 'member_project_roles.user_id')
    .select(['custom_role_id', 'user_id', 'email'])
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('custom_role_id', 'is not', null)
    .orderBy('email')
    .execute()

/** The custom role of each invitation that can still be accepted; one entry per invitation. */
async function invitedTo(store: Store, organizationId: number): Promise<string[]> {
  const rows = await store
    .selectFrom('invitations')
    .select('project_roles')
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', new Date())
    .execute()
  return rows.flatMap(({ project_roles }) => [
    ...new Set(project_roles.flatMap(({ custom_role_id }) => custom_role_id ?? [])),
  ])
}
