import { rowRights, type TableDetail } from '@basalt/contract'

import { useRowsDenied } from '../rows-denied.ts'

const insertable: ReadonlySet<TableDetail['kind']> = new Set([
  'table',
  'partitioned_table',
  'foreign_table',
])

/** Why no row can be added to a table; undefined when they can. */
export function useInsertDenied({ kind }: Pick<TableDetail, 'kind'>): string | undefined {
  const denied = useRowsDenied(rowRights.insert, 'insert rows')
  return (
    denied ?? (insertable.has(kind) ? undefined : 'Rows are inserted into tables, not into views')
  )
}
