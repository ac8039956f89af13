import type { DatabaseSession, ProjectDatabase } from '@basalt/engine'
import { splitStatements } from '@basalt/pg-sql'

import type { TakenRun } from './ledger.ts'

/** A run that cannot start; the message is for the user. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

type How = {
  signal: AbortSignal
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
    // The session ends, or is reset, before another run uses its connection.
    const [found] = await session.query<{ role: string }>(
      `select current_user::text as role,
         pg_catalog.set_config('statement_timeout', $1, false) as timeout`,
      [String(Math.trunc(run.timeoutMs))],
    )
    if (found?.role !== run.username) throw new RunError(`The role ${run.username} does not exist.`)
    if (!(await how.begin(session.processId()))) return { kind: 'taken' }
    await how.openVault(session)
    if (!run.isAtomic) {
      const message = await runStatements(session, run.command, how.signal)
      return { kind: 'done', message, isMarked: false }
    }
    return await runMarked(session, run, how.signal)
  } finally {
    await session.release()
  }
}

async function runMarked(
  session: DatabaseSession,
  run: TakenRun,
  signal: AbortSignal,
): Promise<SqlEnd> {
  await session.query('begin')
  try {
    const message = await runStatements(session, run.command, signal)
    await session.query('select cron_runs.finish($1, $2, $3)', [run.runid, run.token, message])
    await session.query('commit')
    return { kind: 'done', message, isMarked: true }
  } catch (error) {
    // The connection serves the next run; one that is lost answers this with an error, too.
    await session.query('rollback').catch(() => undefined)
    throw error
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
