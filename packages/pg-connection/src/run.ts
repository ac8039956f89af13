import { EngineError, type RunListener, type Snapshot } from '@basalt/engine'

import { cancelled, shownText } from './failures.ts'
import type { Lease } from './lease.ts'
import { type Batch, StatementCursor } from './statement-cursor.ts'

type RunOptions = {
  signal?: AbortSignal | undefined
  batchRows: number
  values?: readonly (string | null)[] | undefined
}
type Notice = { severity?: string | undefined; message?: string | undefined }
type RunResult = { command: string; rowCount: number | null }
type Run = (statement: string, listener: RunListener, options: RunOptions) => Promise<RunResult>

/** Runs one statement with a cursor on the lease's connection. */
export function runOn(lease: Lease): Run {
  return async (statement, listener, options) => {
    const notices = new Notices(lease, listener)
    const onNotice = (notice: Notice) => notices.tell(notice)
    lease.client.on('notice', onNotice)
    try {
      return await stream({ lease, statement, listener, options })
    } finally {
      lease.client.removeListener('notice', onNotice)
      notices.end()
    }
  }
}

/**
 * Runs each statement in a separate read-only transaction; a `begin` in a script does not affect
 * its next statement.
 */
export function readOnlyRun(lease: Lease): Run {
  const run = runOn(lease)
  return (statement, listener, options) =>
    inReadOnlyTransaction(lease, () => run(statement, listener, options), 'commit')
}

/**
 * How a transaction that cannot have written ends: a commit keeps settings of the session, for a
 * session of one user; a rollback resets them on a shared connection.
 */
type End = 'commit' | 'rollback'

/**
 * PostgreSQL refuses to make a transaction writable after its first query, so the work cannot
 * write.
 */
export function inReadOnlyTransaction<T>(
  lease: Lease,
  work: () => Promise<T>,
  end: End,
): Promise<T> {
  return runInTransaction(lease, work, { begin: 'begin transaction read only; select 1', end })
}

/** Commits of other sessions are not visible, and none of its effects stay. */
export function inSnapshot<T>(lease: Lease, work: (db: Snapshot) => Promise<T>): Promise<T> {
  const begin = 'begin transaction isolation level repeatable read read only; select 1'
  return runInTransaction(lease, () => work(snapshotOn(lease)), { begin, end: 'rollback' })
}

/** Rows per batch when they are narrow. */
const snapshotRows = 500

const snapshotOn = (lease: Lease): Snapshot => ({
  query: (text, values, options) => lease.query(text, values, options),
  text: (text, values, options) => lease.text(text, values, options),
  async eachBatch(statement, onRows, { values, signal } = {}) {
    const listener = { onFields() {}, onRows, onNotice() {} }
    await runOn(lease)(statement, listener, { batchRows: snapshotRows, values, signal })
  },
})

async function runInTransaction<T>(
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

/** Passes notices on, and pauses the connection while too many are pending. */
class Notices {
  readonly #lease: Lease
  readonly #listener: RunListener
  #waiting = 0
  #isOver = false

  constructor(lease: Lease, listener: RunListener) {
    this.#lease = lease
    this.#listener = listener
  }

  tell({ severity = 'NOTICE', message = '' }: Notice): void {
    const shown = shownText(message)
    const taken = this.#listener.onNotice({ severity, message: shown })
    if (taken === undefined) return
    this.#count(shown.length)
    void taken.catch(() => {}).finally(() => this.#count(-shown.length))
  }

  end(): void {
    this.#isOver = true
    this.#lease.incoming.release('notices')
  }

  #count(characters: number): void {
    this.#waiting += characters
    if (this.#isOver) return
    if (this.#waiting > maxWaiting) this.#lease.incoming.hold('notices')
    else this.#lease.incoming.release('notices')
  }
}

/** Characters of notices that are pending at the listener. */
const maxWaiting = 256 * 1024

type Running = { lease: Lease; statement: string; listener: RunListener; options: RunOptions }

async function stream({ lease, statement, listener, options }: Running): Promise<RunResult> {
  const { signal, batchRows } = options
  if (signal?.aborted) throw cancelled()
  const size = { rows: batchRows, bytes: lease.limits.batchBytes }
  const cursor = new StatementCursor(statement, { values: options.values, size })
  lease.client.query(cursor)
  let count = 0
  try {
    for (let isFirst = true; ; isFirst = false) {
      // Only the database's share is cancellable: while the listener works, no statement runs.
      const batch = await lease.cancellable(signal, () => cursor.next(size))
      if (isFirst) await listener.onFields(cursor.fields)
      if (batch.rows.length > 0) await listener.onRows(batch.rows)
      lease.incoming.releaseBytes(batch.bytes)
      count += batch.rows.length
      if (batch.isLast) break
      size.rows = fitting(batch, lease.limits.batchBytes, batchRows)
    }
  } catch (error) {
    await closed(lease, cursor)
    throw error
  } finally {
    lease.incoming.releaseAll()
  }
  return { command: cursor.command, rowCount: count > 0 ? count : cursor.affected }
}

/** How many rows as wide as these fit into a batch, because a portal limits rows by count only. */
const fitting = ({ rows, bytes }: Batch, batchBytes: number, most: number): number =>
  rows.length === 0
    ? most
    : Math.min(most, Math.max(1, Math.floor((batchBytes * rows.length) / bytes)))

/** A statement that still sends rows is cancelled; its rows are read and dropped. */
async function closed(lease: Lease, cursor: StatementCursor): Promise<void> {
  if (lease.isLost()) return
  const close = () => cursor.close()
  await (cursor.isExecuting ? lease.cancelling(close) : lease.promptly(close))
}

/** A released session answers no more. */
export function releasedError(): EngineError {
  return new EngineError('unreachable', 'The session was already returned.')
}
