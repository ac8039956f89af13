import type { DatabaseSession, ProjectDatabase } from '@basalt/engine'
import { splitStatements } from '@basalt/pg-sql'

import { isTransactional } from './command-mode.ts'
import type { TakenRun } from './ledger.ts'

/** A run that cannot start; the message is for the user. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

type How = {
  signal: AbortSignal
  /** Whether the ledger and the run are in the same database. */
  hasLedger: boolean
  /** Marks the run as started; false where it is another worker's by now. */
  begin: (pid: number | null) => Promise<boolean>
  /** Gives the session the key of the vault where the role may read its secrets. */
  openVault: (session: DatabaseSession) => Promise<unknown>
}

export type SqlEnd =
  /** `isMarked`: the mark of its end was committed with it. */
  { kind: 'done'; message: string; isMarked: boolean } | { kind: 'taken' }

/**
 * Runs the command of a job with the rights of its user. Where its statements can run in a
 * transaction, the mark of the run commits with them: both happened, or neither.
 */
export async function runSql(db: ProjectDatabase, run: TakenRun, how: How): Promise<SqlEnd> {
  const session = await db.session()
  try {
    const [found] = await session.query<{ role: string }>('select current_user::text as role')
    if (found?.role !== run.username) throw new RunError(`The role ${run.username} does not exist.`)
    if (!(await how.begin(session.processId()))) return { kind: 'taken' }
    await how.openVault(session)
    const timeout = Math.trunc(run.timeoutMs)
    if (!how.hasLedger || !isTransactional(run.command)) {
      await session.query(`set statement_timeout = ${timeout}`)
      const message = await runStatements(session, run.command, how.signal)
      return { kind: 'done', message, isMarked: false }
    }
    await session.query('begin')
    await session.query(`set local statement_timeout = ${timeout}`)
    const message = await runStatements(session, run.command, how.signal)
    await session.query('select cron_runs.finish($1, $2, $3)', [run.runid, run.token, message])
    await session.query('commit')
    return { kind: 'done', message, isMarked: true }
  } finally {
    await session.release()
  }
}

/** The rows of a query are read and dropped. */
const listener = { onFields() {}, onRows() {}, onNotice() {} }

/** Returns the command tag of the last statement. */
async function runStatements(
  session: DatabaseSession,
  command: string,
  signal: AbortSignal,
): Promise<string> {
  let tag = ''
  for (const { text } of splitStatements(command)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const end = await session.run(text, listener, { batchRows: 500, signal })
    tag = end.rowCount === null ? end.command : `${end.command} ${end.rowCount}`
  }
  return tag
}
