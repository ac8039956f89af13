import type { DiskState } from '@basalt/contract/project/project-reading'

export type DiskFacts = {
  usedBytes: number
  /** Null where the plan sets none. */
  quotaBytes: number | null
  /** Whether the machine's disk is full. */
  isHostFull: boolean
  before: DiskState
}

/** Once full, a project is writable again only below this, so that it does not go back and forth. */
const writableBelowPercent = 95

/** The state that follows from a project's current usage. */
export function getDiskState({ usedBytes, quotaBytes, isHostFull, before }: DiskFacts): DiskState {
  if (isHostFull) return 'host_full'
  if (quotaBytes === null) return 'ok'
  const percent = (usedBytes / quotaBytes) * 100
  if (percent >= 100 || (before === 'full' && percent >= writableBelowPercent)) return 'full'
  if (percent >= 95) return 'critical'
  return percent >= 80 ? 'warning' : 'ok'
}

export const isReadOnlyState = (state: DiskState): boolean =>
  state === 'full' || state === 'host_full'

/**
 * How far a read-only project may grow before its writers are terminated again: an owner who frees
 * space writes a little.
 */
export const growthAllowance = (quotaBytes: number | null): number =>
  Math.max(16 * 1024 * 1024, (quotaBytes ?? 0) / 20)
