import type { InstanceStatus } from '@basalt/catalog'
import type { GatewayProject, ProjectSource, ProjectState } from '@basalt/gateway'

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
