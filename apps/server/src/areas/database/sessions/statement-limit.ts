import { EngineError } from '@basalt/engine'

/** SQLSTATE `query_canceled`, with which PostgreSQL ends a statement at its `statement_timeout`. */
const cancelledState = '57014'

/**
 * Runs a statement that is cancelled after a time which no setting of the session changes, as a
 * script can set `statement_timeout` to anything. Null is no limit.
 *
 * @throws EngineError `statement` when the time is over.
 */
export async function withinLongest<T>(
  maxMs: number | null,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (maxMs === null) return work(signal)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), maxMs)
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } catch (error) {
    const isCancelled = error instanceof EngineError && error.kind === 'cancelled'
    if (!isCancelled || !late.signal.aborted || signal.aborted) throw error
    throw new EngineError('statement', lateText(maxMs), {
      sql: { sqlstate: cancelledState },
      cause: error,
    })
  } finally {
    clearTimeout(timer)
  }
}

const lateText = (maxMs: number) =>
  `The statement was cancelled after ${maxMs / 1000} s, the time limit for read-only members. Select less, or ask a member with write access to run it.`
