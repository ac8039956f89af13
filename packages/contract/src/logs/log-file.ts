import type { LogRowEntry } from './logs.ts'

/** Files end after the newest of so many rows. */
export const maxFileRows = 100_000

/** The columns of a CSV file, in their order. */
const columns = [
  'at',
  'source',
  'level',
  'message',
  'status',
  'method',
  'path',
  'user',
  'database',
  'code',
  'request_id',
  'duration_ms',
  'id',
] as const satisfies readonly (keyof LogRowEntry)[]

export const logFileHead = `${columns.join(',')}\r\n`

/** A row as a line of CSV. */
export const writeLogFileLine = (row: LogRowEntry): string =>
  `${columns.map((column) => writeCell(row[column])).join(',')}\r\n`

function writeCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  const text = makeHarmless(String(value))
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Clients choose the texts of logs, and spreadsheets evaluate a cell that starts like a formula: an
 * apostrophe makes it text.
 */
export const makeHarmless = (text: string): string =>
  /^[=+\-@\t\r\n]/u.test(text.trimStart()) || /^[\t\r\n]/u.test(text) ? `'${text}` : text
