import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { whenIdle } from '../../../lib/browser/when-idle.ts'
import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage/storage.ts'
import {
  areSame,
  getNeighbour,
  hasParams,
  persistent,
  listParams,
  type ViewParams,
} from './view-params.ts'

/** Parameters that are shown already, while the address still says what it said before. */
type Ahead = {
  params: ViewParams
  since: ViewParams
  /** Somebody asked for it just now: Back leads to what was shown before. */
  isStep: boolean
  /** What was shown when it was asked for; the address may still come to say that. */
  after: ViewParams
}

/**
 * What the address of a table says about its rows. It is kept per table, and a table that is
 * opened again without a word about it is shown as it was left. What is asked for is shown
 * at once; the address is written when the page has time for it.
 */
export function useViewParams(ref: string, id: number) {
  const go = useGo()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const said = useMemo(() => listParams(search), [search])
  const adjacent = useMemo(() => getNeighbour(search), [search])
  const [before] = useState(() => (hasParams(said) ? undefined : storage.tableView(ref, id).get()))
  const [ahead, setAhead] = useState<Ahead | undefined>(
    before && { params: before, since: said, isStep: false, after: said },
  )
  if (ahead !== undefined && !areSame(said, ahead.since))
    // What was asked for before it comes into the address meanwhile.
    setAhead(areSame(said, ahead.after) ? { ...ahead, since: said } : undefined)
  const params = ahead?.params ?? said

  useEffect(() => {
    let isRequested = true
    const write = () => {
      if (!isRequested) return
      const stored = storage.tableView(ref, id)
      if (hasParams(persistent(params))) stored.set(persistent(params))
      else stored.remove()
      if (ahead === undefined) return
      go(paths.table(ref, id, { ...adjacent, ...ahead.params }), { replace: !ahead.isStep })
    }
    // The rows come first.
    void whenIdle().then(write)
    return () => {
      isRequested = false
    }
  }, [params, ahead, adjacent, go, ref, id])

  return {
    params,
    /** The table was opened without a word about its rows and is shown as it was left. */
    isFromBefore: before !== undefined,
    askFor: (next: ViewParams): void =>
      setAhead(
        areSame(next, said)
          ? undefined
          : { params: next, since: said, isStep: true, after: params },
      ),
    /** Writes what the address should have said, without a step in the history. */
    correct: (next: ViewParams): void =>
      go(paths.table(ref, id, { ...adjacent, ...next }), { replace: true }),
  }
}
