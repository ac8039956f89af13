import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { ApiError } from '@basalt/contract/errors'
import { assistantLimits, type AssistantQueryResult } from '@basalt/contract/project/assistant'

import { stream } from '../../lib/network/api.ts'

/** Timeout of an assistant's query in the database. */
const timeoutMs = 10_000

/**
 * Runs an assistant's query in a read-only transaction. It is recorded like every run. Failures are
 * part of the result, which the assistant gets.
 */
export async function runQuery(
  ref: string,
  sql: string,
  signal?: AbortSignal,
): Promise<AssistantQueryResult> {
  const enough = new AbortController()
  const signals = signal === undefined ? enough.signal : AbortSignal.any([signal, enough.signal])
  const gathered = gather(() => enough.abort())
  const body = {
    query: sql,
    limit: assistantLimits.rows,
    settings: { read_only: true, statement_timeout_ms: timeoutMs },
  }
  try {
    await stream(
      databaseQuery.run,
      { params: { ref }, body },
      { signal: signals, onLine: gathered.read },
    )
  } catch (error) {
    if (!enough.signal.aborted) return failed(splitWords(error, signal))
  }
  // Incomplete rows are no result: the rest is unknown.
  if (!gathered.isEnded() && !enough.signal.aborted) {
    return failed('The connection was lost before the result was complete. Run the query again.')
  }
  return gathered.result()
}

const splitWords = (error: unknown, signal: AbortSignal | undefined): string => {
  if (signal?.aborted === true) return 'Cancelled'
  return error instanceof ApiError ? error.message : 'The query could not be run'
}

const noRows = { row_count: null, columns: [], rows: [], error: null }

const failed = (error: string): AssistantQueryResult => ({ outcome: 'failed', ...noRows, error })

export const declined: AssistantQueryResult = { outcome: 'declined', ...noRows }

/** Stores the first rows of the last statement that returned any. */
function gather(onEnough: () => void) {
  let columns: string[] = []
  let rows: (string | null)[][] = []
  let count: number | null = null
  let error: AssistantQueryResult | undefined
  let isEnded = false
  const read = (line: QueryLine) => {
    if (line.type === 'fields') {
      columns = line.fields.map(({ name }) => name)
      rows = []
      count = null
    } else if (line.type === 'rows') {
      const room = assistantLimits.rows - rows.length
      rows.push(...line.rows.slice(0, room))
      // Rows beyond the limit are not awaited.
      if (line.rows.length > room) onEnough()
    } else if (line.type === 'complete') count = line.row_count ?? count
    else if (line.type === 'error') error = failedBy(line)
    else if (line.type === 'end') isEnded = true
  }
  const result = (): AssistantQueryResult =>
    error ?? {
      outcome: 'done',
      row_count: count ?? (columns.length > 0 ? rows.length : null),
      columns,
      rows,
      error: null,
    }
  return { read, result, isEnded: () => isEnded }
}

/** Without the detail, which quotes rows. The server decides what of the rest is shared. */
function failedBy({ message, sql }: Extract<QueryLine, { type: 'error' }>): AssistantQueryResult {
  if (sql === undefined) return failed(message)
  const { sqlstate, hint, position } = sql
  const words = `${sqlstate}: ${message}`
  return { ...failed(hint === undefined ? words : `${words}\n${hint}`), sqlstate, position }
}
