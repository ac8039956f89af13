import type { DatabaseSession } from '@basalt/contract/database/activity'

import { listAsTree, type TreeSession } from '../../../product/sessions/session-tree.ts'

/**
 * Sessions that wait for a lock below those that hold it, and then the sessions that wait for
 * something else while they run a statement.
 */
export function listWaits(sessions: readonly DatabaseSession[]): TreeSession[] {
  const tree = listAsTree(sessions)
  const isLocked = ({ blocked_by: blockers, lock, waiting }: TreeSession) =>
    blockers.length > 0 || lock !== null || waiting > 0
  const isWaiting = ({ state, waits_for: event }: TreeSession) =>
    state === 'active' && event !== null
  return [
    ...tree.filter(isLocked),
    ...tree.filter((session) => !isLocked(session) && isWaiting(session)),
  ]
}

/** How long it has waited for a lock, or for something else in its statement; null if it does not. */
export function getWaitSeconds(session: DatabaseSession): number | null {
  const { lock, state, state_seconds: seconds, waits_for: event } = session
  if (lock !== null) return lock.seconds ?? seconds
  return state === 'active' && event !== null ? seconds : null
}

/** PostgreSQL names a prepared transaction by the pid 0. */
export const formatBlockers = ({ blocked_by: blockers }: DatabaseSession): string =>
  [...new Set(blockers)].map((pid) => (pid === 0 ? 'prepared transaction' : String(pid))).join(', ')
