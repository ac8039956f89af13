import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

/** The state of a session between two runs. */
export const sessionState = z.object({
  id: z.uuid(),
  /**
   * `none`: the server has no state of it; its next run starts a new session. `waiting` for a
   * connection. `transaction`: one is open and idle. `failed`: the open transaction can only be
   * rolled back. `held`: a run waits for a decision.
   */
  state: z.enum(['none', 'waiting', 'idle', 'running', 'transaction', 'failed', 'held']),
  /** When its transaction was left open. */
  since: z.nullable(z.string()),
  /** State that closing it would lose, for example temporary tables. */
  keeps: z.array(z.string()),
})

export type SessionState = z.infer<typeof sessionState>

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
const permission = { action: 'tenant:Sql:Query', resource: 'queries' }

/**
 * Sessions of scripts: temporary tables, settings and open transactions persist from run to run.
 * Users see their own sessions only. A session without a heartbeat is closed after some minutes,
 * and its open transaction is rolled back.
 */
export const databaseSessions = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/sessions',
    params: byRef,
    response: z.array(sessionState),
    permission,
    opensData: 'unless-restricted',
  }),
  /** Heartbeat of the session's tab; returns the session's state. */
  touch: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/sessions/{id}/touch',
    params: byId,
    response: sessionState,
    permission,
    isRead: true,
    opensData: 'unless-restricted',
  }),
  /** Commits or rolls back the open or held transaction; 409 `conflict` when there is none. */
  decide: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/sessions/{id}/decide',
    params: byId,
    body: z.object({ outcome: z.enum(['commit', 'roll_back']) }),
    response: sessionState,
    permission,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /** Rolls back the open transaction and closes the session. */
  close: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/sessions/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission,
    opensData: 'unless-restricted',
  }),
}
