import { rowRights } from '@basalt/contract/database/changes'
import type { CellPosition, GridHandle } from '@basalt/data-grid/grid-types'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react'

import { useDenied } from '../../../../lib/access/access.tsx'
import { whenIdle } from '../../../../lib/browser/when-idle.ts'
import { profileQuery } from '../../../../lib/session/account.ts'
import type { CellEditing } from '../../../../product/results/cell-editing.ts'
import type { Rows } from '../../../../product/rows/value-kinds.ts'
import { getOwner, listRuns } from '../../runs/open-runs.ts'
import type { ResultViewProps } from '../rows/result-view-props.ts'
import type { getEditing as EditingOf, getQueue as QueueOf } from './editing-state.tsx'
import { shownResults } from './shown-results.ts'

type Code = { getEditing: typeof EditingOf; getQueue: typeof QueueOf }

let known: Code | undefined
const load = async (): Promise<Code> => (known ??= await import('./editing-state.tsx'))
const never = () => () => {}

type Props = Pick<ResultViewProps, 'result' | 'projectRef' | 'queryId' | 'settings'> & {
  /** The displayed rows. */
  rows: Rows
  gridRef: RefObject<GridHandle | null>
}

/**
 * The editing of a result's cells; its code is loaded after the rows. Undefined until then. Without
 * the right to change rows, cells have that reason.
 */
export function useRowEditing(props: Props): CellEditing | undefined {
  const { result, projectRef, queryId, settings, rows, gridRef } = props
  const client = useQueryClient()
  const denied = useDenied(rowRights.update, 'edit rows')
  const [code, setCode] = useState(known)
  const [refused, setRefused] = useState<(CellPosition & { reason: string }) | null>(null)
  useEffect(() => {
    let isRequested = true
    async function begin() {
      await whenIdle()
      const loaded = await load()
      if (isRequested) setCode(loaded)
    }
    // Without the code the cells are read-only; the next result tries again.
    begin().catch(() => {})
    return () => void (isRequested = false)
  }, [])

  const user = getOwner(client.getQueryData(profileQuery().queryKey)?.id)
  const runs = listRuns({ user, ref: projectRef, id: queryId })
  const run = useSyncExternalStore(runs.subscribe, runs.get)
  const queue = code?.getQueue({ user, ref: projectRef, id: queryId })
  const state = useSyncExternalStore(queue?.subscribe ?? never, () => queue?.get())
  return useMemo(
    () =>
      code === undefined || queue === undefined || state === undefined
        ? undefined
        : code.getEditing({
            client,
            projectRef,
            result,
            settings,
            denied,
            run,
            amend: shownResults(client, { user, ref: projectRef, id: queryId }, runs).amend,
            rows,
            queue,
            state,
            gridRef,
            refused,
            setRefused,
          }),
    [
      code,
      queue,
      state,
      denied,
      client,
      user,
      projectRef,
      queryId,
      result,
      settings,
      runs,
      run,
      rows,
      gridRef,
      refused,
    ],
  )
}
