import type { SessionState } from '@basalt/contract/database/sessions'

import type { Run, StatementResult } from './run-model.ts'
import type { RunRequest } from './run-store.ts'

/** Of each statement, and of a run with all of its statements. */
export const storedLimits = { rows: 5000, bytes: 5_000_000 }

type Limits = typeof storedLimits

type StoredStatement = Omit<StatementResult, 'rowCount' | 'isCut'> & {
  /** Number of received rows, possibly more than stored. */
  came: number
}

/** A run in browser storage, to be shown after the page was closed. */
export type StoredRun = {
  shape: 1
  /** Its start, in milliseconds. */
  at: number
  request: RunRequest
  state: Run['state']
  of: number | undefined
  statements: StoredStatement[]
  decided: Run['decided']
  session: SessionState | undefined
  failure: string | undefined
  isInterrupted?: boolean
  /** An upper bound of its storage size. */
  bytes: number
}

/** A run of before, which is shown like a run. */
export type FormerRun = {
  at: number
  request: RunRequest
  run: Run
  /** Number of received rows, by statement. */
  came: readonly number[]
  /** Its state when the page was left; undefined when it was completed. */
  interrupted: 'running' | 'held' | undefined
}

const maxNotices = 100

/**
 * The stored part of a run: the first rows of each statement. Each statement gets a share of the
 * space that earlier ones left. Undefined when nothing is worth storing, or without space.
 */
export function getStored(
  run: Run,
  { request, at }: { request: RunRequest; at: number },
  limits: Limits = storedLimits,
): StoredRun | undefined {
  if (run.statements.length === 0) return undefined
  const bare = run.statements.map(withoutRows)
  const stored: StoredRun = {
    shape: 1,
    at,
    request,
    state: run.state,
    of: run.of,
    statements: bare,
    decided: run.decided,
    // An unchanged session state has no information about the run.
    session: run.session === run.before ? undefined : run.session,
    failure: run.failure?.message,
    ...(run.isInterrupted === true && { isInterrupted: true }),
    bytes: 1000,
  }
  stored.bytes +=
    getSize(request) + getSize(run.decided) + getSize(stored.session) + getSize(stored.failure)
  for (const statement of bare) stored.bytes += getSize(statement)
  if (stored.bytes > limits.bytes) return undefined
  for (const [position, statement] of bare.entries()) {
    const { rows = [], rowCount = 0 } = run.statements[position] ?? {}
    const share = Math.floor((limits.bytes - stored.bytes) / (bare.length - position))
    const most = Math.min(rowCount, limits.rows)
    let [count, bytes] = [0, 0]
    for (; count < most; count += 1) {
      const next = bytes + getSize(rows[count])
      if (next > share) break
      bytes = next
    }
    statement.rows = rows.slice(0, count)
    stored.bytes += bytes
  }
  return stored
}

function withoutRows(statement: StatementResult): StoredStatement {
  const { start, end, state, fields, notices, command, affected, durationMs, error } = statement
  const { origins } = statement
  return {
    start,
    end,
    state,
    fields,
    rows: [],
    came: statement.rowCount,
    notices: notices.slice(0, maxNotices),
    ...(origins !== undefined && { origins }),
    ...(command !== undefined && { command }),
    ...(affected !== undefined && { affected }),
    ...(durationMs !== undefined && { durationMs }),
    ...(error !== undefined && { error }),
  }
}

/** The same with the rows as they are shown now: some were changed and saved. */
export function amendedRun(stored: StoredRun, shown: readonly StatementResult[]): StoredRun {
  let { bytes } = stored
  const statements = stored.statements.map((statement, position) => {
    const rows = shown[position]?.rows ?? statement.rows
    if (rows !== statement.rows) bytes += getSize(rows) - getSize(statement.rows)
    return { ...statement, rows }
  })
  return { ...stored, statements, bytes }
}

/** An upper bound of a value's storage size: two bytes for a character, and overhead. */
function getSize(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + 8
  if (typeof value !== 'object' || value === null) return 12
  let size = 16
  if (Array.isArray(value)) for (const one of value) size += getSize(one)
  else for (const [key, one] of Object.entries(value)) size += getSize(key) + getSize(one)
  return size
}

export const isOver = ({ state }: Pick<Run, 'state'>): boolean =>
  state !== 'running' && state !== 'held'

/** The run in its stored state. An unfinished one ended with the page. */
export function getFormer(stored: StoredRun): FormerRun {
  const interrupted =
    stored.state === 'running' || stored.state === 'held' ? stored.state : undefined
  return {
    at: stored.at,
    request: stored.request,
    came: stored.statements.map(({ came }) => came),
    interrupted,
    run: {
      id: 0,
      from: stored.request.from,
      state: interrupted === undefined ? stored.state : 'cancelled',
      statements: stored.statements.map(formerStatement),
      ...(stored.of !== undefined && { of: stored.of }),
      ...(stored.decided !== undefined && { decided: stored.decided }),
      ...(stored.session !== undefined && { session: stored.session }),
      ...(stored.failure !== undefined && { failure: new Error(stored.failure) }),
      ...(stored.isInterrupted === true && { isInterrupted: true }),
    },
  }
}

function formerStatement({ came, ...statement }: StoredStatement): StatementResult {
  const rowCount = statement.rows.length
  return {
    ...statement,
    state: statement.state === 'running' ? 'cancelled' : statement.state,
    rowCount,
    isCut: came > rowCount,
  }
}
