import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

/** How a session is left between two runs. */
export const sessionState = z.object({
  id: z.uuid(),
  /**
   * `gone`: the server keeps nothing of it (any more); its next run begins anew. `waiting` for a
   * connection. `transaction`: one is open and nothing runs. `failed`: one is open and can only
   * be rolled back. `held`: a run waits for a decision.
   */
  state: z.enum(['gone', 'waiting', 'idle', 'running', 'transaction', 'failed', 'held']),
  /** When its transaction was left open. */
  since: z.nullable(z.string()),
  /** What would be lost with it, for example temporary tables. */
  keeps: z.array(z.string()),
})

export type SessionState = z.infer<typeof sessionState>

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
const permission = { action: 'tenant:Sql:Query', resource: 'queries' }

/**
 * Sessions of scripts: temporary tables, settings and open transactions live on from run to run.
 * Everybody sees their own only. A session that is not heard of for some minutes is closed, and
 * what it had not committed is rolled back.
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
  /** Says that the session's tab is still there, and asks how it is. */
  touch: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/sessions/{id}/touch',
    params: byId,
    response: sessionState,
    permission,
    isRead: true,
    opensData: 'unless-restricted',
  }),
  /** Ends the transaction that was left open or is held; 409 `conflict` when there is none. */
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
  /** Rolls back what is open and forgets the session. */
  close: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/sessions/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission,
    opensData: 'unless-restricted',
  }),
}
