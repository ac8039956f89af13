import { type InstanceStatus, planLimits } from '@basalt/catalog'
import type { GatewayProject, ProjectSource, ProjectState, Retention } from '@basalt/gateway'

import type { Store } from '../store/store.ts'

const states: Readonly<Record<Exclude<InstanceStatus, 'REMOVED'>, ProjectState>> = {
  ACTIVE_HEALTHY: 'available',
  // Its database may answer again before its status says so.
  ACTIVE_UNHEALTHY: 'available',
  INACTIVE: 'paused',
  PAUSING: 'paused',
  COMING_UP: 'starting',
  RESTARTING: 'starting',
  RESTORING: 'starting',
  RESIZING: 'starting',
  UPGRADING: 'starting',
  UNKNOWN: 'unavailable',
  GOING_DOWN: 'unavailable',
  INIT_FAILED: 'unavailable',
  PAUSE_FAILED: 'unavailable',
  RESTORE_FAILED: 'unavailable',
}

/** Looks projects up for the gateway, for any caller. */
export const gatewayProjects = (store: Store): ProjectSource => ({
  async find(ref): Promise<GatewayProject | null> {
    const row = await store
      .selectFrom('projects')
      .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
      .select(['projects.status', 'organizations.restriction_status'])
      .where('projects.ref', '=', ref)
      .executeTakeFirst()
    if (row === undefined || row.status === 'REMOVED') return null
    // SPEC.md section 8, "restricted".
    if (row.restriction_status === 'restricted') return { ref, state: 'restricted' }
    return { ref, state: states[row.status] }
  },
})

const dayMs = 86_400_000
const mostDays = Math.max(...planLimits.map(({ logRetentionDays }) => logRetentionDays))

/** SPEC.md section 9, "Log retention": of each project by its organization's plan. */
export async function listRetentions(store: Store, now: Date): Promise<Retention[]> {
  const rows = await store
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select(['projects.ref', 'organizations.plan'])
    .execute()
  return rows.map(({ ref, plan }) => {
    const days = planLimits.find((limits) => limits.plan === plan)?.logRetentionDays ?? mostDays
    return { ref, since: new Date(now.getTime() - days * dayMs) }
  })
}

/** Requests of no project, and of projects of deleted organizations, are kept for a day. */
export const getOthersSince = (now: Date): Date => new Date(now.getTime() - dayMs)
