import type { Role } from '@basalt/access'
import { type OrganizationPlan, plans } from '@basalt/catalog'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { sql } from 'kysely'

import { spendCapState } from '../billing/spend-state.ts'
import { inTransaction, type Store } from './store.ts'
import { insertSubscription } from './subscriptions.ts'

type Row = {
  id: number
  slug: string
  name: string
  plan: OrganizationPlan
  billing_email: string | null
  billing_partner: 'vercel_marketplace' | 'aws' | null
  restriction_status: 'grace_period' | 'grace_period_over' | 'restricted' | null
  grace_period_end: Date | null
  spend_step: number | null
  organization_requires_mfa: boolean
  role: Role | null
  project_count: string
}

/** The role name of a member with roles in single projects. */
export const guestName = 'Project member'

const managedBy = { vercel_marketplace: 'vercel-marketplace', aws: 'aws-marketplace' } as const

const present = (row: Row): Organization => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  plan: { id: row.plan, name: plans.find((plan) => plan.id === row.plan)?.name ?? row.plan },
  billing_email: row.billing_email,
  billing_partner: row.billing_partner,
  managed_by: row.billing_partner === null ? 'basalt' : managedBy[row.billing_partner],
  partner_id: row.slug.startsWith('vercel_') ? row.slug.slice('vercel_'.length) : null,
  restriction_status: row.restriction_status,
  restriction_data:
    row.grace_period_end === null ? null : { grace_period_end: row.grace_period_end.toISOString() },
  spend_cap_state: spendCapState(row.spend_step),
  organization_requires_mfa: row.organization_requires_mfa,
  role: row.role ?? guestName,
  project_count: Number(row.project_count),
})

const memberships = (store: Store, userId: string) =>
  store
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .leftJoin('subscriptions', 'subscriptions.organization_id', 'organizations.id')
    .select([
      'organizations.id',
      'slug',
      'name',
      'plan',
      'billing_email',
      'billing_partner',
      'restriction_status',
      'grace_period_end',
      'spend_step',
      'organization_requires_mfa',
      'role',
      // The projects of a member with roles in single projects, with their preview branches.
      sql<string>`(
        select count(*) from projects
        where projects.organization_id = organizations.id and projects.status <> 'REMOVED'
        and (members.role is not null or coalesce(projects.parent_project_ref, projects.ref) in (
          select p.ref from member_project_roles g join projects p on p.id = g.project_id
          where g.organization_id = members.organization_id and g.user_id = members.user_id
        ))
      )`.as('project_count'),
    ])
    .where('members.user_id', '=', userId)
    .where('organizations.deleted_at', 'is', null)

/** The user's organizations, sorted by name. */
export async function listOrganizations(store: Store, userId: string): Promise<Organization[]> {
  const rows = await memberships(store, userId)
    .orderBy(sql`lower(name)`)
    .orderBy('slug')
    .execute()
  return rows.map(present)
}

export async function findOrganization(
  store: Store,
  userId: string,
  slug: string,
): Promise<Organization | null> {
  const row = await memberships(store, userId).where('slug', '=', slug).executeTakeFirst()
  return row === undefined ? null : present(row)
}

/**
 * Whether the account owns fewer organizations than this. Needs a transaction: concurrent calls for
 * the same account wait until it ends.
 */
export async function ownsFewerThan(tx: Store, userId: string, limit: number): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const row = await tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('role', '=', 'Owner')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count) < limit
}

/** Creates the organization with its creator as Owner; null when the slug is taken. */
export async function insertOrganization(
  store: Store,
  organization: {
    slug: string
    name: string
    kind: string
    /** Of a company; not stored for others. */
    size?: string | undefined
    plan: OrganizationPlan
    /** Whether a plan with a default spend cap starts with it. */
    spend_cap: boolean
    owner: { userId: string; email: string }
    at: Date
  },
): Promise<number | null> {
  return inTransaction(store, async (tx) => {
    const row = await tx
      .insertInto('organizations')
      .values({
        slug: organization.slug,
        name: organization.name,
        kind: organization.kind,
        size: organization.kind === 'Company' ? (organization.size ?? null) : null,
        plan: organization.plan,
        billing_email: organization.owner.email,
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return null
    await insertSubscription(tx, {
      organizationId: row.id,
      plan: organization.plan,
      hasSpendCap: organization.spend_cap,
      at: organization.at,
    })
    await insertMember(tx, {
      organizationId: row.id,
      userId: organization.owner.userId,
      role: 'Owner',
    })
    return row.id
  })
}

export async function insertMember(
  store: Store,
  member: { organizationId: number; userId: string; role: Role },
): Promise<void> {
  await store
    .insertInto('members')
    .values({ organization_id: member.organizationId, user_id: member.userId, role: member.role })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role: member.role }),
    )
    .execute()
}

export type Membership = {
  id: number
  slug: string
  /** Null for roles in single projects. */
  role: Role | null
  requiresMfa: boolean
  isRestricted: boolean
  spendStep: number
}

/** Every organization of the user with the role there, and its restrictions of access. */
export async function listMemberships(store: Store, userId: string): Promise<Membership[]> {
  const rows = await membershipsIn(store).where('members.user_id', '=', userId).execute()
  return rows.map(presentMembership)
}

/** Memberships as they are read, also as a part of another statement. */
export const membershipsIn = (store: Store) =>
  store
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .leftJoin('subscriptions', 'subscriptions.organization_id', 'organizations.id')
    .select([
      'organizations.id',
      'slug',
      'role',
      'organization_requires_mfa as requiresMfa',
      'restriction_status',
      'spend_step',
    ])

type MembershipRow = Omit<Membership, 'isRestricted' | 'spendStep'> & {
  restriction_status: string | null
  spend_step: number | null
}

export const presentMembership = ({
  restriction_status: status,
  spend_step: step,
  ...row
}: MembershipRow): Membership => ({
  ...row,
  isRestricted: status === 'restricted',
  spendStep: step ?? 0,
})

export async function findOrganizationId(store: Store, slug: string): Promise<number | null> {
  const row = await store
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.id ?? null
}
