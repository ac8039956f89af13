import { useMemo } from 'react'

import type { Rows } from '../../../../product/rows/value-kinds.ts'
import type { StatementResult } from '../../runs/run-model.ts'

const none: readonly never[] = []

/** The rows of a result as one value; later rows create another one. */
export function useRowsFor({ fields, rows, rowCount }: StatementResult): Rows {
  return useMemo(
    () => ({ fields: fields ?? none, count: rowCount, at: (row) => rows[row] ?? none }),
    [fields, rows, rowCount],
  )
}

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
