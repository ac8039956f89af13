import type { LogBatch } from '../port/log-store.ts'
import { levelNumbers, levelOf } from '../rows/levels.ts'
import type { LogRow, NewLogRow } from '../rows/log-row.ts'
import { patternOf } from '../rows/pattern.ts'
import { nextRowId } from '../rows/row-ids.ts'
import { sourceNumbers, sourceOf } from '../rows/sources.ts'

const maxMessage = 64 * 1024
const maxField = 2048

/** As in PostgreSQL, so that both stores answer the same. */
const storable = (text: string, most: number): string =>
  text.slice(0, most).replaceAll(/[\0\p{Surrogate}]/gu, '')

const field = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : storable(text, maxField)

/** `2026-01-31 12:00:00.000`; numbers would be taken for seconds. */
export const timeText = (at: number | Date): string =>
  new Date(at).toISOString().replace('T', ' ').replace('Z', '')

const emptyRow = {
  status: null,
  is_own: false,
  duration_ms: null,
  pattern: '0',
  method: null,
  path: null,
  user_name: null,
  database_name: null,
  code: null,
  request_id: null,
  metadata: '{}',
}

export function storedRow(row: NewLogRow, keepDays: number) {
  const message = storable(row.message, maxMessage)
  return {
    ref: row.ref,
    source: sourceNumbers[row.source],
    level: levelNumbers[row.level],
    keep_days: keepDays,
    status: row.status ?? null,
    is_own: row.isOwn ?? false,
    duration_ms: row.durationMs ?? null,
    at: timeText(row.at),
    id: String(nextRowId(row.at)),
    pattern: String(patternOf(message)),
    method: field(row.method),
    path: field(row.path),
    user_name: field(row.user),
    database_name: field(row.database),
    code: field(row.code),
    request_id: field(row.request_id),
    message,
    metadata: JSON.stringify(row.metadata, (_, value: unknown) =>
      typeof value === 'string' ? storable(value, maxMessage) : value,
    ),
  }
}

/** The position of a reader as a row of its batch. */
export const positionRow = (
  { key, value }: NonNullable<LogBatch['position']>,
  { keepDays, version }: { keepDays: number; version: number },
) => ({
  ...emptyRow,
  ref: '',
  source: 0,
  level: 0,
  keep_days: keepDays,
  at: timeText(version),
  id: String(version),
  path: key,
  message: value,
})

export const readColumns = `toString(id) as row_id, source, level, status, is_own, duration_ms,
  toUnixTimestamp64Milli(at) as at_ms, toString(pattern) as row_pattern, method, path, user_name,
  database_name, code, request_id, message, metadata`

export type ReadRow = {
  row_id: string
  source: number
  level: number
  status: number | null
  is_own: boolean
  duration_ms: number | null
  at_ms: number | string
  row_pattern: string
  method: string | null
  path: string | null
  user_name: string | null
  database_name: string | null
  code: string | null
  request_id: string | null
  message: string
  metadata: string
}

export const toLogRow = (row: ReadRow): LogRow => ({
  id: row.row_id,
  source: sourceOf(row.source),
  at: new Date(Number(row.at_ms)),
  level: levelOf(row.level),
  message: row.message,
  durationMs: row.duration_ms,
  isOwn: row.is_own,
  pattern: row.row_pattern,
  status: row.status,
  method: row.method,
  path: row.path,
  user: row.user_name,
  database: row.database_name,
  code: row.code,
  request_id: row.request_id,
  metadata: JSON.parse(row.metadata) as LogRow['metadata'],
})
