import type { InstanceStatus } from '@basalt/catalog'
import type { Project, ProjectDetail } from '@basalt/contract/project/project-reading'

import type { Tone } from './tone.ts'

type StatusView = { word: string; tone: Tone; isMoving: boolean }

const view = (word: string, tone: Tone, isMoving = false): StatusView => ({ word, tone, isMoving })

const statusViews: Record<InstanceStatus, StatusView> = {
  ACTIVE_HEALTHY: view('Healthy', 'good'),
  ACTIVE_UNHEALTHY: view('Unhealthy', 'warn'),
  COMING_UP: view('Coming up', 'info', true),
  GOING_DOWN: view('Going down', 'neutral', true),
  INACTIVE: view('Paused', 'neutral'),
  INIT_FAILED: view('Setup failed', 'bad'),
  REMOVED: view('Removed', 'neutral'),
  RESTARTING: view('Restarting', 'info', true),
  RESTORING: view('Restoring', 'info', true),
  RESTORE_FAILED: view('Restore failed', 'bad'),
  UPGRADING: view('Upgrading', 'info', true),
  PAUSING: view('Pausing', 'info', true),
  PAUSE_FAILED: view('Pause failed', 'warn'),
  RESIZING: view('Resizing', 'info', true),
  UNKNOWN: view('Unknown', 'neutral'),
}

/** The label and colour of a status, everywhere it is shown. */
export const statusView = (status: InstanceStatus): StatusView => statusViews[status]

/** Whether the database answers queries now. */
export const isRunning = ({ status }: Pick<Project, 'status'>): boolean =>
  status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY'

const refreshMs = 5000

/**
 * SPEC.md section 4: every 5 s while the status is COMING_UP or UNKNOWN or the connection
 * string is missing; the same while another transition is under way.
 */
export function refreshInterval(project: ProjectDetail | undefined): number | false {
  if (project === undefined || project.status === 'REMOVED') return false
  const { status, connectionString } = project
  if (status === 'UNKNOWN' || statusView(status).isMoving) return refreshMs
  return connectionString === null || connectionString === '' ? refreshMs : false
}
