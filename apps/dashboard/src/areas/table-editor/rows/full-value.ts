import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'

import { call } from '../../../lib/network/api.ts'
import { keyReader } from './row-key.ts'
import { type Row, rowAt, type RowWindow } from './row-window.ts'

type Scope = {
  ref: string
  table: TableDetail
  /** The rows at the time of the request. */
  window: RowWindow
}

/** A value of which only the beginning was sent with its row. */
export async function fullValue(
  { ref, table, window }: Scope,
  { row, column }: { row: number; column: number },
): Promise<string | null> {
  const stored: Row | undefined = rowAt(window, row)
  const key = stored === undefined ? null : keyReader(table)(stored)
  const name = table.columns[column]?.name
  if (key === null || name === undefined)
    throw new Error('This row has no key, so the full value cannot be loaded')
  const { value } = await call(databaseTables.cell, {
    params: { ref, id: table.id },
    query: { column: name, key: JSON.stringify(key) },
  })
  return value
}
