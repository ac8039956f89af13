import type { HeldRun } from '@basalt/contract/database/query'
import type { DatabaseSession, ProjectDatabase } from '@basalt/engine'
import { hasWritten, reportHeld, type WrittenBefore } from '@basalt/pg-catalog'

import type { Emit } from './run-statements.ts'
import type { SqlSession } from './sql-session.ts'

/** How long a decision may take: other sessions may wait for the locks. */
const defaultHoldMs = 5 * 60_000

export type Held = {
  session: SqlSession
  db: ProjectDatabase
  connection: DatabaseSession
  emit: Emit
  signal: AbortSignal
  startedAt: number
  earlier: WrittenBefore
  mode: 'decide' | 'roll_back'
  holdMs?: number | undefined
  /** Written down before the commit; a throw rolls back. */
  beforeCommit: () => Promise<void>
}

export type Ended = { outcome: 'committed' | 'rolled_back'; reason?: string }

/**
 * Reports the effects of the open transaction, and commits it only when the reader of this answer
 * decides so: a closed tab, a lost connection and a timeout all roll back. Null when nothing was
 * written, so that there is nothing to decide.
 */
export async function decideAboutHeld(held: Held): Promise<Ended | null> {
  const { session, connection, db, emit, signal, mode, holdMs = defaultHoldMs } = held
  try {
    if (mode === 'decide' && !(await hasWritten(connection))) {
      await connection.text('commit')
      return null
    }
    const report = await reportHeld(connection, db, held.earlier)
    const until = new Date(Date.now() + (mode === 'decide' ? holdMs : 0)).toISOString()
    const duration = Math.round(performance.now() - held.startedAt)
    const line: HeldRun = { ...report, duration_ms: duration, until }
    await emit({ type: 'held', ...line })
    if (mode === 'roll_back') return await rolledBack(connection)
    const decision = await session.held({ ms: holdMs, signal })
    if (decision === 'commit') return await committed(held)
    return await rolledBack(connection, reasons[decision])
  } catch (error) {
    await rolledBack(connection)
    throw error
  }
}

const reasons = {
  roll_back: undefined,
  late: 'No decision was made in time',
  lost: 'The connection to this tab was lost',
} as const

/** Deferred checks may still refuse the commit. */
async function committed({ connection, beforeCommit }: Held): Promise<Ended> {
  try {
    await beforeCommit()
    const { command } = await connection.text('commit')
    if (command === 'COMMIT') return { outcome: 'committed' }
    return { outcome: 'rolled_back', reason: 'The transaction had failed' }
  } catch (error) {
    return rolledBack(connection, error instanceof Error ? error.message : String(error))
  }
}

/** A connection that cannot even do this is lost, and its transaction with it. */
export async function rolledBack(connection: DatabaseSession, reason?: string): Promise<Ended> {
  await connection.text('rollback').catch(() => {})
  return { outcome: 'rolled_back', ...(reason !== undefined && { reason }) }
}
