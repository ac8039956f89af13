import {
  type Delivery,
  type DeliveryDetails,
  deliveryPageSize,
  shownCharacters,
  type WaitingEvent,
} from '@basalt/contract/webhooks/deliveries'
import type { Queryable } from '@basalt/engine'

import { type DeliveryFilter, filterParameters, matches } from './delivery-filter.ts'
import { isFromSource, sourceRows } from './event-sources.ts'
import { type Hook, listHooks } from './hook-store.ts'

type Row = Omit<Delivery, 'created_at' | 'finished_at' | 'resent_at'> & {
  hook_id: number
  table_id: number
  created_at: Date
  finished_at: Date
  resent_at: Date | null
}

const columns = /* SQL */ `
  d.id::text, d.event_id::text,
  coalesce(d.message_id, d.event_id)::text as message_id, d.table_id, d.hook_id, d.hook,
  coalesce(d.table_name, (
    select n.nspname || '.' || c.relname from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = d.table_id
  ), 'A dropped table') as "table",
  d.operation, d.status, d.attempts, d.status_code, d.error, d.created_at, d.finished_at,
  d.duration_ms, d.resent_at`

type Page = { filter: DeliveryFilter; before: string | undefined }

export async function listDeliveries(db: Queryable, { filter, before }: Page) {
  const hooks = await listHooks(db)
  const rows = await db.query<Row>(
    `select ${columns} from supabase_functions.deliveries d
     where ${matches} and ($7::bigint is null or d.id < $7)
     order by d.id desc limit ${deliveryPageSize + 1}`,
    [...filterParameters(hooks, filter), before ?? null],
  )
  return {
    deliveries: rows.slice(0, deliveryPageSize).map((row) => present(row, hooks)),
    has_more: rows.length > deliveryPageSize,
  }
}

function present({ table_id, ...row }: Row, hooks: readonly Hook[]): Delivery {
  const hook = hooks.find((one) => one.id === row.hook_id && one.table_id === table_id)
  return {
    ...row,
    hook_id: hook?.id ?? null,
    // As they are called now.
    hook: hook?.name ?? row.hook,
    table: hook === undefined ? row.table : `${hook.schema}.${hook.table}`,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at.toISOString(),
    resent_at: row.resent_at?.toISOString() ?? null,
  }
}

type DetailRow = Row & Omit<DeliveryDetails, 'delivery'>

const cut = (column: string) => `left(${column}::text, ${shownCharacters}) as ${column}`

export async function readDelivery(
  db: Queryable,
  id: string,
): Promise<DeliveryDetails | undefined> {
  const [row] = await db.query<DetailRow>(
    `select ${columns}, d.url, d.request_headers, ${cut('record')}, ${cut('old_record')},
       coalesce(greatest(pg_catalog.length(d.record::text),
         pg_catalog.length(d.old_record::text)) > ${shownCharacters}, false) as is_cut,
       d.response_headers, d.response_body
     from supabase_functions.deliveries d where d.id = $1::bigint`,
    [id],
  )
  if (row === undefined) return undefined
  const { url, request_headers, record, old_record, is_cut, ...rest } = row
  const { response_headers, response_body, ...listed } = rest
  return {
    delivery: present(listed, await listHooks(db)),
    url,
    request_headers,
    record,
    old_record,
    is_cut,
    response_headers,
    response_body,
  }
}

type WaitingRow = Omit<WaitingEvent, 'created_at' | 'next_at'> & {
  created_at: Date
  next_at: Date | null
}

export async function listWaiting(db: Queryable, hook: Hook, after: string | undefined) {
  const rows = await db.query<WaitingRow>(
    `select o.id::text as event_id, o.operation, o.created_at, o.attempts, o.next_at,
       o.last_status as status_code, o.last_error as error,
       left(o.record::text, 10000) as record, left(o.old_record::text, 10000) as old_record
     from ${sourceRows('$1')} join supabase_functions.outbox o on ${isFromSource}
     where $2::bigint is null or o.id > $2
     order by o.id limit ${deliveryPageSize + 1}`,
    [JSON.stringify(hook.sources), after ?? null],
  )
  return {
    events: rows.slice(0, deliveryPageSize).map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      next_at: row.next_at?.toISOString() ?? null,
    })),
    has_more: rows.length > deliveryPageSize,
  }
}
