import { setTimeout } from 'node:timers/promises'

import type { QueryLine, ResultField, ResultOrigins } from '@basalt/contract/database/query'
import { EngineError, type DatabaseSession, type RunListener, type TextField } from '@basalt/engine'
import type { Source } from '@basalt/pg-grammar'
import { offsetOfPosition } from '@basalt/pg-sql'

import type { EmitLine } from '../../../http/stream.ts'
import { type SplitAgain, RunningScript } from './running-script.ts'
import { advice, copiesToNoOne } from './script-advice.ts'
import { withinLongest } from './statement-limit.ts'

/** The first rows go out early, later ones in batches that are cheap to send. */
const batchRows = 500

export type Emit = EmitLine<QueryLine>

/** A statement as it is run: `text` may have got a limit; the offsets are those of its author. */
export type ScriptStatement = {
  text: string
  start: number
  end: number
  /** The tables whose columns it returns, when known. */
  sources?: readonly Source[] | undefined
  /** The alternative, when it cannot be run. */
  hint?: string
  /** Why it is not sent. */
  refusal?: string
}

type Trace = (
  fields: readonly TextField[],
  sources: readonly Source[] | undefined,
) => Promise<ResultOrigins | null>

export type StatementRun = {
  connection: DatabaseSession
  emit: Emit
  signal: AbortSignal
  nameTypes: (fields: readonly TextField[]) => Promise<ResultField[]>
  /** Resolves the origins of a result's fields. */
  trace: Trace
  values: readonly (string | null)[] | undefined
  isReadOnly: boolean
  /** Timeout of each statement, independent of the session's settings; null without one. */
  maxMs: number | null
  splitAgain: SplitAgain
}

/** The results of the statements; `failedAt` counts from 0. */
export type Outcome = {
  failedAt: number | null
  isCancelled: boolean
  /** Not a statement failed, but the connection. */
  isBroken: boolean
  message: string | null
  rows: number
  /** A setting was made that no catalog lists; null when all were reset. */
  hasSettings: boolean | null
}

/** Runs them one after another, as a script's author would in psql; stops at a failure. */
export async function runStatements(
  cut: readonly ScriptStatement[],
  run: StatementRun,
): Promise<Outcome> {
  const outcome: Outcome = {
    failedAt: null,
    isCancelled: false,
    isBroken: false,
    message: null,
    rows: 0,
    hasSettings: false,
  }
  const traced: Promise<void>[] = []
  const script = new RunningScript(cut, run)
  for (let statement = script.next(); statement !== undefined; statement = script.next()) {
    const { index, of } = script
    const { start, end } = statement
    await run.emit({ type: 'statement', statement: index, of, start, end }, 'with-next')
    try {
      const { command, rowCount } = await runStatement({ statement, index, traced }, run)
      outcome.rows += rowCount ?? 0
      outcome.hasSettings = settingsAfter(outcome.hasSettings, { command, text: statement.text })
      await script.follow(statement)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      await run.emit(getFailure(error, index, statement))
      const { kind, message } = error
      const isBroken = run.connection.isLost()
      await Promise.all(traced)
      return { ...outcome, failedAt: index, isCancelled: kind === 'cancelled', isBroken, message }
    }
  }
  await Promise.all(traced)
  return outcome
}

type Running = {
  statement: ScriptStatement
  index: number
  /** Origins of the fields of all statements so far; never reject. */
  traced: Promise<void>[]
}

async function runStatement({ statement, index, traced }: Running, run: StatementRun) {
  const { connection, emit, signal, nameTypes, trace, values, isReadOnly, maxMs } = run
  const startedAt = performance.now()
  const adjacent = new Set<Promise<void>>()
  const listener: RunListener = {
    async onFields(fields) {
      if (fields.length === 0) return
      const named = await nameTypes(fields)
      await emit({ type: 'fields', statement: index, fields: named }, 'with-next')
      // Neither the rows nor the next statement wait for it.
      traced.push(describeOrigins(trace(fields, statement.sources), { emit, index }))
    },
    // Fewer rows than requested are the last ones.
    onRows: (rows) =>
      emit({ type: 'rows', statement: index, rows }, rows.length < batchRows ? 'with-end' : 'now'),
    onNotice(notice) {
      const reported = emit({ type: 'notice', statement: index, ...notice })
      adjacent.add(reported)
      return reported.finally(() => adjacent.delete(reported))
    },
  }
  const options = { batchRows, isReadOnly, ...(values !== undefined && { values }) }
  if (statement.refusal !== undefined) throw new EngineError('statement', statement.refusal)
  let endedAt = startedAt
  const outcome = await withinLongest(maxMs, signal, (until) =>
    connection.run(statement.text, listener, { ...options, signal: until }),
  ).finally(() => {
    endedAt = performance.now()
    // Nothing is reported for a statement after its error.
    return Promise.allSettled(adjacent)
  })
  await Promise.all(adjacent)
  if (copiesToNoOne({ command: outcome.command, text: statement.text })) {
    await emit(warning(index, advice.copiedToNobody))
  }
  const complete = {
    type: 'complete' as const,
    statement: index,
    command: outcome.command,
    row_count: outcome.rowCount,
    duration_ms: Math.round((endedAt - startedAt) * 100) / 100,
  }
  await emit(complete, 'with-end')
  return outcome
}

type Reported = { emit: Emit; index: number }

/** How long the end of a run waits for origins. */
const maxTracingMs = 1000

/** Without them a result is shown like any other. */
async function describeOrigins(
  traced: ReturnType<Trace>,
  { emit, index }: Reported,
): Promise<void> {
  const late = setTimeout(maxTracingMs, null, { ref: false })
  const origins = await Promise.race([traced.catch(() => null), late])
  if (origins === null) return
  // A client that misses this misses the rows as well.
  await emit({ type: 'origins', statement: index, ...origins }).catch(() => {})
}

export const warning = (statement: number, message: string): QueryLine => ({
  type: 'notice',
  statement,
  severity: 'WARNING',
  message,
})

function settingsAfter(
  before: boolean | null,
  { command, text }: { command: string; text: string },
): boolean | null {
  if (command === 'DISCARD ALL') return null
  if (command === 'RESET' && /\ball\b/iu.test(text)) return null
  const isSetting = command === 'SET' && !/^set\s+(?:local|transaction|constraints)\b/iu.test(text)
  return isSetting || /\bset_config\b/iu.test(text) ? true : before
}

function getFailure(error: EngineError, index: number, statement: ScriptStatement): QueryLine {
  const { start, text } = statement
  const { sql } = error
  const hint = text.startsWith('\\') ? (statement.hint ?? advice.psql) : sql?.hint
  return {
    type: 'error',
    statement: index,
    message: error.message,
    cancelled: error.kind === 'cancelled',
    ...(sql !== undefined && {
      sql: {
        ...sql,
        ...(hint !== undefined && { hint }),
        // The editor marks the place in the whole text.
        ...(sql.position !== undefined && {
          position: start + offsetOfPosition(text, sql.position) + 1,
        }),
      },
    }),
  }
}
