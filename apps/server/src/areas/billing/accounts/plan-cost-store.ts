import { type OrganizationPlan, listRoleKinds } from '@basalt/catalog'
import { sql } from 'kysely'

import { hasOverdueInvoices } from '../../../store/invoices.ts'
import { ssoPlans } from '../../../store/single-sign-on.ts'
import type { Store } from '../../../store/store.ts'

/** Usage of an organization that exceeds the limits of a smaller plan. */
export type PlanCost = {
  projects: readonly { ref: string; name: string; isActive: boolean; computeSize: string }[]
  /** Members and invitations with a role that the plan does not have, by the role's kind. */
  unsupportedRoles: readonly { what: string; count: number }[]
  hasSingleSignOn: boolean
  hasOverdueInvoices: boolean
}

const inactive = ['INACTIVE', 'INIT_FAILED', 'GOING_DOWN', 'REMOVED']

/** Usage of an organization that exceeds the limits of a plan. */
export async function readCost(
  store: Store,
  { organizationId, plan, now }: { organizationId: number; plan: OrganizationPlan; now: Date },
): Promise<PlanCost> {
  const projects = await store
    .selectFrom('projects')
    .select(['ref', 'name', 'status', 'compute_size'])
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'REMOVED')
    .orderBy('name')
    .execute()
  const provider = await store
    .selectFrom('sso_providers')
    .select('id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return {
    projects: projects.map(({ ref, name, status, compute_size }) => ({
      ref,
      name,
      isActive: !inactive.includes(status),
      computeSize: compute_size,
    })),
    unsupportedRoles: await unsupportedRoles(store, organizationId, plan),
    hasSingleSignOn: provider !== undefined && !ssoPlans.includes(plan),
    hasOverdueInvoices: await hasOverdueInvoices(store, organizationId, now),
  }
}

/** Members, and invited users, whose role needs a larger plan. */
async function unsupportedRoles(store: Store, organizationId: number, plan: OrganizationPlan) {
  const { rows } = await sql<{ readers: number; guests: number; customs: number }>`
    with people as (
      select m.role, exists (
        select from member_project_roles r
        where r.organization_id = m.organization_id and r.user_id = m.user_id
      ) as in_projects, exists (
        select from member_project_roles r
        where r.organization_id = m.organization_id and r.user_id = m.user_id
          and r.custom_role_id is not null
      ) as with_custom
      from members m where m.organization_id = ${organizationId}
      union all
      select role, jsonb_array_length(project_roles::jsonb) > 0, exists (
        select from jsonb_array_elements(project_roles::jsonb) as given
        where given ->> 'custom_role_id' is not null
      )
      from invitations where organization_id = ${organizationId} and expires_at > now()
    )
    select count(*) filter (where role = 'Read-only')::int as readers,
      count(*) filter (where in_projects)::int as guests,
      count(*) filter (where with_custom)::int as customs
    from people`.execute(store)
  const [count = { readers: 0, guests: 0, customs: 0 }] = rows
  const kinds = listRoleKinds(plan)
  return [
    { kind: 'read-only', what: 'the Read-only role', count: count.readers },
    { kind: 'project', what: 'roles for specific projects', count: count.guests },
    { kind: 'custom', what: 'a custom role', count: count.customs },
  ].filter(({ kind }) => !kinds.some((offered) => offered === kind))
}
