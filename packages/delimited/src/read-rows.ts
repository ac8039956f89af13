import { delimitedRows } from './delimited-rows.ts'
import { jsonRows } from './json-rows.ts'
import type { Dialect, RowReader } from './row.ts'

/** A reader for text of this kind; delimited text may begin in a later line of its source. */
export const readRows = (dialect: Dialect, line = 1): RowReader =>
  dialect.kind === 'json' ? jsonRows(dialect.names) : delimitedRows(dialect, line)
