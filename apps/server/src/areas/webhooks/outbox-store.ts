import type { Queryable } from '@basalt/engine'

import { isFromSource, sourceRows } from './event-sources.ts'
import type { Hook } from './hook-store.ts'

export type Event = {
  table_id: number
  trigger_id: number
  /** Digits. */
  id: string
  /** The header `webhook-id`, by which a receiver knows an event that is sent again. */
  message_id: string
  operation: string
  created_at: Date
  attempts: number
  /** Of the row before and after; two after its key was changed, none without a primary key. */
  keys: string[]
  is_due: boolean
  /** JSON as PostgreSQL writes it, so that large numbers keep their digits; null unless due. */
  record: string | null
  old_record: string | null
}

const eventsRead = 200

const keyOf = (record: string) => /* SQL */ `(
  select pg_catalog.string_agg(coalesce(o.${record} ->> c, ''), pg_catalog.chr(31))
  from pg_catalog.json_array_elements_text(s.keys) c where o.${record} is not null)`

const nextEvents = /* SQL */ `
  select s.hook_id::int8::float8 as hook_id, e.*
  from ${sourceRows('$1', ', hook_id oid, keys json')}
  cross join lateral (
    select o.table_id, o.trigger_id, o.id::text,
      coalesce(o.message_id, o.id)::text as message_id, o.operation, o.created_at, o.attempts,
      pg_catalog.array_remove(array[${keyOf('record')}, ${keyOf('old_record')}], null) as keys,
      d.is_due,
      case when d.is_due then o.record::text end as record,
      case when d.is_due then o.old_record::text end as old_record
    from supabase_functions.outbox o,
      lateral (select coalesce(o.next_at <= pg_catalog.clock_timestamp(), true) as is_due) d
    where ${isFromSource} and o.id <> all ($2::bigint[])
    order by o.id limit ${eventsRead}
  ) e
  order by e.id::bigint`

/** The oldest events of each hook, in order; those that are being delivered are left out. */
export async function readEvents(
  db: Queryable,
  hooks: readonly Hook[],
  inFlight: readonly string[],
): Promise<Map<Hook, Event[]>> {
  const sources = hooks.flatMap(({ id, keyColumns: keys, sources: all }) =>
    all.map((source) => ({ hook_id: id, keys, ...source })),
  )
  const known = new Map(hooks.map((hook) => [hook.id, hook]))
  const events = new Map<Hook, Event[]>()
  if (sources.length === 0) return events
  const rows = await db.query<Event & { hook_id: number }>(nextEvents, [
    JSON.stringify(sources),
    inFlight,
  ])
  for (const { hook_id: id, ...event } of rows) {
    const hook = known.get(id)
    if (hook === undefined) continue
    const found = events.get(hook)
    if (found === undefined) events.set(hook, [event])
    else found.push(event)
  }
  return events
}

/**
 * Until the next attempt is due, in milliseconds; null when no event waits for its time. One that
 * was due earlier waits for room, for its hook or for an event before it.
 */
export async function readWaitMs(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ wait: number | null }>(
    `select (pg_catalog.date_part('epoch', pg_catalog.min(next_at) - pg_catalog.clock_timestamp())
       * 1000)::float8 as wait
     from supabase_functions.outbox
     where next_at > pg_catalog.clock_timestamp() - interval '100 milliseconds'`,
  )
  return row?.wait ?? null
}

/** The end of one attempt. */
export type Outcome = Pick<Event, 'table_id' | 'trigger_id' | 'id'> & {
  /** Its delivery belongs to this hook and table, also when the event came from a partition. */
  hook_id: number
  hook_table: number
  hook: string
  table_name: string
  /** Null for one that is tried again after `retry_ms`. */
  status: 'delivered' | 'dead' | null
  retry_ms: number | null
  url: string
  request_headers: Record<string, string>
  status_code: number | null
  error: string | null
  response_headers: Record<string, string> | null
  response_body: string | null
  duration_ms: number
}

const finish = /* SQL */ `
  with fence as materialized (
    select token from supabase_functions.outbox_fence where token = $1::uuid for share
  ), outcome as (
    select r.* from pg_catalog.jsonb_to_recordset($2::jsonb) as r (
      table_id oid, trigger_id oid, id bigint, hook_id oid, hook_table oid, hook text,
      table_name text, status text, retry_ms int, url text,
      request_headers jsonb, status_code int, error text, response_headers jsonb,
      response_body text, duration_ms int), fence
  ), removed as (
    delete from supabase_functions.outbox o using outcome r
    where o.table_id = r.table_id and o.trigger_id = r.trigger_id and o.id = r.id
      and r.status is not null
    returning o.id as event_id, o.message_id, r.hook_table as table_id, r.hook_id, r.hook, r.table_name,
      o.operation, o.record, o.old_record,
      o.created_at, r.status, o.attempts + 1 as attempts, r.url, r.request_headers, r.status_code,
      r.error, r.response_headers, r.response_body, r.duration_ms
  ), kept as (
    insert into supabase_functions.deliveries (event_id, message_id, table_id, hook_id, hook,
      table_name, operation, record, old_record, created_at, status, attempts, url, request_headers, status_code, error,
      response_headers, response_body, duration_ms)
    select * from removed
  ), retried as (
    update supabase_functions.outbox o
    set attempts = o.attempts + 1, last_status = r.status_code, last_error = r.error,
      next_at = pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => r.retry_ms / 1000.0)
    from outcome r
    where o.table_id = r.table_id and o.trigger_id = r.trigger_id and o.id = r.id
      and r.status is null
  )
  select exists (select from fence) as is_ours`

/** @returns whether the token is still the one of the database; otherwise nothing was changed. */
export async function finishEvents(
  db: Queryable,
  token: string,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  const [row] = await db.query<{ is_ours: boolean }>(finish, [token, JSON.stringify(outcomes)])
  return row?.is_ours ?? false
}

type Health = { hook: Hook; failures: number; probeMs: number | null; hasRecovered: boolean }

/**
 * Stores the failures in a row of a hook, and until when it waits. The events of one that has
 * recovered are due at once.
 */
export async function recordHealth(
  db: Queryable,
  token: string,
  { hook, failures, probeMs, hasRecovered }: Health,
): Promise<void> {
  await db.query(
    `insert into supabase_functions.hook_settings as s
       (table_id, hook, failures, failing_since, probe_at)
     select $2::oid::regclass, $3, $4, case when $5::float8 is not null then pg_catalog.now() end,
       pg_catalog.now() + pg_catalog.make_interval(secs => $5 / 1000)
     from supabase_functions.outbox_fence where token = $1::uuid
     on conflict (table_id, hook) do update set failures = excluded.failures,
       failing_since = case when excluded.failing_since is not null
         then coalesce(s.failing_since, excluded.failing_since) end,
       probe_at = excluded.probe_at`,
    [token, hook.table_id, hook.name, failures, probeMs],
  )
  if (!hasRecovered) return
  await db.query(
    `update supabase_functions.outbox o set next_at = null
     from ${sourceRows('$1')} where ${isFromSource} and o.next_at is not null`,
    [JSON.stringify(hook.sources)],
  )
}

const keptDays = 7
const keptRows = 100_000

/** Deletes old deliveries, and ends events whose hook does not exist any more. */
export async function tidyOutbox(db: Queryable): Promise<void> {
  await db.query(
    `delete from supabase_functions.deliveries
     where finished_at < pg_catalog.now() - interval '${keptDays} days'
       or id <= (select pg_catalog.max(id) - ${keptRows} from supabase_functions.deliveries)`,
  )
  await endLostEvents(db)
}

/** Ends the events whose trigger was dropped, also if the table has another one of its name. */
export async function endLostEvents(db: Queryable): Promise<void> {
  await db.query(
    `with removed as (
       delete from supabase_functions.outbox o where not exists (
         select from pg_catalog.pg_trigger t
         where t.tgrelid = o.table_id
           and (t.oid = o.trigger_id or (o.trigger_id = 0 and t.tgname = o.hook))
           and t.tgfoid = pg_catalog.to_regprocedure('supabase_functions.http_request()'))
       returning o.*
     )
     insert into supabase_functions.deliveries (event_id, message_id, table_id, hook_id, hook,
       table_name, operation, record, old_record, created_at, status, attempts, error)
     select id, message_id, table_id, trigger_id, hook, table_name, operation, record, old_record, created_at,
       'dead', attempts, 'The hook was removed' from removed order by removed.id`,
  )
}
