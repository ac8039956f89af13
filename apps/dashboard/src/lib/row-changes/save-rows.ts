import {
  databaseChanges,
  databaseTables,
  type RowOperation,
  type SaveOutcome,
} from '@basalt/contract'

import { call, invalidate, query } from '../api.ts'
import { queryClient } from '../query-client.ts'
import type { Row } from './staged-rows.ts'

/**
 * Writes rows: every control that changes rows calls this, with an id that it makes once for
 * each press of a button (`crypto.randomUUID()`) and uses again when the answer was lost. The
 * outcome is data: `saved`, `conflict` or `refused` with the operation and the column. Its rows
 * are in the order of the columns that are known here, whatever the table has by now.
 */
export async function saveRows(
  ref: string,
  id: string,
  operations: readonly RowOperation[],
): Promise<SaveOutcome> {
  const body = { id, operations: [...operations] }
  const outcome = await call(databaseChanges.save, { params: { ref }, body })
  if (outcome.outcome === 'refused') return outcome
  const places = new Map(
    Object.entries(outcome.columns ?? {}).map(([table, columns]) => [
      Number(table),
      placesIn(columns, { ref, id: Number(table) }),
    ]),
  )
  if ([...places.values()].every((known) => known === undefined)) return outcome
  // Whoever shows the table learns of its columns.
  void invalidate(queryClient, databaseTables.detail)
  const fitted = (row: Row, at: number) => {
    const known = places.get(operations[at]?.table ?? 0)
    return known?.map((place) => row[place] ?? null) ?? [...row]
  }
  if (outcome.outcome === 'saved') {
    const results = outcome.results?.map((result, at) =>
      'row' in result ? { row: fitted(result.row, at) } : result,
    )
    return { ...outcome, results: results ?? null }
  }
  const conflicts = outcome.conflicts.map(({ operation, current }) => ({
    operation,
    current: current && fitted(current, operation),
  }))
  return { ...outcome, conflicts }
}

/** Where the values of known columns stand in a row; undefined where they stand as known. */
function placesIn(
  columns: readonly string[],
  params: { ref: string; id: number },
): number[] | undefined {
  const known = queryClient.getQueryData(query(databaseTables.detail, { params }).queryKey)
  if (known === undefined) return undefined
  const names = known.columns.map(({ name }) => name)
  const all = known.key[0] === 'ctid' ? [...names, 'ctid'] : names
  const places = all.map((name) => columns.indexOf(name))
  return places.length === columns.length && places.every((place, at) => place === at)
    ? undefined
    : places
}
