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

/** Most tables are looked at as they are: what reads an address comes when one is there. */
export function loadAddress(): Promise<Address> {
  loading ??= import('./view-address.ts').then((loaded) => {
    // Where React finds what a promise gave: whoever uses it later does not wait for it.
    Object.assign(loading ?? {}, { status: 'fulfilled', value: loaded })
    return loaded
  })
  return loading
}

/** For so long the rows of before stay, where others would flicker by. */
const shortMs = 100

/** Asks for rows before anything is drawn, and waits for them, but not for long. */
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
 * Which rows of the table are shown and in which order. Keyed by table by its owner;
 * suspends while an address is to be read for the first time.
 */
export function useTableView(ref: string, { id, columns }: Pick<TableDetail, 'id' | 'columns'>) {
  const client = useQueryClient()
  const { params, isFromBefore, askFor, correct } = useViewParams(ref, id)
  const [isRestored, setIsRestored] = useState(isFromBefore)
  const [omitted, setOmitted] = useState<readonly string[]>([])

  // Used also when it is here: a render that was suspended must come by `use` again.
  const reader = hasParams(params) ? use(loadAddress()) : undefined
  const { view, faults } = useMemo(
    () => reader?.readView(params, columns) ?? asItIs,
    [reader, params, columns],
  )

  // The address is put right at once; what it asked for in vain is told until it was seen.
  if (faults.length > 0 && faults !== omitted) setOmitted(faults)
  const putRight = useEffectEvent(() => correct(reader?.addressOf(view) ?? {}))
  useEffect(() => {
    if (faults.length > 0) putRight()
  }, [faults])

  const latest = useRef<ReturnType<typeof rowsQuery>>(undefined)
  const show = async ({ addressOf, readView }: Address, next: RowView, then?: () => void) => {
    const requested = addressOf(next)
    const rows = rowsQuery({ ref, id }, readView(requested, columns).view)
    // Rows that nobody waits for any more are not read to their end.
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
  /** `then` is called once the rows are in the picture: what is not needed any more goes later. */
  const change = (next: RowView, then?: () => void): void => {
    void loadAddress().then((loaded) => show(loaded, next, then))
  }

  return {
    view,
    /** The rows are shown as they were left, not as somebody asked for just now. */
    isRestored: isRestored && view !== asItIs.view,
    /** What the address asked for and is not done: other rows are shown than were meant. */
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
