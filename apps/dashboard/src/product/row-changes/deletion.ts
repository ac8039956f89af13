import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'

import { isByCtid, sharingValues } from './sharing-values.ts'
import type { Row } from './staged-rows.ts'

export type DeletedRow = {
  key: readonly string[]
  /** The columns of the key, where the table may have another one by now. */
  keyedBy?: readonly string[] | undefined
  /** The row as it was shown; empty when the comparison is skipped. */
  seen: Row
}

/**
 * Deletes a row as it was shown: a changed one is a conflict. A row without a key is always
 * compared, because its position may be reused.
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
