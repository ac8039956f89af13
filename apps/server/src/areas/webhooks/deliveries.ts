import { ApiError } from '@basalt/contract/errors'
import { hookDeliveries as routes } from '@basalt/contract/webhooks/deliveries'
import type { ProjectEngine, Queryable } from '@basalt/engine'

import { audited } from '../../change-reports/audited.ts'
import { type DataContext, getPrincipal } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { addRemedy } from '../../limits/private-address.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { listDeliveries, listWaiting, readDelivery } from './delivery-store.ts'
import { knownHook, requireHooks } from './hook-change.ts'
import { wakeDelivery } from './hook-control.ts'

type Services = { engine: ProjectEngine; store: Store }

/** Ended and waiting events of hooks, and sending one again. */
export const deliveryFeature = (services: Services): Endpoint[] => [
  serve(routes.list, async ({ query: { before, ...filter } }, context) => {
    const db = await databaseFor(services.engine, context)
    await requireHooks(db)
    const { deliveries, ...rest } = await listDeliveries(db, { filter, before })
    return { ...rest, deliveries: deliveries.map((one) => explain(one, context)) }
  }),
  serve(routes.read, async ({ params: { id } }, context) => {
    const details = await known(await databaseFor(services.engine, context), id)
    return { ...details, delivery: explain(details.delivery, context) }
  }),
  serve(routes.waiting, async ({ params, query }, context) => {
    const db = await databaseFor(services.engine, context)
    const { events, ...rest } = await listWaiting(db, await knownHook(db, params.hook), query.after)
    return { ...rest, events: events.map((one) => explain(one, context)) }
  }),
  serve(routes.resend, async ({ params: { id }, body }, context) => ({
    event_id: await resend(services, context, { id, body }),
  })),
]

/** Tells the reader how a private address is allowed. */
const explain = <Row extends { error: string | null }>(row: Row, context: DataContext): Row => ({
  ...row,
  error: row.error && addRemedy(row.error, getPrincipal(context)),
})

async function known(db: Queryable, id: string) {
  await requireHooks(db)
  const details = await readDelivery(db, id)
  if (details !== undefined) return details
  throw new ApiError('not_found', 'This delivery does not exist any more')
}

type Resent = {
  id: string
  body: { record?: string | undefined; old_record?: string | undefined }
}

async function resend(
  { engine, store }: Services,
  context: DataContext,
  { id, body }: Resent,
): Promise<string> {
  const db = await databaseFor(engine, context)
  const { delivery } = await known(db, id)
  if (delivery.hook_id === null) {
    throw new ApiError('conflict', 'The webhook of this event was removed')
  }
  const isEdited = body.record !== undefined || body.old_record !== undefined
  const name = `${delivery.table}.${delivery.hook}`
  const work = {
    action: 'webhook_event.resent',
    target: { kind: 'webhook', id: name, name },
    details: { event_id: delivery.event_id, is_edited: isEdited },
  }
  return audited({ store, context }, work, () =>
    db.transaction(async (tx) => {
      const [row] = await tx.query<{ id: string }>(
        `with resent as (
           update supabase_functions.deliveries set resent_at = pg_catalog.now()
           where id = $1::bigint returning *
         )
         insert into supabase_functions.outbox
           (message_id, table_id, trigger_id, hook, table_name, operation, record, old_record)
         select case when not $4::boolean then coalesce(message_id, event_id) end,
           table_id, hook_id, hook, table_name, operation, coalesce($2::text::jsonb, record),
           coalesce($3::text::jsonb, old_record) from resent
         returning id::text`,
        [id, body.record ?? null, body.old_record ?? null, isEdited],
      )
      if (row === undefined)
        throw new ApiError('not_found', 'This delivery does not exist any more')
      await wakeDelivery(tx)
      return row.id
    }),
  )
}
