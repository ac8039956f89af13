import { levelNumbers, levelOf } from '../rows/levels.ts'
import type { LogRow, NewLogRow } from '../rows/log-row.ts'
import { patternOf } from '../rows/pattern.ts'
import { nextRowId } from '../rows/row-ids.ts'
import { sourceNumbers, sourceOf } from '../rows/sources.ts'
import { copyLine } from './copy-text.ts'

/** In the order of `storedColumns`. */
export const storedColumns = [
  'project_id',
  'source',
  'level',
  'keep_days',
  'status',
  'is_own',
  'duration_ms',
  'at',
  'id',
  'pattern',
  'method',
  'path',
  'user_name',
  'database_name',
  'code',
  'request_id',
  'message',
  'metadata',
] as const

const maxMessage = 64 * 1024
const maxField = 2048

/** PostgreSQL stores no NUL and no unpaired surrogate. */
const unstorable = /[\0\p{Surrogate}]/gu

/** Half of a character in UTF-16: few texts have one, and this is a much faster search. */
// oxlint-disable-next-line require-unicode-regexp -- with it a pair is one character
const maybeUnstorable = /[\0\ud800-\udfff]/

function storable(text: string, most: number): string {
  const cut = text.length > most ? text.slice(0, most) : text
  return maybeUnstorable.test(cut) ? cut.replaceAll(unstorable, '') : cut
}

const field = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : storable(text, maxField)

type Placed = { projectId: number; keepDays: number }

export type PreparedRow = { row: NewLogRow; id: bigint; pattern: bigint; message: string }

export function prepare(row: NewLogRow): PreparedRow {
  const message = storable(row.message, maxMessage)
  return { row, message, id: nextRowId(row.at), pattern: patternOf(message) }
}

/** The line of a row in COPY. */
export function rowLine({ row, id, pattern, message }: PreparedRow, placed: Placed): string {
  return copyLine([
    placed.projectId,
    sourceNumbers[row.source],
    levelNumbers[row.level],
    placed.keepDays,
    row.status ?? null,
    row.isOwn === true ? 't' : 'f',
    row.durationMs ?? null,
    new Date(row.at).toISOString(),
    id,
    pattern,
    field(row.method),
    field(row.path),
    field(row.user),
    field(row.database),
    field(row.code),
    field(row.request_id),
    message,
    storableJson(row.metadata),
  ])
}

/** In JSON, what `jsonb` does not store is always written as an escape. */
const unstorableJson = /\\u(?:0000|d[89a-f])/u

/** As `storable`; the slow way is taken for the few rows that need it. */
function storableJson(metadata: NewLogRow['metadata']): string {
  const json = JSON.stringify(metadata)
  if (json.length <= maxMessage && !unstorableJson.test(json)) return json
  return JSON.stringify(metadata, (_, value: unknown) =>
    typeof value === 'string' ? storable(value, maxMessage) : value,
  )
}

/** The time of a row in milliseconds since 1970, from its id: see `nextRowId`. */
export const millisecondsOfId = '((id >> 22) + 1577836800000)'

/** A row as `readColumns` selects it. */
export type StoredRow = {
  id: string
  source: number
  level: number
  status: number | null
  is_own: boolean
  duration_ms: number | null
  at: Date
  pattern: string
  method: string | null
  path: string | null
  user_name: string | null
  database_name: string | null
  code: string | null
  request_id: string | null
  message: string
  metadata: LogRow['metadata']
}

export const readColumns = `id::text, source, level, status, is_own, duration_ms, at,
  pattern::text, method, path, user_name, database_name, code, request_id, message, metadata`

export const toLogRow = (row: StoredRow): LogRow => ({
  id: row.id,
  source: sourceOf(row.source),
  at: row.at,
  level: levelOf(row.level),
  message: row.message,
  durationMs: row.duration_ms,
  isOwn: row.is_own,
  pattern: row.pattern,
  status: row.status,
  method: row.method,
  path: row.path,
  user: row.user_name,
  database: row.database_name,
  code: row.code,
  request_id: row.request_id,
  metadata: row.metadata,
})
