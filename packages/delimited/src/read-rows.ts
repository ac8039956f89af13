import { delimitedRows } from './delimited-rows.ts'
import { jsonRows } from './json-rows.ts'
import type { Dialect, RowReader } from './row.ts'

/** Creates a reader for text of this dialect; `line` is the number of its first line. */
export const readRows = (dialect: Dialect, line = 1): RowReader =>
  dialect.kind === 'json' ? jsonRows(dialect.names) : delimitedRows(dialect, line)
