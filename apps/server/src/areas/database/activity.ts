import { databaseActivity as routes } from '@basalt/contract/database/activity'
import type { ProjectEngine } from '@basalt/engine'
import { listActivity, listReplicationSlots, signalSession } from '@basalt/pg-catalog'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'

type Services = { engine: ProjectEngine; store: Store }

/** Sessions of a project's database, and its replication slots. */
export function activityFeature({ engine, store }: Services): Endpoint[] {
  return [
    serve(routes.sessions, async (_, context) => listActivity(await databaseFor(engine, context))),
    ...(['cancel', 'terminate'] as const).map((signal) =>
      serve(routes[signal], async ({ params: { pid }, body }, context) => {
        const db = await databaseFor(engine, context)
        await recordBefore(store, context, {
          action: signal === 'cancel' ? 'session.statement_cancelled' : 'session.terminated',
          target: { kind: 'session', id: String(pid), name: `process ${pid}` },
          details: { began_at: body.began_at },
        })
        return { was_there: await signalSession(db, signal, { pid, beganAt: body.began_at }) }
      }),
    ),
    serve(routes.slots, async (_, context) =>
      listReplicationSlots(await databaseFor(engine, context)),
    ),
    serve(routes.dropSlot, async ({ params: { name } }, context) => {
      const db = await databaseFor(engine, context)
      const work = {
        action: 'replication_slot.dropped',
        target: { kind: 'replication slot', id: name, name },
        details: {},
      }
      await recordBefore(store, context, work)
      try {
        await db.query('select pg_drop_replication_slot($1)', [name])
      } catch (error) {
        await recordFailure(store, context, work)
        throw error
      }
      return {}
    }),
  ]
}
