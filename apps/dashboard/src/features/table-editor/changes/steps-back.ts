import { useEffect, useEffectEvent } from 'react'

import { whenTablesForgotten } from '../../../lib/tables-forgotten.ts'

type Steps = readonly { current: string[] }[]

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
