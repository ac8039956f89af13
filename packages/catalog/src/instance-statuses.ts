/** SPEC.md section 3, "Database instance statuses". */
export const instanceStatuses = [
  'INACTIVE',
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'COMING_UP',
  'UNKNOWN',
  'GOING_DOWN',
  'INIT_FAILED',
  'REMOVED',
  'RESTARTING',
  'RESTORING',
  'RESTORE_FAILED',
  'UPGRADING',
  'PAUSING',
  'PAUSE_FAILED',
  'RESIZING',
] as const

export type InstanceStatus = (typeof instanceStatuses)[number]

/**
 * The legal next statuses of each status. All other transitions are refused, so that a late health
 * check cannot reactivate a project that is being deleted.
 */
export const instanceTransitions = {
  INACTIVE: ['COMING_UP', 'RESTORING', 'GOING_DOWN'],
  ACTIVE_HEALTHY: [
    'ACTIVE_UNHEALTHY',
    'RESTARTING',
    'PAUSING',
    'GOING_DOWN',
    'UPGRADING',
    'RESIZING',
    'COMING_UP',
  ],
  ACTIVE_UNHEALTHY: ['ACTIVE_HEALTHY', 'RESTARTING', 'PAUSING', 'GOING_DOWN', 'COMING_UP'],
  COMING_UP: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INIT_FAILED', 'GOING_DOWN'],
  UNKNOWN: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'COMING_UP', 'INACTIVE', 'GOING_DOWN'],
  GOING_DOWN: ['REMOVED', 'GOING_DOWN'],
  INIT_FAILED: ['COMING_UP', 'GOING_DOWN'],
  REMOVED: [],
  RESTARTING: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'GOING_DOWN'],
  RESTORING: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'RESTORE_FAILED', 'GOING_DOWN'],
  RESTORE_FAILED: ['RESTORING', 'GOING_DOWN'],
  UPGRADING: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'GOING_DOWN'],
  PAUSING: ['INACTIVE', 'PAUSE_FAILED', 'GOING_DOWN'],
  PAUSE_FAILED: ['PAUSING', 'ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'GOING_DOWN'],
  RESIZING: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'GOING_DOWN'],
} as const satisfies Record<InstanceStatus, readonly InstanceStatus[]>
