import { databaseChanges, type SaveOutcome } from '@basalt/contract/database/changes'
import { databaseTables } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'

import { call, invalidate, query } from '../../lib/network/api.ts'
import { queryClient } from '../../lib/network/query-client.ts'
import { rowColumns } from './row-columns.ts'
import type { Row } from './staged-rows.ts'

/**
 * Writes rows: every control that changes rows calls this, with an id that it generates once per
 * click (`crypto.randomUUID()`) and uses again when the response was lost. The outcome is data:
 * `saved`, `conflict` or `refused` with the operation and the column. Its rows are in the order of
 * the columns known here, even if the table has changed; the request names them.
 */
export async function saveRows(
  ref: string,
  id: string,
  operations: readonly RowOperation[],
): Promise<SaveOutcome> {
  const body = { id, operations: [...operations] }
  const outcome = await call(databaseChanges.save, { params: { ref }, body })
  if (outcome.outcome === 'refused') return outcome
  const isOtherCount = operations.some(({ op }) => op !== 'update')
  if (isOtherCount) void invalidate(queryClient, databaseTables.rowCounts)
  const reported = outcome.columns ?? {}
  const columns = Object.fromEntries(
    operations.map(({ table }) => [table, listColumns(ref, table) ?? reported[table] ?? []]),
  )
  // Views of a table with changed columns are refreshed.
  if (
    Object.entries(reported).some(
      ([table, names]) => names.join('\0') !== columns[table]?.join('\0'),
    )
  )
    void invalidate(queryClient, databaseTables.detail)
  const fitted = (row: Row, at: number) => {
    const table = operations[at]?.table ?? 0
    const names = reported[table]
    return names === undefined
      ? [...row]
      : (columns[table] ?? []).map((name) => row[names.indexOf(name)] ?? null)
  }
  if (outcome.outcome === 'saved') {
    const results = outcome.results?.map((result, at) =>
      'row' in result ? { row: fitted(result.row, at) } : result,
    )
    return { ...outcome, results: results ?? null, columns }
  }
  const conflicts = outcome.conflicts.map(({ operation, current }) => ({
    operation,
    current: current && fitted(current, operation),
  }))
  return { ...outcome, conflicts, columns }
}

/** The columns of a table as they are known here; undefined when they are not. */
function listColumns(ref: string, id: number): string[] | undefined {
  const params = { ref, id }
  const table = queryClient.getQueryData(query(databaseTables.detail, { params }).queryKey)
  return table && rowColumns(table)
}
