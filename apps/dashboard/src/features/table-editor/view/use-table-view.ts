import type { RowView, TableDetail } from '@basalt/contract'
import { useSearch } from '@tanstack/react-router'
import { use, useEffect, useMemo, useState } from 'react'

import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage.ts'
import { useGo } from '../../../lib/use-go.ts'
import { notify } from '../../../ui/toast.ts'
import type * as viewAddress from './view-address.ts'
import { areSame, besideOf, hasParams, lasting, paramsOf } from './view-params.ts'

type Address = typeof viewAddress

let address: Address | undefined
let loading: Promise<Address> | undefined

/** Most tables are looked at as they are: what reads an address comes when one is there. */
function loadAddress(): Promise<Address> {
  loading ??= import('./view-address.ts').then((loaded) => {
    address = loaded
    return loaded
  })
  return loading
}

export type TableReading = ReturnType<typeof useTableView>

const asItIs: { view: RowView; faults: string[] } = { view: {}, faults: [] }

/**
 * Which rows of the table are shown and in which order. The address says it; it is kept per
 * table, and a table that is opened again without a word about it is shown as it was left.
 * Keyed by table by its owner; suspends while an address is to be read for the first time.
 */
export function useTableView(ref: string, { id, columns }: Pick<TableDetail, 'id' | 'columns'>) {
  const go = useGo()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const said = useMemo(() => paramsOf(search), [search])
  const beside = useMemo(() => besideOf(search), [search])
  const kept = storage.tableView(ref, id)
  const [before] = useState(() => (hasParams(said) ? undefined : kept.get()))
  const [restoring, setRestoring] = useState(before)
  const [isRestored, setIsRestored] = useState(before !== undefined)
  if (restoring !== undefined && areSame(said, restoring)) setRestoring(undefined)
  const params = restoring ?? said

  const reader = hasParams(params) ? (address ?? use(loadAddress())) : undefined
  const { view, faults } = useMemo(
    () => reader?.readView(params, columns) ?? asItIs,
    [reader, params, columns],
  )

  useEffect(() => {
    if (restoring !== undefined)
      go(paths.table(ref, id, { ...beside, ...restoring }), { replace: true })
    else if (hasParams(lasting(said))) kept.set(lasting(said))
    else kept.remove()
  }, [restoring, said, beside, kept, go, ref, id])

  useEffect(() => {
    if (reader === undefined || faults.length === 0) return
    for (const fault of faults) notify.info(fault)
    go(paths.table(ref, id, { ...beside, ...reader.addressOf(view) }), { replace: true })
  }, [reader, faults, view, beside, go, ref, id])

  const change = async (next: RowView): Promise<void> => {
    const { addressOf } = await loadAddress()
    setRestoring(undefined)
    setIsRestored(false)
    go(paths.table(ref, id, { ...beside, ...addressOf(next) }))
  }

  return {
    view,
    /** The rows are shown as they were left, not as somebody asked for just now. */
    isRestored: isRestored && view !== asItIs.view,
    change: (next: RowView): void => void change(next),
    /** Orders the rows by one column, or by none. */
    sortBy: (column: string, direction: 'ascending' | 'descending' | undefined): void => {
      const { sort: _, ...rest } = view
      const descending = direction === 'descending'
      const key = { column, ...(descending && { descending }) }
      void change(direction === undefined ? rest : { ...rest, sort: [key] })
    },
    /** Shows, of the rows that are shown, those that hold the value in the column. */
    filterByCell: (column: string, value: string | null): void => {
      const { filter } = view
      const condition =
        value === null
          ? { column, operator: 'is' as const, values: ['null'] }
          : { column, operator: 'eq' as const, values: [value] }
      const others = filter?.match === 'any' ? [filter] : (filter?.conditions ?? [])
      void change({ ...view, filter: { match: 'all', conditions: [...others, condition] } })
    },
  }
}
