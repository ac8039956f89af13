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

/** Parameters that apply already, while the address still has the former ones. */
type Ahead = {
  params: ViewParams
  since: ViewParams
  /** The user requested it just now: Back leads to the former view. */
  isStep: boolean
  /** The parameters at the time of the request; the address may still become these. */
  after: ViewParams
}

/**
 * The view parameters in the address of a table. They are stored per table, and a table that is
 * opened without any has its last view. A change applies at once; the address is updated when the
 * page is idle.
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
    // An earlier change reaches the address in the meantime.
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
    // The rows are rendered first.
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
    /** Corrects the address, without a history entry. */
    correct: (next: ViewParams): void =>
      go(paths.table(ref, id, { ...adjacent, ...next }), { replace: true }),
  }
}
