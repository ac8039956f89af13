import { databaseTables, type TableSummary } from '@basalt/contract/database/tables'
import { useQuery } from '@tanstack/react-query'

import { formatCount, formatEstimate } from '../lib/format/format.ts'
import { query } from '../lib/network/api.ts'

type Counted = Pick<TableSummary, 'id' | 'row_estimate'> & { kind?: TableSummary['kind'] }

/** So many rows are counted without being asked to: it takes a few milliseconds. */
export const fewRows = 10_000
/** Of fewer an estimate is not told: it is as often wrong as right, and there it shows. */
const fewestEstimated = 1000

/**
 * How many rows a table has, as every place says it: exactly where they were counted, with `~`
 * where the estimate is a large one, and nothing where nothing is known.
 */
export function rowCountText(
  estimate: number | null,
  exact?: number,
  format = formatEstimate,
): string | undefined {
  if (exact !== undefined) return formatCount(exact)
  return estimate === null || estimate < fewestEstimated ? undefined : format(estimate)
}

/** Whether the server counts a table at once, as far as its estimate tells. */
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
