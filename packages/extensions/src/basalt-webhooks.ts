import type { OwnExtension } from './own-extension.ts'

/**
 * Database webhooks: the trigger function `supabase_functions.http_request`, and the outbox that
 * Basalt delivers from. An event is a row of the transaction that caused it.
 */
const tables = /* SQL */ `
create table outbox (
  table_id oid not null,
  hook text collate "C" not null,
  id bigint generated always as identity,
  operation text not null,
  record jsonb,
  old_record jsonb,
  created_at timestamptz not null default pg_catalog.clock_timestamp(),
  attempts integer not null default 0,
  next_at timestamptz,
  last_status integer,
  last_error text,
  -- One index serves the order of each hook, and the deletion of what was delivered.
  primary key (table_id, hook, id)
);
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table deliveries (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  table_id oid not null,
  hook text collate "C" not null,
  operation text not null,
  record jsonb,
  old_record jsonb,
  created_at timestamptz not null,
  finished_at timestamptz not null default pg_catalog.clock_timestamp(),
  status text not null check (status in ('delivered', 'dead')),
  attempts integer not null,
  url text,
  request_headers jsonb,
  status_code integer,
  error text,
  response_headers jsonb,
  response_body text,
  duration_ms integer,
  -- When its event was sent again, as a new one.
  resent_at timestamptz
);
create index on deliveries (table_id, hook, status, id);
create index on deliveries (finished_at);

create table hook_settings (
  table_id regclass not null,
  hook text collate "C" not null,
  max_attempts integer not null default 10 check (max_attempts between 1 and 20),
  signing_secret text,
  -- Of a member who may reveal secrets; see hook-trust.ts of the server.
  vault_mark text,
  is_paused boolean not null default false,
  failures integer not null default 0,
  failing_since timestamptz,
  probe_at timestamptz,
  primary key (table_id, hook)
);

-- The process that delivers writes its token here; one that lost its place cannot finish a delivery.
create table outbox_fence (
  only_row boolean primary key default true check (only_row),
  token uuid not null
);
`

/**
 * The process that delivers holds the first lock exclusively while it waits, and takes it only when no
 * transaction has it shared. So a transaction that gets it shared knows that its row is looked for
 * until it has ended, and needs no notification, whose lock all committing transactions wait for.
 */
export const wakeStatement = /* SQL */ `
  if not pg_catalog.pg_try_advisory_xact_lock_shared(1114731604, 1) then
    perform pg_catalog.pg_notify('basalt_outbox', '');
  end if;`

const trigger = /* SQL */ `
create function http_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into supabase_functions.outbox (table_id, hook, operation, record, old_record)
  values (tg_relid, tg_name, tg_op, pg_catalog.to_jsonb(new), pg_catalog.to_jsonb(old));
  ${wakeStatement}
  return coalesce(new, old);
end $$;
-- Who may create a trigger with it may make the platform send requests.
revoke all on function http_request() from public;
`

/** Events and deliveries belong to one trigger: a later one of the same name does not get them. */
const update11 = /* SQL */ `
alter table outbox
  -- 0 where the transaction does not see the trigger: its snapshot is older. The name counts then.
  add trigger_id oid not null default 0,
  -- Of the table that fired, for events whose table was dropped.
  add table_name text,
  -- The id of its request, where it is not the event's: of an event that is sent again.
  add message_id bigint;
-- The header webhook-id of another database, or of this one before a removal, is never this one's.
select pg_catalog.setval(pg_catalog.pg_get_serial_sequence('supabase_functions.outbox', 'id'),
  (extract(epoch from pg_catalog.clock_timestamp()) * 1000000)::bigint);
alter table deliveries
  -- The oid of the trigger of a hook, which an edit keeps; also for events of partitions.
  add hook_id oid not null default 0,
  add table_name text,
  add message_id bigint;

update outbox o set trigger_id = t.oid
from pg_catalog.pg_trigger t where t.tgrelid = o.table_id and t.tgname = o.hook;
alter table outbox drop constraint outbox_pkey;
alter table outbox add primary key (table_id, trigger_id, id);

with recursive tree as (
  select t.oid as id, t.oid as hook_id, t.tgrelid as hook_table, t.tgrelid as table_id, t.tgname
  from pg_catalog.pg_trigger t
  where t.tgparentid = 0 and t.tgfoid = 'supabase_functions.http_request()'::pg_catalog.regprocedure
  union all
  select t.oid, r.hook_id, r.hook_table, t.tgrelid, t.tgname
  from tree r join pg_catalog.pg_trigger t on t.tgparentid = r.id
)
update deliveries d set hook_id = t.hook_id, table_id = t.hook_table
from tree t where t.table_id = d.table_id and t.tgname = d.hook;
update deliveries d set table_name = n.nspname || '.' || c.relname
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.oid = d.table_id;
drop index deliveries_table_id_hook_status_id_idx;
create index on deliveries (hook_id, status, id);

create or replace function http_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into supabase_functions.outbox
    (table_id, trigger_id, hook, table_name, operation, record, old_record)
  values (tg_relid,
    coalesce((
      select t.oid from pg_catalog.pg_trigger t
      where t.tgrelid = tg_relid and t.tgname = tg_name), 0),
    tg_name, tg_table_schema || '.' || tg_table_name,
    tg_op, pg_catalog.to_jsonb(new), pg_catalog.to_jsonb(old));
  ${wakeStatement}
  return coalesce(new, old);
end $$;
`

export const basaltWebhooks: OwnExtension = {
  name: 'basalt_webhooks',
  version: '1.1',
  firstVersion: '1.0',
  comment: 'sends changes of tables to HTTP receivers',
  schema: 'supabase_functions',
  requires: [],
  dumped: ['supabase_functions.hook_settings'],
  sql: [tables, trigger].join('\n'),
  updates: [{ to: '1.1', sql: update11 }],
}
