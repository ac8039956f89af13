import { queryRuns } from '@basalt/contract/database/query-runs'
import { databaseSessions, type SessionState } from '@basalt/contract/database/sessions'
import { ApiError } from '@basalt/contract/errors'

import { recordBefore } from '../../change-reports/recorded.ts'
import { type Context, getPrincipal, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { roleFor } from '../../projects/connection.ts'
import { clearRuns, listRuns } from '../../store/query-runs.ts'
import type { Store } from '../../store/store.ts'
import { type SessionPool, sessionOwner } from './sessions/session-pool.ts'
import type { Decision, SqlSession } from './sessions/sql-session.ts'

type Services = { store: Store; pool: SessionPool }

/** The state of tabs' sessions between their runs. */
export function sessionFeature({ store, pool }: Services): Endpoint[] {
  const found = (context: Context, id: string): SqlSession | undefined =>
    pool.find({ owner: sessionOwner(context), ref: getProject(context).ref, id })
  return [
    serve(databaseSessions.list, async (_, context) =>
      pool
        .of({ owner: sessionOwner(context), ref: getProject(context).ref })
        .map(({ state }) => state),
    ),
    serve(databaseSessions.touch, async ({ params }, context) => {
      const session = found(context, params.id)
      if (session === undefined) return unknownSession(params.id)
      session.lastSeen = Date.now()
      return session.state
    }),
    serve(databaseSessions.decide, async ({ params, body }, context) => {
      const session = found(context, params.id)
      if (session === undefined) {
        throw new ApiError(
          'conflict',
          'This session has ended, and its uncommitted changes were rolled back',
        )
      }
      // A transaction is not committed after its owner has lost the rights.
      const isOther = session.place.role !== roleFor(context)
      const outcome = isOther ? 'roll_back' : body.outcome
      const record = () =>
        recordBefore(store, context, {
          action: outcome === 'commit' ? 'sql.committed' : 'sql.rolled_back',
          target: { kind: 'database', id: getProject(context).ref },
          details: {},
        })
      await decided(pool, session, { outcome, record })
      // A held run writes its own audit entries.
      context.changedNothing()
      if (outcome !== body.outcome) {
        throw new ApiError(
          'conflict',
          'Your permissions have changed since the transaction began, so it was rolled back',
        )
      }
      return session.state
    }),
    serve(databaseSessions.close, async ({ params }, context) => {
      const session = found(context, params.id)
      if (session !== undefined) await pool.close(session)
      context.changedNothing()
      return { ok: true as const }
    }),
    ...runFeature(store),
  ]
}

function runFeature(store: Store): Endpoint[] {
  const getOwner = (context: Context) => ({
    projectId: getProject(context).id,
    userId: getPrincipal(context).userId,
  })
  return [
    serve(queryRuns.list, async ({ query }, context) => listRuns(store, getOwner(context), query)),
    serve(queryRuns.clear, async (_, context) =>
      store.transaction().execute(async (tx) => {
        await clearRuns(tx, getOwner(context))
        await context.audit(tx, {
          action: 'query_runs.cleared',
          target: { kind: 'project', id: getProject(context).ref },
        })
        return { ok: true as const }
      }),
    ),
  ]
}

const unknownSession = (id: string): SessionState => ({ id, state: 'none', since: null, keeps: [] })

async function decided(
  pool: SessionPool,
  session: SqlSession,
  { outcome, record }: { outcome: Decision; record: () => Promise<void> },
): Promise<void> {
  // A held run records its effects itself.
  if (await session.decide(outcome)) return
  const { connection, transaction } = session
  if (session.isBusy) {
    throw new ApiError(
      'conflict',
      'This session is still running a statement. Wait for it, or cancel it.',
    )
  }
  if (connection === undefined || transaction === 'none') {
    throw new ApiError('conflict', 'No transaction is open in this session')
  }
  session.isBusy = true
  try {
    await record()
    await connection.text(outcome === 'commit' ? 'commit' : 'rollback')
  } finally {
    await pool.leave(session)
  }
}
