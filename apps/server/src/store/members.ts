import type { Assignment, Role } from '@basalt/access'
import type { OrganizationPlan } from '@basalt/catalog'
import type { ShownAssignment } from '@basalt/contract/organization/roles'
import { sql } from 'kysely'

import type { Store } from './store.ts'

/** The membership of a user in one organization. */
type Key = { organizationId: number; userId: string }

export type StoredMember = ShownAssignment & {
  userId: string
  email: string
  name: string | null
  lastSeenAt: Date | null
  joinedAt: Date
}

/** The members of an organization with their roles, sorted by address. */
export async function listMembers(store: Store, organizationId: number): Promise<StoredMember[]> {
  const [rows, projectRoles] = await Promise.all([
    memberRows(store, organizationId).orderBy('users.email').execute(),
    projectRoleRows(store, organizationId).execute(),
  ])
  return rows.map((row) => present(row, projectRoles))
}

export async function findMember(store: Store, key: Key): Promise<StoredMember | null> {
  const row = await memberRows(store, key.organizationId)
    .where('members.user_id', '=', key.userId)
    .executeTakeFirst()
  if (row === undefined) return null
  const projectRoles = await projectRoleRows(store, key.organizationId)
    .where('member_project_roles.user_id', '=', key.userId)
    .execute()
  return present(row, projectRoles)
}

/** The members among these addresses. */
export async function memberAddresses(
  store: Store,
  organizationId: number,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const rows = await memberRows(store, organizationId).where('email', 'in', emails).execute()
  return new Set(rows.map(({ email }) => email))
}

/**
 * Adds the user as a member, or changes the member's roles. Projects are named by their id; roles
 * in other projects end.
 */
export async function saveMember(
  tx: Store,
  { organizationId, userId }: Key,
  assignment: Assignment,
): Promise<void> {
  const member = { organization_id: organizationId, user_id: userId }
  await tx
    .insertInto('members')
    .values({ ...member, role: assignment.role })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role: assignment.role }),
    )
    .execute()
  await tx
    .deleteFrom('member_project_roles')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
  if (assignment.project_roles.length === 0) return
  const refs = assignment.project_roles.map((one) => one.project_ref)
  const projects = await tx
    .selectFrom('projects')
    .select(['id', 'ref'])
    .where('organization_id', '=', organizationId)
    .where('ref', 'in', refs)
    .execute()
  const idByRef = new Map(projects.map(({ id, ref }) => [ref, id]))
  const values = assignment.project_roles.flatMap(({ project_ref, role, custom_role_id }) => {
    const projectId = idByRef.get(project_ref)
    return projectId === undefined
      ? []
      : [{ ...member, project_id: projectId, role, custom_role_id }]
  })
  await tx.insertInto('member_project_roles').values(values).execute()
}

/** With it go the member's roles in projects. */
export async function deleteMember(tx: Store, { organizationId, userId }: Key): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

export async function listOwnerAddresses(store: Store, organizationId: number): Promise<string[]> {
  const rows = await store
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'Owner')
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

/** Whether the organization has another owner. */
export async function hasOtherOwner(
  store: Store,
  { organizationId, userId }: Key,
): Promise<boolean> {
  const row = await store
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'Owner')
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks an organization: changes of its members wait until the transaction ends, so data read
 * afterwards stays valid until then.
 */
export async function lockOrganization(
  tx: Store,
  id: number,
): Promise<{ name: string; slug: string; plan: OrganizationPlan } | null> {
  const row = await tx
    .selectFrom('organizations')
    .select(['name', 'slug', 'plan'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The user's roles in single projects, in every organization where there are no others. */
export async function listProjectGrants(
  store: Store,
  userId: string,
): Promise<{ slug: string; ref: string; role: Role | null; rights: string[] | null }[]> {
  return store
    .selectFrom('member_project_roles as granted')
    .innerJoin('organizations', 'organizations.id', 'granted.organization_id')
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.id', '=', 'granted.project_id')
        .onRef('projects.organization_id', '=', 'granted.organization_id'),
    )
    .leftJoin('custom_roles', 'custom_roles.id', 'granted.custom_role_id')
    .select(['organizations.slug', 'projects.ref', 'granted.role', 'custom_roles.rights'])
    .where('granted.user_id', '=', userId)
    .execute()
}

const memberRows = (store: Store, organizationId: number) =>
  store
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'email', 'users.name', 'role', 'last_seen_at', 'members.created_at'])
    .where('members.organization_id', '=', organizationId)

const projectRoleRows = (store: Store, organizationId: number) =>
  store
    .selectFrom('member_project_roles')
    .innerJoin('projects', 'projects.id', 'member_project_roles.project_id')
    .leftJoin('custom_roles', 'custom_roles.id', 'member_project_roles.custom_role_id')
    .select([
      'member_project_roles.user_id',
      'member_project_roles.role',
      'custom_role_id',
      'projects.ref as project_ref',
      'projects.name as project_name',
      'custom_roles.name as custom_role_name',
    ])
    .where('member_project_roles.organization_id', '=', organizationId)
    .where('projects.status', '<>', 'REMOVED')
    .orderBy(sql`lower(projects.name)`)

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number]
type ProjectRoleRow = Awaited<ReturnType<ReturnType<typeof projectRoleRows>['execute']>>[number]

const present = (row: MemberRow, projectRoles: readonly ProjectRoleRow[]): StoredMember => ({
  userId: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  project_roles: projectRoles
    .filter((one) => one.user_id === row.id)
    .map(({ user_id: _userId, ...one }) => one),
  lastSeenAt: row.last_seen_at,
  joinedAt: row.created_at,
})
