import { useEffect, useEffectEvent } from 'react'

import type { ActionTimes } from '../../../product/row-changes/actions.ts'
import type { ChangeQueue } from '../../../product/row-changes/change-queue.ts'
import { whenTablesInvalidated } from '../../../product/table-invalidation.ts'
import type { CellEdit } from './cell-edits.ts'
import type { Done } from './use-undo.ts'

type Steps = readonly { current: Done[] }[]

type Stored = {
  /** Undo and redo stacks. */
  steps: Steps
  /** When something was stored last. */
  madeAt: { current: number }
  isRunning: () => boolean
}
type Waiting = Pick<ChangeQueue, 'last' | 'madeAt'>

/**
 * Whether the next undo, or redo, belongs to the saved or to the staged steps: the latest one is
 * undone first, and redone in reverse, unless a new step follows.
 */
export function nextStep(
  { steps: [done, undone], madeAt, isRunning }: Stored,
  queue: Waiting,
  isRedo: boolean,
): 'stored' | 'waiting' | undefined {
  if (isRunning()) return 'stored'
  const stored = (isRedo ? undone : done)?.current.at(-1)
  const waiting = queue.last(isRedo)
  if (!isRedo) return getLater(stored?.at ?? -1, waiting?.at ?? -1)
  const isRemaining = {
    stored: isSince(stored, queue.madeAt),
    waiting: isSince(waiting, madeAt.current),
  }
  if (isRemaining.stored && isRemaining.waiting)
    return getLater(waiting?.at ?? -1, stored?.at ?? -1)
  return isRemaining.stored ? 'stored' : isRemaining.waiting ? 'waiting' : undefined
}

/** The refused edit that is newer than all undo steps: it is removed first. */
export function refusedLast(
  edits: readonly CellEdit[],
  { steps: [done], isRunning }: Stored,
  queue: Waiting,
): CellEdit | undefined {
  if (isRunning()) return undefined
  const [last] = edits.toSorted((one, other) => (other.requestedAt ?? -1) - (one.requestedAt ?? -1))
  const others = [done?.current.at(-1)?.at ?? -1, queue.last(false)?.at ?? -1]
  return others.every((at) => (last?.requestedAt ?? -1) > at) ? last : undefined
}

const getLater = (stored: number, waiting: number) =>
  stored < 0 && waiting < 0 ? undefined : stored > waiting ? 'stored' : 'waiting'

const isSince = (action: ActionTimes | undefined, created: number) =>
  action !== undefined && action.since > created

/**
 * A change that keys cannot undo, of the table itself or an import, is a barrier: it and earlier
 * ones are undone in the history.
 */
export function clearSteps(steps: Steps): void {
  for (const changes of steps) changes.current = []
}

export function useClearedSteps(steps: Steps): void {
  const discard = useEffectEvent(() => clearSteps(steps))
  useEffect(() => whenTablesInvalidated(() => discard()), [])
}
