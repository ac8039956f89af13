import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'

import { isByCtid, sharingValues } from './sharing-values.ts'
import type { Row } from './staged-rows.ts'

export type DeletedRow = {
  key: readonly string[]
  /** The columns of the key, where the table may have another one by now. */
  keyedBy?: readonly string[] | undefined
  /** The row as it was shown; empty where it was let go or is to go whatever it holds. */
  seen: Row
}

/**
 * Deletes a row as it was shown: one that holds something else by then is in conflict. A row
 * without a key is always compared, for another one may stand in its place.
 */
export function getDeletion(
  table: Pick<TableDetail, 'id' | 'columns' | 'key'>,
  { key, keyedBy = table.key, seen }: DeletedRow,
): RowOperation {
  const isCompared = isByCtid(table) || seen.length === table.columns.length
  return {
    op: 'delete',
    table: table.id,
    key: [...key],
    keyed_by: [...keyedBy],
    ...(isCompared && { previous: sharingValues(table, seen) }),
  }
}
