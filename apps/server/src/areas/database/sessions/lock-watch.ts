import type { DatabaseSession, Queryable } from '@basalt/engine'
import { type Blocker, listBlockers } from '@basalt/pg-catalog'

import type { Emit } from './run-statements.ts'

export type Watched = {
  connection: DatabaseSession
  /** Other connections of the same database. */
  outside: Queryable
  emit: Emit
  /** Whether the process serves another session of the same caller. */
  isOwn: (pid: number) => boolean
}

/** A statement that takes this long may be waiting for a lock. */
const pollEveryMs = 2000

/**
 * Reports which sessions hold the locks that a run waits for. The returned function ends the watch;
 * nothing is reported after that.
 */
export function watchLocks({ connection, outside, emit, isOwn }: Watched): () => void {
  let timer: NodeJS.Timeout | undefined
  let reported = ''
  let isOver = false
  const appearance = async () => {
    const pid = connection.processId()
    // Unknown blockers are not reported; the run itself fails or continues.
    const blockers = pid === null ? [] : await listBlockers(outside, pid).catch(() => [])
    const waits = blockers.map((blocker) => getLine(blocker, isOwn))
    const text = waits.length === 0 ? '' : JSON.stringify(waits)
    if (isOver) return
    if (text !== reported) await emit({ type: 'waiting', for: waits }).catch(() => {})
    reported = text
    again()
  }
  const again = () => {
    if (!isOver) timer = setTimeout(() => void appearance(), pollEveryMs)
  }
  again()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

const getLine = ({ pid, ...reported }: Blocker, isOwn: Watched['isOwn']) => ({
  is_own: isOwn(pid),
  ...reported,
})
