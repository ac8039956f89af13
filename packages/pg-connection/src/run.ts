import { EngineError, type RunListener } from '@basalt/engine'

import { cancelled } from './failures.ts'
import type { Lease } from './lease.ts'
import { type Batch, StatementCursor, textFields } from './statement-cursor.ts'

type RunOptions = {
  signal?: AbortSignal
  batchRows: number
  values?: readonly (string | null)[]
}
type RunResult = { command: string; rowCount: number | null }
type Run = (statement: string, listener: RunListener, options: RunOptions) => Promise<RunResult>

/** Runs one statement with a cursor on the lease's connection. */
export function runOn(lease: Lease): Run {
  return async (statement, listener, options) => {
    const onNotice = (notice: { severity?: string | undefined; message?: string | undefined }) =>
      listener.onNotice({ severity: notice.severity ?? 'NOTICE', message: notice.message ?? '' })
    lease.client.on('notice', onNotice)
    try {
      return await stream({ lease, statement, listener, options })
    } finally {
      lease.client.removeListener('notice', onNotice)
    }
  }
}

/**
 * Runs each statement in a read-only transaction of its own; a `begin` in a script does not
 * reach its next statement.
 */
export function readOnlyRun(lease: Lease): Run {
  const run = runOn(lease)
  return (statement, listener, options) =>
    inReadOnlyTransaction(lease, () => run(statement, listener, options), 'commit')
}

/**
 * How a transaction ends that cannot have written: settings of the session stay with a commit, for
 * a session of somebody's own; with a rollback nothing is left on a connection that others get.
 */
type End = 'commit' | 'rollback'

/**
 * PostgreSQL lets nothing make a transaction writable after its first query, so the work cannot
 * write.
 */
export function inReadOnlyTransaction<T>(
  lease: Lease,
  work: () => Promise<T>,
  end: End,
): Promise<T> {
  return inTransactionOf(lease, work, { begin: 'begin transaction read only; select 1', end })
}

/** What others commit meanwhile is not seen, and nothing of it stays. */
export function inSnapshot<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  const begin = 'begin transaction isolation level repeatable read read only; select 1'
  return inTransactionOf(lease, work, { begin, end: 'rollback' })
}

async function inTransactionOf<T>(
  lease: Lease,
  work: () => Promise<T>,
  { begin, end }: { begin: string; end: End },
): Promise<T> {
  await lease.script(begin)
  try {
    const result = await work()
    await lease.script(end)
    return result
  } catch (error) {
    // A connection that refuses even this is of no use any more.
    await lease.script('rollback').catch(() => lease.destroy())
    throw error
  }
}

type Running = { lease: Lease; statement: string; listener: RunListener; options: RunOptions }

async function stream({ lease, statement, listener, options }: Running): Promise<RunResult> {
  const { signal, batchRows } = options
  const cursor = new StatementCursor(statement, options.values)
  if (signal?.aborted) throw cancelled()
  lease.client.query(cursor)
  // Only the database's share is cancelled there: while the listener works, nothing runs.
  const next = () => lease.cancellable(signal, () => cursor.nextBatch(batchRows))
  let batch: Batch = await next()
  let rowCount = 0
  try {
    await listener.onFields(textFields(batch.result))
    while (batch.rows.length > 0) {
      rowCount += batch.rows.length
      await listener.onRows(batch.rows)
      if (batch.rows.length < batchRows) break
      batch = await next()
    }
  } catch (error) {
    await cursor.closeUnlessFailed().catch(() => lease.destroy())
    throw error
  }
  const { command, rowCount: affected } = batch.result
  return { command: cursor.command ?? command ?? '', rowCount: rowCount > 0 ? rowCount : affected }
}

/** A session that was given back answers no more. */
export function releasedError(): EngineError {
  return new EngineError('unreachable', 'The session was given back already.')
}
