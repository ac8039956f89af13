import { rowRights, type TableDetail } from '@basalt/contract'

import { useDenied } from '../../../lib/access.tsx'

const insertable: ReadonlySet<TableDetail['kind']> = new Set([
  'table',
  'partitioned_table',
  'foreign_table',
])

/** Why no row can be added to a table; undefined when they can. */
export function useInsertDenied({ kind }: Pick<TableDetail, 'kind'>): string | undefined {
  const denied = useDenied(rowRights.insert, 'insert rows')
  return (
    denied ?? (insertable.has(kind) ? undefined : 'Rows are inserted into tables, not into views')
  )
}
