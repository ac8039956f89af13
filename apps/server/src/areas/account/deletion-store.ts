import type { DeletionPlan } from '@basalt/contract/account/account'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

type Membership = {
  id: number
  slug: string
  name: string
  role: string | null
  members: number
  projects: number
  otherOwners: number
}

/** The effects of deleting an account, with the ids of its organizations. */
export type PlannedDeletion = {
  plan: DeletionPlan
  removed: readonly Membership[]
  left: readonly Membership[]
}

/** An organization must keep an owner, unless it has no other members and no projects. */
export async function planDeletion(
  store: Store,
  user: { id: string; email: string },
): Promise<PlannedDeletion> {
  const memberships = await listMemberships(store, user.id)
  const isLastOwner = ({ role, otherOwners }: Membership) => role === 'Owner' && otherOwners === 0
  const isEmpty = ({ members, projects }: Membership) => members === 1 && projects === 0
  const removed = memberships.filter((one) => isLastOwner(one) && isEmpty(one))
  const blocking = memberships.filter((one) => isLastOwner(one) && !isEmpty(one))
  const left = memberships.filter((one) => !isLastOwner(one))
  const count = async (table: 'access_tokens' | 'snippets') => {
    const row = await store
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_id', '=', user.id)
      .$if(table === 'snippets', (query) => query.where(sql.ref('deleted_at'), 'is', null))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  const plan = {
    email: user.email,
    removed,
    left,
    blocking: blocking.map((one) => ({ ...one, members: one.members - 1 })),
    access_tokens: await count('access_tokens'),
    snippets: await count('snippets'),
  }
  return { plan, removed, left }
}

/** Locks the organizations: no one joins, leaves or changes a role until the transaction ends. */
export async function lockOrganizations(tx: Store, userId: string): Promise<void> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where(
      'id',
      'in',
      tx.selectFrom('members').select('organization_id').where('user_id', '=', userId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function listMemberships(store: Store, userId: string): Promise<Membership[]> {
  const rows = await store
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'organizations.id',
      'slug',
      'organizations.name',
      'role',
      sql<string>`(select count(*) from members o where o.organization_id = organizations.id)`.as(
        'members',
      ),
      sql<string>`(
        select count(*) from projects p
        where p.organization_id = organizations.id and p.status <> 'REMOVED'
      )`.as('projects'),
      sql<string>`(
        select count(*) from members o
        where o.organization_id = organizations.id and o.role = 'Owner' and o.user_id <> members.user_id
      )`.as('other_owners'),
    ])
    .where('members.user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('organizations.name')
    .execute()
  return rows.map(({ other_owners, ...row }) => ({
    ...row,
    members: Number(row.members),
    projects: Number(row.projects),
    otherOwners: Number(other_owners),
  }))
}
