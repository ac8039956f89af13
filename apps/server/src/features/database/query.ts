import { databaseQuery, type QueryLine, type ResultField } from '@basalt/contract'
import {
  type DatabaseSession,
  EngineError,
  type ProjectEngine,
  type TextField,
} from '@basalt/engine'
import { nameTypes as nameResultTypes } from '@basalt/pg-admin'
import { offsetOfPosition, splitStatements } from '@basalt/pg-sql'

import { type Context, type DataContext, projectOf } from '../../http/context.ts'
import { type Endpoint, serveStream } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { databaseFor } from './connection.ts'
import { recordBefore, recordFailure } from './recorded.ts'
import { advice, copiesToNobody, isTransactionOpen } from './script-advice.ts'
import { countKinds } from './statement-kinds.ts'

/** The first rows go out early, later ones in batches that are cheap to send. */
const batchRows = 500

type Emit = (line: QueryLine) => Promise<void>
type Statement = { text: string; start: number; end: number }

type QueryServices = { engine: ProjectEngine; store: Store }

/** Runs scripts: each statement on its own, as a script's author would in psql. */
export function queryFeature({ engine, store }: QueryServices): Endpoint[] {
  return [
    serveStream(databaseQuery.run, async ({ body }, context, emit) => {
      const statements = splitStatements(body.query)
      const work = workOf(context, statements)
      // The row is written while the session opens, so that it costs no time.
      const { db, session } = await openRecorded(engine, context, () =>
        recordBefore(store, context, work),
      )
      const nameTypes = (fields: readonly TextField[]) => nameResultTypes(db, fields)
      let isOpen = false
      let last = 0
      try {
        for (const [index, statement] of statements.entries()) {
          await emit({
            type: 'statement',
            statement: index,
            start: statement.start,
            end: statement.end,
          })
          const run = { session, statement, index, emit, signal: context.signal, nameTypes }
          last = index
          const command = await runStatement(run)
          if (command === null) {
            await recordFailure(store, context, {
              ...work,
              details: { ...work.details, failed_at: index },
            })
            break
          }
          isOpen = isTransactionOpen(isOpen, { command, text: statement.text })
        }
        if (isOpen) await emit(warning(last, advice.leftOpen))
        await emit({ type: 'end' })
      } finally {
        await session.release()
      }
    }),
  ]
}

const workOf = (context: Context, statements: readonly Statement[]) => ({
  action: 'sql.run',
  target: { kind: 'database', id: projectOf(context).ref },
  details: { statements: countKinds(statements.map(({ text }) => text)) },
})

/** A session is given back when the row could not be written: nothing runs without it. */
async function openRecorded(
  engine: ProjectEngine,
  context: DataContext,
  record: () => Promise<void>,
) {
  const db = await databaseFor(engine, context)
  const [recorded, opened] = await Promise.allSettled([record(), db.session()])
  if (opened.status === 'rejected') throw opened.reason
  if (recorded.status === 'rejected') {
    await opened.value.release()
    throw recorded.reason
  }
  return { db, session: opened.value }
}

type Run = {
  session: DatabaseSession
  statement: Statement
  index: number
  emit: Emit
  signal: AbortSignal
  nameTypes: (fields: readonly TextField[]) => Promise<ResultField[]>
}

const warning = (statement: number, message: string): QueryLine => ({
  type: 'notice',
  statement,
  severity: 'WARNING',
  message,
})

/**
 * The command that was completed, or null when the statement failed: what follows was
 * written in the belief that it would not.
 */
async function runStatement({
  session,
  statement,
  index,
  emit,
  signal,
  nameTypes,
}: Run): Promise<string | null> {
  const startedAt = performance.now()
  const notices: Promise<void>[] = []
  try {
    const outcome = await session.run(
      statement.text,
      {
        async onFields(fields) {
          if (fields.length > 0) {
            await emit({ type: 'fields', statement: index, fields: await nameTypes(fields) })
          }
        },
        onRows: (rows) => emit({ type: 'rows', statement: index, rows }),
        onNotice: (notice) => notices.push(emit({ type: 'notice', statement: index, ...notice })),
      },
      { signal, batchRows },
    )
    await Promise.all(notices)
    if (copiesToNobody({ command: outcome.command, text: statement.text })) {
      await emit(warning(index, advice.copiedToNobody))
    }
    await emit({
      type: 'complete',
      statement: index,
      command: outcome.command,
      row_count: outcome.rowCount,
      duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
    })
    return outcome.command
  } catch (error) {
    await emit(failureOf(error, index, statement))
    return null
  }
}

function failureOf(error: unknown, index: number, { start, text }: Statement): QueryLine {
  if (!(error instanceof EngineError)) throw error
  const { sql } = error
  const hint = text.startsWith('\\')
    ? 'Commands that begin with a backslash belong to psql. Use a query on the catalog instead, for example select * from pg_tables.'
    : sql?.hint
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
