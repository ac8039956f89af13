import { useEffect, useEffectEvent } from 'react'

import { whenTablesForgotten } from '../../../lib/tables-forgotten.ts'
import type { Done } from '../use-undo.ts'

type Steps = readonly { current: Done[] }[]

type Acts = { steps: Steps; isUnderWay: () => boolean }
type Waiting = { lastAt: (isRedo: boolean) => number }

/**
 * Whether the next step back, or forth again, is one of those that are stored or of those that
 * wait: what was done last goes first, and what was undone comes again in the order in which it
 * was done, unless something else was done since.
 */
export function nextStep(
  { steps, isUnderWay }: Acts,
  queue: Waiting,
  isRedo: boolean,
): 'stored' | 'waiting' | undefined {
  if (isUnderWay()) return 'stored'
  const storedAt = (at: number) => steps[at]?.current.at(-1)?.at ?? -1
  const made = Math.max(storedAt(0), queue.lastAt(false))
  if (!isRedo)
    return made < 0 ? undefined : storedAt(0) > queue.lastAt(false) ? 'stored' : 'waiting'
  const left = [storedAt(1), queue.lastAt(true)].filter((at) => at > made)
  if (left.length === 0) return undefined
  return Math.min(...left) === storedAt(1) ? 'stored' : 'waiting'
}

/**
 * What the keys cannot undo, a change of the table itself or an import, is not passed over: it is
 * undone in the history, and so is what was changed before it.
 */
export function forgetSteps(steps: Steps): void {
  for (const changes of steps) changes.current = []
}

export function useForgottenSteps(steps: Steps): void {
  const forget = useEffectEvent(() => forgetSteps(steps))
  useEffect(() => whenTablesForgotten(() => forget()), [])
}
