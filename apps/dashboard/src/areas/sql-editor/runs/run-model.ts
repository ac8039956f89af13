import type {
  HeldRun,
  QueryLine,
  ResultField,
  ResultOrigins,
  SqlWarning,
} from '@basalt/contract/database/query'
import type { SessionState } from '@basalt/contract/database/sessions'
import type { SqlErrorDetail } from '@basalt/contract/errors'

type Row = readonly (string | null)[]

type StatementError = {
  message: string
  hint?: string | undefined
  detail?: string | undefined
  sqlstate?: string | undefined
  /** 0-based offset into the text of the editor. */
  offset?: number | undefined
}

export type StatementResult = {
  /** Offsets into the text of the editor. */
  start: number
  end: number
  /** `lost`: its answer broke off, and its outcome is unknown. */
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'lost'
  fields: readonly ResultField[] | null
  /** The origins of the fields, as far as known. */
  origins?: ResultOrigins
  /**
   * Received rows. The array is shared between the states of a run and only appended to, so that a
   * large result is not copied with each batch; `rowCount` is the number that belongs to this
   * state.
   */
  rows: Row[]
  rowCount: number
  /** More rows were received than stored. */
  isCut: boolean
  notices: readonly { severity: string; message: string }[]
  command?: string
  /** Returned or changed rows, as PostgreSQL counts them. */
  affected?: number | null
  durationMs?: number
  error?: StatementError
}

/** The queue before a run has a connection. */
export type QueueStatus = Omit<Extract<QueryLine, { type: 'queued' }>, 'type'>

export type Blocker = Extract<QueryLine, { type: 'waiting' }>['for'][number]

type Decided = Omit<Extract<QueryLine, { type: 'decided' }>, 'type'>

export type Run = {
  id: number
  /** Offset of the sent text in the editor. */
  from: number
  /** `asking`: nothing was run; `held`: its transaction waits for a decision. */
  state: 'running' | 'held' | 'asking' | 'done' | 'failed' | 'cancelled'
  statements: readonly StatementResult[]
  /** Statements of the text, also those that were not reached. */
  of?: number
  queueStatus?: QueueStatus | undefined
  /** The sessions that block its statement. */
  waiting?: readonly Blocker[] | undefined
  warnings?: readonly SqlWarning[]
  held?: HeldRun
  /** How often another run was attempted during its pending decision. */
  pressed?: number
  decided?: Decided
  /** The state of the session after the run, or before it until that is known. */
  session?: SessionState
  /** The state of the session before the run, if known. */
  before?: SessionState
  /** Why there is no answer, or an incomplete one: the network, the rights, the database. */
  failure?: Error
  /** It was never sent. */
  isUnsent?: boolean
  /** The server or the connection to it was lost, with the rest of the answer. */
  isInterrupted?: boolean
}

/** Maximum number of stored rows of one statement; further ones are only counted. */
const maxRows = 500_000

export const startRun = (id: number, from: number): Run => ({
  id,
  from,
  state: 'running',
  statements: [],
})

/** The run after some more lines of its answer. */
export function withLines(run: Run, lines: readonly QueryLine[], stored = maxRows): Run {
  const statements = [...run.statements]
  let next = run
  let { state } = run
  for (const line of lines) {
    if (line.type === 'end') {
      if (state === 'running') state = 'done'
      continue
    }
    if (!('statement' in line)) {
      next = { ...next, ...aboutRun(line) }
      if (line.type === 'ask') state = 'asking'
      if (line.type === 'held') state = 'held'
      if (line.type === 'decided' && state === 'held') state = 'running'
      continue
    }
    const isWaiting = next.queueStatus !== undefined || next.waiting !== undefined
    next = isWaiting ? { ...next, queueStatus: undefined, waiting: undefined } : next
    if (line.type === 'statement') {
      next = { ...next, of: line.of }
      statements[line.statement] = started(run.from + line.start, run.from + line.end)
      continue
    }
    const current = statements[line.statement]
    if (current === undefined) continue
    statements[line.statement] = withLine(current, line, { from: run.from, stored })
    if (line.type === 'error') state = line.cancelled ? 'cancelled' : 'failed'
  }
  return { ...next, state, statements }
}

type RunLine = Exclude<QueryLine, { statement: number } | { type: 'end' }>

/** A line's information about the run as a whole. */
function aboutRun(line: RunLine): Partial<Run> {
  if (line.type === 'ask') return { warnings: line.warnings }
  if (line.type === 'session') return { session: line.state }
  if (line.type === 'waiting') return { waiting: line.for }
  const { type, ...reported } = line
  if (type === 'queued') return { queueStatus: reported as QueueStatus }
  return type === 'held' ? { held: reported as HeldRun } : { decided: reported as Decided }
}

type Outcome =
  | { cancelled: boolean }
  | { failure: Error; isUnsent?: boolean; isInterrupted?: boolean }

/** The run after its answer has ended, or broken off. */
export function endRun(run: Run, outcome: Outcome): Run {
  if (run.state !== 'running' && run.state !== 'held') return run
  const state = 'cancelled' in outcome ? ('cancelled' as const) : ('failed' as const)
  const isLost = 'isInterrupted' in outcome && outcome.isInterrupted
  const unended = isLost ? ('lost' as const) : state
  const statements = run.statements.map((statement) =>
    statement.state === 'running' ? { ...statement, state: unended } : statement,
  )
  return { ...run, state, statements, ...('failure' in outcome && outcome) }
}

const started = (start: number, end: number): StatementResult => ({
  start,
  end,
  state: 'running',
  fields: null,
  rows: [],
  rowCount: 0,
  isCut: false,
  notices: [],
})

type StatementLine = Exclude<Extract<QueryLine, { statement: number }>, { type: 'statement' }>

function withLine(
  result: StatementResult,
  line: StatementLine,
  { from, stored }: { from: number; stored: number },
): StatementResult {
  switch (line.type) {
    case 'fields':
      return { ...result, fields: line.fields }
    case 'origins':
      return { ...result, origins: { tables: line.tables, fields: line.fields } }
    case 'rows': {
      const fitting = line.rows.slice(0, Math.max(0, stored - result.rowCount))
      for (const row of fitting) result.rows.push(row)
      const isCut = result.isCut || fitting.length < line.rows.length
      return { ...result, rowCount: result.rowCount + fitting.length, isCut }
    }
    case 'notice': {
      const { severity, message } = line
      return { ...result, notices: [...result.notices, { severity, message }] }
    }
    case 'complete':
      return {
        ...result,
        state: 'done',
        command: line.command,
        affected: line.row_count,
        durationMs: line.duration_ms,
      }
    case 'error':
      return {
        ...result,
        state: line.cancelled ? 'cancelled' : 'failed',
        error: getError(line.message, line.sql, from),
      }
    default:
      return result
  }
}

function getError(message: string, sql: SqlErrorDetail | undefined, from: number): StatementError {
  const { position, hint, detail, sqlstate } = sql ?? {}
  return {
    message,
    hint,
    detail,
    sqlstate,
    ...(position !== undefined && { offset: from + position - 1 }),
  }
}

/** The statement at which the run stopped early; -1 otherwise. */
export const unendedAt = (statements: Run['statements']): number =>
  statements.findIndex(({ state }) => state !== 'done' && state !== 'running')

/** The default statement to show. */
export function statementToShow({ statements }: Pick<Run, 'statements'>): number {
  const failed = unendedAt(statements)
  if (failed !== -1) return failed
  const withRows = statements.findLastIndex(({ fields }) => fields !== null)
  return withRows === -1 ? statements.length - 1 : withRows
}

/** The part of the text that an error is marked on: the word at its place. */
export function markedRange(
  text: string,
  { error, start, end }: Pick<StatementResult, 'error' | 'start' | 'end'>,
): { from: number; to: number } {
  const offset = error?.offset
  if (offset === undefined || offset >= text.length) {
    const last = Math.min(end, text.length)
    return { from: Math.min(offset ?? start, Math.max(last - 1, 0)), to: last }
  }
  const word = /^[\w$.]+|^"(?:[^"]|"")*"|^'(?:[^']|'')*'/u.exec(text.slice(offset))
  return { from: offset, to: Math.min(offset + (word?.[0].length ?? 1), text.length) }
}
