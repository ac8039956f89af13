import { hookDeliveries as routes, replayLimit } from '@basalt/contract/webhooks/deliveries'
import type { ProjectEngine, Queryable } from '@basalt/engine'

import { audited } from '../../change-reports/audited.ts'
import { getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { type DeliveryFilter, filterParameters, matches } from './delivery-filter.ts'
import { requireHooks } from './hook-change.ts'
import { wakeDelivery } from './hook-control.ts'
import { listHooks } from './hook-store.ts'

type Services = { engine: ProjectEngine; store: Store }

/** Counts and sends again the events that a filter chooses. */
export const replayFeature = ({ engine, store }: Services): Endpoint[] => [
  serve(routes.countReplay, async ({ query }, context) => {
    const db = await databaseFor(engine, context)
    await requireHooks(db)
    return db.snapshot((tx) => countEvents(tx, query))
  }),
  serve(routes.replay, async ({ body: { last_id: lastId, ...filter } }, context) => {
    const db = await databaseFor(engine, context)
    await requireHooks(db)
    const { ref } = getProject(context)
    const work = {
      action: 'webhook_events.replayed',
      target: { kind: 'webhook', id: ref, name: ref },
      details: filter,
    }
    return audited({ store, context }, work, () =>
      db.transaction(async (tx) => ({ events: await replay(tx, filter, lastId) })),
    )
  }),
]

/** Events whose hook exists and that were not sent again. */
const replayable = `${matches} and d.resent_at is null`

const parametersOf = async (db: Queryable, filter: DeliveryFilter): Promise<unknown[]> =>
  filterParameters(await listHooks(db), { ...filter, webhooks: 'present' })

async function countEvents(db: Queryable, filter: DeliveryFilter) {
  const [row] = await db.query<{ events: number; last_id: string | null }>(
    `select least(pg_catalog.count(*), ${replayLimit + 1})::int as events,
       pg_catalog.max(d.id)::text as last_id
     from supabase_functions.deliveries d where ${replayable}`,
    await parametersOf(db, filter),
  )
  return row ?? { events: 0, last_id: null }
}

/** In the order of the events: rows of one key arrive as they were changed. */
async function replay(tx: Queryable, filter: DeliveryFilter, lastId: string): Promise<number> {
  const [row] = await tx.query<{ events: number }>(
    `with chosen as materialized (
       select d.* from supabase_functions.deliveries d
       where ${replayable} and d.id <= $7::bigint
       order by d.event_id limit ${replayLimit} for update
     ), marked as (
       update supabase_functions.deliveries d set resent_at = pg_catalog.now()
       from chosen where d.id = chosen.id
     ), sent as (
       insert into supabase_functions.outbox
         (message_id, table_id, trigger_id, hook, table_name, operation, record, old_record)
       select coalesce(message_id, event_id), table_id, hook_id, hook, table_name, operation, record, old_record from chosen order by event_id
       returning id
     )
     select pg_catalog.count(*)::int as events from sent`,
    [...(await parametersOf(tx, filter)), lastId],
  )
  await wakeDelivery(tx)
  return row?.events ?? 0
}
