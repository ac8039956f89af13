import { useDeferredValue, useMemo, useState } from 'react'

import type { Rows } from '../rows/value-kinds.ts'
import { arrangedRows, type SortBy } from './arranged-rows.ts'

/**
 * Order and filter of the displayed rows, computed locally without a query. While rows are loading
 * they keep their original order, because each batch would restart the work.
 */
export function useArranged(rows: Rows, isComing = false) {
  const [sort, setSort] = useState<SortBy>()
  const [filter, setFilter] = useState('')
  const requested = useDeferredValue(filter)
  const order = useMemo(
    () => (isComing ? null : arrangedRows(rows, { sort, filter: requested })),
    [rows, sort, requested, isComing],
  )
  const shown = useMemo<Rows>(
    () =>
      order === null
        ? rows
        : { fields: rows.fields, count: order.length, at: (row) => rows.at(order[row] ?? -1) },
    [rows, order],
  )
  return {
    sort,
    setSort,
    filter,
    setFilter,
    shown,
    /** The original index of a displayed row. */
    placeOf: (row: number) => order?.[row] ?? row,
    /** The identity of the arrangement. */
    name: `${sort?.column ?? ''} ${sort?.direction ?? ''} ${requested}`,
  }
}

export type Arranged = ReturnType<typeof useArranged>
