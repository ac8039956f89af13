import {
  EngineError,
  type ProjectDatabase,
  type ProjectEngine,
  type Queryable,
  type QueryOptions,
  type Snapshot,
} from '@basalt/engine'

/** The deadline for a database to answer. */
export type StatementDeadline = {
  ms: number
  /**
   * For statements whose work grows with the data: called each time that `ms` are over, and while
   * it returns true, the statement is awaited. Without it, the statement is cancelled.
   */
  isAlive?: (() => Promise<boolean>) | undefined
  /** Takes ownership of the bytes of the rows, see `QueryOptions`. */
  keepRows?: QueryOptions['keepRows']
}

/** Whether the database did not answer in time, as opposed to a refusal. */
const isTimeout = (error: unknown): boolean =>
  error instanceof EngineError && error.kind === 'unreachable'

/**
 * The same database with a deadline for its statements: late ones are cancelled, and rejected with
 * `unreachable` at once. Scripts in a session have none.
 */
export function withDeadline(db: ProjectDatabase, deadline: StatementDeadline): ProjectDatabase {
  return {
    ...statementsWith(db, deadline),
    shared: db.shared,
    transaction: (work) =>
      transactionWithin(
        deadline,
        (tx: Queryable) => work(statementsWith(tx, deadline)),
        (tracked) => db.transaction(tracked),
      ),
    snapshot: (work) =>
      transactionWithin(
        deadline,
        (moment: Snapshot) => work(snapshotWith(moment, deadline)),
        (tracked) => db.snapshot(tracked),
      ),
    session: () => db.session(),
  }
}

/** The same engine, whose databases have a limited time for each statement of ours. */
export function engineWithDeadlines(engine: ProjectEngine, ms: number): ProjectEngine {
  const open: ProjectEngine['open'] = async (ref, role, actor) =>
    withDeadline(await engine.open(ref, role, actor), { ms })
  return new Proxy(engine, {
    get(target, key) {
      if (key === 'open') return open
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function statementsWith(db: Queryable, deadline: StatementDeadline): Queryable {
  const { keepRows } = deadline
  return {
    query: <Row extends object>(
      text: string,
      values?: readonly unknown[],
      options?: QueryOptions,
    ) =>
      within(deadline, options?.signal, (signal) =>
        db.query<Row>(text, values, { keepRows, ...options, signal }),
      ),
    text: (text, values, options) =>
      within(deadline, options?.signal, (signal) =>
        db.text(text, values, { keepRows, ...options, signal }),
      ),
  }
}

/** Batches are read as fast as their reader takes them, so they have no deadline. */
const snapshotWith = (moment: Snapshot, deadline: StatementDeadline): Snapshot => ({
  ...statementsWith(moment, deadline),
  eachBatch: (statement, onRows, options) => moment.eachBatch(statement, onRows, options),
})

/** A transaction: each of its statements, and its end. */
async function transactionWithin<Tx, T>(
  deadline: StatementDeadline,
  work: (tx: Tx) => Promise<T>,
  run: (tracked: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<T> {
  const { promise: isWorkDone, resolve, reject } = withResolvers()
  const full = run(async (tx) => {
    try {
      const result = await work(tx)
      resolve()
      return result
    } catch (error) {
      // A database that does not answer will not answer the rollback either, so that is not
      // awaited.
      if (isTimeout(error)) reject(error)
      throw error
    }
  })
  await Promise.race([isWorkDone, full])
  return within(deadline, undefined, () => full)
}

function withResolvers() {
  let resolve: () => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<void>((onResolved, onRejected) => {
    resolve = onResolved
    reject = onRejected
  })
  return { promise, resolve, reject }
}

/**
 * Runs work until its deadline.
 *
 * @throws EngineError `unreachable` when the deadline passes first; then the signal is aborted.
 */
async function within<T>(
  { ms, isAlive }: StatementDeadline,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  // Cheaper than `AbortSignal.any`, and this is done for every statement.
  const onOuter = () => late.abort(outer?.reason)
  if (outer?.aborted === true) onOuter()
  outer?.addEventListener('abort', onOuter)
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const timeout = new Promise<never>((_, reject) => {
    const wait = () => {
      timer = setTimeout(() => void appearance(), ms).unref()
    }
    const appearance = async () => {
      const goesOn = isAlive !== undefined && (await isAlive().catch(() => false))
      if (isOver) return
      if (goesOn) {
        wait()
        return
      }
      reject(new EngineError('unreachable', timeoutText(ms)))
      late.abort()
    }
    wait()
  })
  try {
    return await Promise.race([work(late.signal), timeout])
  } finally {
    isOver = true
    clearTimeout(timer)
    outer?.removeEventListener('abort', onOuter)
  }
}

const timeoutText = (ms: number) =>
  `The database did not respond within ${ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`}. It may be stopped, busy, or waiting for a lock. Try again in a moment.`
