import type { SessionSettings } from '@basalt/contract/database/query'
import { ApiError } from '@basalt/contract/errors'
import type { Queryable } from '@basalt/engine'

import type { SqlSession } from './sql-session.ts'
import { impersonate } from './viewed.ts'

/** The settings of the session's user, as requested. */
export type AppliedSettings = Pick<SessionSettings, 'as' | 'statement_timeout_ms'>

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Applies the tab's settings to the connection, without changing those that a script has set
 * itself.
 *
 * @throws ApiError `conflict` when an open transaction would be affected.
 */
export async function applySettings(session: SqlSession, next: SessionSettings): Promise<void> {
  const { connection, applied, transaction } = session
  if (connection === undefined) return
  if (transaction !== 'none' && next.read_only === true) throw endFirst('make it read-only')
  const timeout = next.statement_timeout_ms ?? 0
  const isOther = !isSame(applied.as, next.as) || !(await hasRole(connection, next.as))
  const isLonger = timeout !== (applied.statement_timeout_ms ?? 0)
  if (transaction !== 'none' && (isOther || isLonger)) {
    throw endFirst(isOther ? 'change the role' : 'change the timeout')
  }
  if (isOther) {
    await connection.text('reset role')
    await connection.text("select set_config('request.jwt.claims', '', false)")
    session.applied = { ...session.applied, as: undefined }
    if (next.as !== undefined) await impersonate(connection, next.as, { isLocal: false })
    session.applied = { ...session.applied, as: next.as }
  }
  if (isLonger) {
    await connection.text(
      timeout === 0 ? 'reset statement_timeout' : `set statement_timeout = ${timeout}`,
    )
    session.applied = { ...session.applied, statement_timeout_ms: timeout }
  }
}

/** A script may have reset the role: the tab shows the role that its statements run as. */
async function hasRole(connection: Queryable, as: SessionSettings['as']): Promise<boolean> {
  if (as === undefined) return true
  const { rows } = await connection.text('select current_user = $1', [as.role])
  return rows[0]?.[0] === 't'
}

const endFirst = (what: string) =>
  new ApiError('conflict', `Commit or roll back the open transaction before you ${what}`)

/** As `pg_settings` shows them. */
export const listSettings = ({ as, statement_timeout_ms: timeout = 0 }: AppliedSettings) => ({
  ...(as !== undefined && { role: as.role }),
  ...(timeout > 0 && { statement_timeout: String(timeout) }),
})
