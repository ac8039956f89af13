import { useDeferredValue, useMemo, useState } from 'react'

import type { Rows } from '../../../../product/rows/value-kinds.ts'
import type { StatementResult } from '../../runs/run-model.ts'
import { arrangedRows, type SortBy } from './arranged-rows.ts'

const none: readonly never[] = []

/** The rows of a result as one value; those that come later are another one. */
export function useRowsFor({ fields, rows, rowCount }: StatementResult): Rows {
  return useMemo(
    () => ({ fields: fields ?? none, count: rowCount, at: (row) => rows[row] ?? none }),
    [fields, rows, rowCount],
  )
}

/**
 * Order and filter of what is shown, worked out here: the database is not asked. While rows
 * are coming they stand as they came, as each of them would begin the work anew.
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
    /** The place that a shown row had when it came. */
    placeOf: (row: number) => order?.[row] ?? row,
    /** What the rows in view depend on. */
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
