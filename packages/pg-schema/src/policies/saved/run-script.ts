import { setTimeout } from 'node:timers/promises'

import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'
import { quoteIdent, splitStatements } from '@basalt/pg-sql'

import { inRolledBackTransaction } from '../../designs/rolled-back.ts'

/** How long a changed run waits for its lock; statements of others queue behind it. */
const lockWait = '100ms'
/** How long it may hold the lock, all of its checks together. */
const lockedMs = 1000
/** Pauses between attempts to get the lock. */
const pausesMs = [100, 200, 400, 800]
const lockNotAvailable = '55P03'
const deadlock = '40P01'

export type ScriptResult = {
  state: 'passed' | 'failed' | 'error'
  /** Of the Test Anything Protocol, with the differences of failed tests. */
  lines: string[]
  /** Of an error that ended the script; null otherwise. */
  message: string | null
}

type Script = { sql: string; schema: string }

/**
 * Runs a test after a change that locks its table, to see whether it notices. The table is locked
 * for the checks only: the rows of the test are written before. Null when the lock was not granted
 * in several short attempts, or the checks took too long while it blocked others.
 */
export async function runChanged(
  db: ProjectDatabase,
  script: Script & { change: string },
): Promise<ScriptResult | null> {
  for (const pause of [0, ...pausesMs]) {
    await setTimeout(pause)
    try {
      return await runScript(db, script)
    } catch (error) {
      if (error instanceof EngineError && error.kind === 'cancelled') return null
      if (!(error instanceof LockMissed)) throw error
    }
  }
  return null
}

class LockMissed extends Error {
  override readonly name = 'LockMissed'
}

/**
 * Runs a test in the syntax of pgTAP in a transaction that is always rolled back; a change is made
 * before its checks.
 */
export async function runScript(
  db: ProjectDatabase,
  { sql, schema, change }: Script & { change?: string },
): Promise<ScriptResult> {
  let lines: string[] = []
  try {
    await inRolledBackTransaction(db, async (tx) => {
      await tx.text("set local statement_timeout = '10s'")
      await tx.text("set local lock_timeout = '2s'")
      await tx.text(`set local search_path = public, ${quoteIdent(schema)}`)
      lines = await listLines(tx, sql, change)
    })
  } catch (error) {
    if (error instanceof EngineError && error.kind === 'statement')
      return { state: 'error', lines, message: error.message }
    throw error
  }
  // A line of `finish` says that fewer tests ran than planned.
  const isFailed = lines.some((line) => line.startsWith('not ok') || line.startsWith('# '))
  return { state: isFailed ? 'failed' : 'passed', lines, message: null }
}

/** The script begins and ends a transaction by itself, as a file for other tools must. */
const boundary = /^(?:begin|rollback|commit|start\s+transaction|end|abort)\b/iu

/** The statements before it are run by the owner and write the tested rows. */
const roleChange = /^set\s+local\s+role\b/iu

async function listLines(tx: Queryable, sql: string, change?: string): Promise<string[]> {
  const lines: string[] = []
  let signal: AbortSignal | undefined
  for (const { text } of splitStatements(sql)) {
    if (boundary.test(text)) continue
    if (change !== undefined && roleChange.test(text)) {
      await applyChange(tx, change)
      signal = AbortSignal.timeout(lockedMs)
    }
    const { rows } = await tx.text(text, [], { signal })
    lines.push(...rows.flatMap(([line]) => line?.split('\n') ?? []))
  }
  return lines.filter((line) => /^(?:ok|not ok|1\.\.|#)/u.test(line))
}

async function applyChange(tx: Queryable, change: string): Promise<void> {
  await tx.text(`set local lock_timeout = '${lockWait}'`)
  try {
    await tx.text(change)
  } catch (error) {
    const sqlstate = error instanceof EngineError ? error.sql?.sqlstate : undefined
    if (sqlstate === lockNotAvailable || sqlstate === deadlock)
      throw new LockMissed('The table is locked', { cause: error })
    throw error
  }
  // A check that waits for another lock ends with the time for all of them, not as a failed one.
  await tx.text('set local lock_timeout = 0')
}
