import { useDeferredValue, useMemo, useState } from 'react'

import type { Rows } from '../../../../product/rows/value-kinds.ts'
import type { StatementResult } from '../../runs/run-model.ts'
import { arrangedRows, type SortBy } from './arranged-rows.ts'

const none: readonly never[] = []

/** The rows of a result as one value; later rows create another one. */
export function useRowsFor({ fields, rows, rowCount }: StatementResult): Rows {
  return useMemo(
    () => ({ fields: fields ?? none, count: rowCount, at: (row) => rows[row] ?? none }),
    [fields, rows, rowCount],
  )
}

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

/** Why not all rows of the statement are here; undefined when they are. */
export function missingReason(
  { state, isCut, rowCount, affected }: StatementResult,
  limit: number | undefined,
): string | undefined {
  if (state === 'running') return 'Rows are still loading'
  if (isCut || (typeof affected === 'number' && affected > rowCount))
    return 'More rows were returned than the browser keeps'
  if (state !== 'done') return 'The run ended before all rows arrived'
  return limit !== undefined && rowCount >= limit
    ? `Limited to the first ${limit.toLocaleString('en')} rows`
    : undefined
}
