import { delimitedRows } from './delimited-rows.ts'
import { jsonRows } from './json-rows.ts'
import type { Dialect, RowReader } from './row.ts'

/** A reader for text of this kind. */
export const readRows = (dialect: Dialect): RowReader =>
  dialect.kind === 'json' ? jsonRows(dialect.names) : delimitedRows(dialect)
