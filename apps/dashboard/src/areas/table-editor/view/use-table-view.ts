import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { rowsQuery } from '../tables/queries.ts'
import { useViewParams } from './use-view-params.ts'
import type * as viewAddress from './view-address.ts'
import { areSame, hasParams } from './view-params.ts'

type Address = typeof viewAddress

let loading: Promise<Address> | undefined

/** Most tables have no view in the address: the parser is loaded on demand. */
export function loadAddress(): Promise<Address> {
  loading ??= import('./view-address.ts').then((loaded) => {
    // React reads the result of a promise here: later users do not suspend.
    Object.assign(loading ?? {}, { status: 'fulfilled', value: loaded })
    return loaded
  })
  return loading
}

/** How long the former rows stay visible, to avoid flicker. */
const shortMs = 100

/** Requests rows before rendering, and waits for them, but not for long. */
const readSoon = (client: QueryClient, rows: ReturnType<typeof rowsQuery>) =>
  Promise.race([
    client.prefetchQuery(rows),
    new Promise<void>((resolve) => {
      setTimeout(resolve, shortMs)
    }),
  ])

export type TableReading = ReturnType<typeof useTableView>

const asItIs: { view: RowView; faults: string[] } = { view: {}, faults: [] }

/**
 * The filter, order and role of a table's rows. Keyed by table by its parent; suspends while an
 * address is parsed for the first time.
 */
export function useTableView(ref: string, { id, columns }: Pick<TableDetail, 'id' | 'columns'>) {
  const client = useQueryClient()
  const { params, isFromBefore, askFor, correct } = useViewParams(ref, id)
  const [isRestored, setIsRestored] = useState(isFromBefore)
  const [omitted, setOmitted] = useState<readonly string[]>([])

  // Called also when it is loaded: a suspended render must call `use` again.
  const reader = hasParams(params) ? use(loadAddress()) : undefined
  const { view, faults } = useMemo(
    () => reader?.readView(params, columns) ?? asItIs,
    [reader, params, columns],
  )

  // The address is corrected at once; invalid parts are listed until that was seen.
  if (faults.length > 0 && faults !== omitted) setOmitted(faults)
  const putRight = useEffectEvent(() => correct(reader?.addressOf(view) ?? {}))
  useEffect(() => {
    if (faults.length > 0) putRight()
  }, [faults])

  const latest = useRef<ReturnType<typeof rowsQuery>>(undefined)
  const show = async ({ addressOf, readView }: Address, next: RowView, then?: () => void) => {
    const requested = addressOf(next)
    const rows = rowsQuery({ ref, id }, readView(requested, columns).view)
    // Requests for rows that are no longer needed are aborted.
    if (latest.current !== undefined)
      void client.cancelQueries({ queryKey: latest.current.queryKey, exact: true })
    latest.current = rows
    if (!areSame(requested, params)) await readSoon(client, rows)
    if (latest.current !== rows) return
    // From here on it is the grid that reads them.
    latest.current = undefined
    setOmitted([])
    setIsRestored(false)
    askFor(requested)
    if (then !== undefined) requestAnimationFrame(then)
  }
  /** `then` is called once the rows are rendered: obsolete data is removed later. */
  const change = (next: RowView, then?: () => void): void => {
    void loadAddress().then((loaded) => show(loaded, next, then))
  }

  return {
    view,
    /** The view is restored from the last visit, not requested just now. */
    isRestored: isRestored && view !== asItIs.view,
    /** Invalid parts of the address: other rows are shown than requested. */
    omitted,
    acceptLeftOut: () => setOmitted([]),
    change,
    /** Orders the rows by one column, or by none. */
    sortBy: (column: string, direction: 'ascending' | 'descending' | undefined): void => {
      const { sort: _, ...rest } = view
      const descending = direction === 'descending'
      const key = { column, ...(descending && { descending }) }
      change(direction === undefined ? rest : { ...rest, sort: [key] })
    },
    /** Shows, of the rows that are shown, those that hold the value in the column. */
    filterByCell: (column: string, value: string | null): void => {
      const { filter } = view
      const condition =
        value === null
          ? { column, operator: 'is' as const, values: ['null'] }
          : { column, operator: 'eq' as const, values: [value] }
      const others = filter?.match === 'any' ? [filter] : (filter?.conditions ?? [])
      change({ ...view, filter: { match: 'all', conditions: [...others, condition] } })
    },
  }
}
