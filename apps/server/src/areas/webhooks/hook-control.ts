import { webhooks as routes } from '@basalt/contract/webhooks/webhooks'
import type { ProjectEngine, Queryable } from '@basalt/engine'

import { audited } from '../../change-reports/audited.ts'
import type { DataContext } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { isFromSource, sourceRows } from './event-sources.ts'
import { knownHook } from './hook-change.ts'
import type { Hook } from './hook-store.ts'

type Services = { engine: ProjectEngine; store: Store }

/** Pausing and testing hooks, which changes no trigger. */
export function hookControlFeature(services: Services): Endpoint[] {
  const { engine } = services
  return [
    serve(routes.pause, async ({ params: { id }, body }, context) => {
      const db = await databaseFor(engine, context)
      const hook = await knownHook(db, id)
      const action = body.is_paused ? 'webhook.paused' : 'webhook.resumed'
      await audited({ store: services.store, context }, auditOf(action, hook), () =>
        db.transaction((tx) => setPaused(tx, hook, body.is_paused)),
      )
      return { ok: true as const }
    }),
    serve(routes.test, async ({ params: { id } }, context) => {
      const hook = await knownHook(await databaseFor(engine, context), id)
      return { event_id: await sendTest(services, context, hook) }
    }),
  ]
}

const auditOf = (action: string, { schema, table, name }: Hook) => ({
  action,
  target: { kind: 'webhook', id: `${schema}.${table}.${name}`, name: `${schema}.${table}.${name}` },
  details: {},
})

async function setPaused(tx: Queryable, hook: Hook, isPaused: boolean): Promise<void> {
  await tx.query(
    `insert into supabase_functions.hook_settings (table_id, hook, is_paused)
     values ($1::oid::regclass, $2, $3)
     on conflict (table_id, hook) do update set is_paused = excluded.is_paused`,
    [hook.table_id, hook.name, isPaused],
  )
  if (isPaused) return
  await tx.query(
    `update supabase_functions.hook_settings
     set failures = 0, failing_since = null, probe_at = null
     where table_id = $1::oid::regclass and hook = $2`,
    [hook.table_id, hook.name],
  )
  await tx.query(
    `update supabase_functions.outbox o set next_at = null
     from ${sourceRows('$1')} where ${isFromSource} and o.next_at is not null`,
    [JSON.stringify(hook.sources)],
  )
  await wakeDelivery(tx)
}

/** The process that delivers reads hooks and events again. */
export const wakeDelivery = (tx: Queryable) =>
  tx.query(`select pg_catalog.pg_notify('basalt_outbox', '')`)

async function sendTest(
  { engine, store }: Services,
  context: DataContext,
  hook: Hook,
): Promise<string> {
  const db = await databaseFor(engine, context)
  return audited({ store, context }, auditOf('webhook.tested', hook), () =>
    db.transaction(async (tx) => {
      const [row] = await tx.query<{ id: string }>(
        `insert into supabase_functions.outbox
           (table_id, trigger_id, hook, table_name, operation, record)
         select $1::oid, $2::oid, $3, $4, 'TEST', (
           select pg_catalog.jsonb_object_agg(attname, null) from pg_catalog.pg_attribute
           where attrelid = $1::oid and attnum > 0 and not attisdropped)
         returning id::text`,
        [hook.table_id, hook.id, hook.name, `${hook.schema}.${hook.table}`],
      )
      await wakeDelivery(tx)
      return row?.id ?? ''
    }),
  )
}
