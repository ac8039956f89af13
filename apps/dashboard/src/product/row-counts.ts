import { databaseTables, type TableSummary } from '@basalt/contract/database/tables'
import { useQuery } from '@tanstack/react-query'

import { formatCount, formatEstimate } from '../lib/format/format.ts'
import { query } from '../lib/network/api.ts'

type Counted = Pick<TableSummary, 'id' | 'row_estimate'> & { kind?: TableSummary['kind'] }

/** So many rows are counted automatically: it takes a few milliseconds. */
export const fewRows = 10_000
/** A smaller estimate is not shown: it is often visibly wrong. */
const fewestEstimated = 1000

/**
 * The text of a table's row count in every place: exact when it was counted, with `~` for a large
 * estimate, and empty when unknown.
 */
export function rowCountText(
  estimate: number | null,
  exact?: number,
  format = formatEstimate,
): string | undefined {
  if (exact !== undefined) return formatCount(exact)
  return estimate === null || estimate < fewestEstimated ? undefined : format(estimate)
}

/** Whether the server counts a table automatically, according to its estimate. */
export const isCountedAtOnce = ({ kind = 'table', row_estimate: estimate }: Counted): boolean =>
  kind !== 'view' && kind !== 'foreign_table' && (estimate ?? 0) <= fewRows

/** Of those of the tables that are counted at once; in one request. */
export function rowCountsQuery(ref: string, tables: readonly Counted[]) {
  const ids = tables.filter(isCountedAtOnce).map(({ id }) => String(id))
  return {
    ...query(databaseTables.rowCounts, { params: { ref }, query: { ids: ids.slice(0, 200) } }),
    enabled: ids.length > 0,
  }
}

/** The text of one table as it is now, and until its rows are counted that of its estimate. */
export function useRowCountText(ref: string, table: Counted): string | undefined {
  const { data } = useQuery({ ...rowCountsQuery(ref, [table]), staleTime: 0 })
  return rowCountText(table.row_estimate, data?.find(({ id }) => id === table.id)?.rows)
}
