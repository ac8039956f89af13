import type { OwnExtension } from './own-extension.ts'

/**
 * Message queues in tables, with the SQL interface of pgmq 1.11.
 *
 * Source of names, arguments and results: the documentation of pgmq. Unlike there, partitions have a
 * number of messages and no time, need no further extension, and the archive has none.
 */
const types = /* SQL */ `
create table meta (
  queue_name varchar primary key,
  is_partitioned boolean not null,
  is_unlogged boolean not null,
  created_at timestamptz not null default now()
);

create table partitioning (
  queue_name varchar primary key references meta on delete cascade,
  messages bigint not null check (messages >= 1000),
  retained_messages bigint not null check (retained_messages >= messages)
);

create type message_record as (
  msg_id bigint,
  read_ct integer,
  enqueued_at timestamptz,
  last_read_at timestamptz,
  vt timestamptz,
  message jsonb,
  headers jsonb
);

create type queue_record as (
  queue_name varchar,
  is_partitioned boolean,
  is_unlogged boolean,
  created_at timestamptz
);

create type metrics_result as (
  queue_name text,
  queue_length bigint,
  newest_msg_age_sec int,
  oldest_msg_age_sec int,
  total_messages bigint,
  scrape_time timestamptz,
  queue_visible_length bigint
);

grant select on meta, partitioning to public;
`

/** Names of tables are lower case and at most 63 bytes long, those of indexes included. */
const names = /* SQL */ `
create function validate_queue_name(queue_name text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if queue_name is null or queue_name !~ '^[a-zA-Z0-9_-]{1,47}$' then
    raise exception using errcode = '22023',
      message = 'A queue name has 1 to 47 letters, digits, _ or -';
  end if;
end $$;

create function format_table_name(queue_name text, prefix text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  perform pgmq.validate_queue_name(queue_name);
  return prefix || '_' || pg_catalog.lower(queue_name);
end $$;

create function _relation(queue_name text, prefix text) returns text
language sql immutable as $$
  select 'pgmq.' || pg_catalog.quote_ident(pgmq.format_table_name(queue_name, prefix))
$$;
`

const creation = /* SQL */ `
create function _create_tables(queue_name text, persistence text, partitioning text) returns void
language plpgsql set search_path = '' as $$
declare
  queue text := pgmq._relation(queue_name, 'q');
  archive text := pgmq._relation(queue_name, 'a');
  index_name text;
begin
  -- Two sessions that create the same queue wait for each other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pgmq.' || pg_catalog.lower(queue_name), 0));
  execute pg_catalog.format($f$
    create %s table if not exists %s (
      msg_id bigint generated always as identity primary key,
      read_ct integer not null default 0,
      enqueued_at timestamptz not null default pg_catalog.now(),
      last_read_at timestamptz,
      vt timestamptz not null,
      message jsonb,
      headers jsonb
    ) %s$f$, persistence, queue, partitioning);
  execute pg_catalog.format($f$
    create table if not exists %s (
      msg_id bigint primary key,
      read_ct integer not null default 0,
      enqueued_at timestamptz not null default pg_catalog.now(),
      last_read_at timestamptz,
      archived_at timestamptz not null default pg_catalog.now(),
      vt timestamptz not null,
      message jsonb,
      headers jsonb
    )$f$, archive);
  index_name := pgmq.format_table_name(queue_name, 'q') || '_vt_idx';
  execute pg_catalog.format('create index if not exists %I on %s (vt)', index_name, queue);
  index_name := 'archived_at_idx_' || pg_catalog.lower(queue_name);
  execute pg_catalog.format('create index if not exists %I on %s (archived_at)', index_name, archive);
end $$;

create function create_non_partitioned(queue_name text) returns void
language plpgsql set search_path = '' as $$
begin
  perform pgmq._create_tables(queue_name, '', '');
  insert into pgmq.meta (queue_name, is_partitioned, is_unlogged)
  values (queue_name, false, false) on conflict do nothing;
end $$;

create function create_unlogged(queue_name text) returns void
language plpgsql set search_path = '' as $$
begin
  perform pgmq._create_tables(queue_name, 'unlogged', '');
  insert into pgmq.meta (queue_name, is_partitioned, is_unlogged)
  values (queue_name, false, true) on conflict do nothing;
end $$;

create function "create"(queue_name text) returns void
language sql as $$ select pgmq.create_non_partitioned(queue_name) $$;

create function create_partitioned(
  queue_name text, partition_interval text default '10000', retention_interval text default '100000'
) returns void
language plpgsql set search_path = '' as $$
begin
  if partition_interval !~ '^[0-9]{1,15}$' or retention_interval !~ '^[0-9]{1,15}$' then
    raise exception using errcode = '22023',
      message = 'Partitions have a number of messages, for example 10000',
      hint = 'Intervals of time are not supported.';
  end if;
  perform pgmq._create_tables(queue_name, '', 'partition by range (msg_id)');
  insert into pgmq.meta (queue_name, is_partitioned, is_unlogged)
  values (queue_name, true, false) on conflict do nothing;
  insert into pgmq.partitioning (queue_name, messages, retained_messages)
  values (queue_name, partition_interval::bigint, retention_interval::bigint) on conflict do nothing;
  execute pg_catalog.format('create table if not exists pgmq.%I partition of %s default',
    pgmq.format_table_name(queue_name, 'q') || '_default', pgmq._relation(queue_name, 'q'));
  perform pgmq._maintain_partitions(queue_name);
end $$;

-- Runs as the owner of the extension, because senders may not create tables. Rows beyond the last
-- partition go to the default partition, so that a maintenance that cannot run loses nothing.
create function _maintain_partitions(queue_name text, upcoming bigint default 0) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '200ms' as $$
declare
  size bigint;
  retained bigint;
  last_id bigint;
  part record;
  lower_bound bigint;
begin
  select p.messages, p.retained_messages into size, retained
  from pgmq.partitioning p where p.queue_name = _maintain_partitions.queue_name;
  if size is null then return; end if;
  last_id := pgmq._last_id(queue_name);
  for lower_bound in
    select pg_catalog.generate_series(
      last_id / size * size, (last_id + upcoming) / size * size + 4 * size, size)
  loop
    continue when pg_catalog.to_regclass(pg_catalog.format('pgmq.%I',
      pgmq.format_table_name(queue_name, 'q') || '_p' || lower_bound)) is not null;
    begin
      execute pg_catalog.format(
        'create table pgmq.%I partition of %s for values from (%s) to (%s)',
        pgmq.format_table_name(queue_name, 'q') || '_p' || lower_bound,
        pgmq._relation(queue_name, 'q'), lower_bound, lower_bound + size);
    exception when check_violation then
      -- The default partition has messages of this range.
      null;
    end;
  end loop;
  for part in
    select c.relname, (pg_catalog.regexp_match(c.relname, '_p([0-9]+)$'))[1]::bigint as lower_bound
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = pgmq._relation(queue_name, 'q')::pg_catalog.regclass
      and c.relname ~ '_p[0-9]+$'
  loop
    continue when part.lower_bound + size > last_id - retained;
    execute pg_catalog.format('drop table pgmq.%I', part.relname);
  end loop;
exception when lock_not_available or insufficient_privilege then
  raise warning 'The partitions of the queue % could not be maintained: %', queue_name, sqlerrm;
end $$;

create function _last_id(queue_name text) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  last_id bigint;
begin
  execute pg_catalog.format('select case when is_called then last_value else 0 end from %s',
    pg_catalog.pg_get_serial_sequence(pgmq._relation(queue_name, 'q'), 'msg_id')) into last_id;
  return last_id;
end $$;

create function drop_queue(queue_name text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pgmq.' || pg_catalog.lower(queue_name), 0));
  execute 'drop table if exists ' || pgmq._relation(queue_name, 'q');
  execute 'drop table if exists ' || pgmq._relation(queue_name, 'a');
  delete from pgmq.meta m where m.queue_name = drop_queue.queue_name;
  return found;
end $$;

-- Archives are not part of the extension, so that nothing has to be detached.
create function detach_archive(queue_name text) returns void
language sql as $$ select $$;

create function list_queues() returns setof queue_record
language sql stable as $$
  select m.queue_name, m.is_partitioned, m.is_unlogged, m.created_at from pgmq.meta m
$$;
`

const sending = /* SQL */ `
create function send(queue_name text, msg jsonb, headers jsonb, delay timestamptz)
returns setof bigint
language plpgsql set search_path = '' as $$
declare
  id bigint;
begin
  execute pg_catalog.format(
    'insert into %s (vt, message, headers) values ($2, $1, $3) returning msg_id',
    pgmq._relation(queue_name, 'q')) into id using msg, delay, headers;
  if id % 1000 = 0 then perform pgmq._maintain_partitions(queue_name); end if;
  return next id;
end $$;

create function send(queue_name text, msg jsonb) returns setof bigint
language sql as $$
  select * from pgmq.send(queue_name, msg, null, pg_catalog.clock_timestamp())
$$;

create function send(queue_name text, msg jsonb, headers jsonb) returns setof bigint
language sql as $$
  select * from pgmq.send(queue_name, msg, headers, pg_catalog.clock_timestamp())
$$;

create function send(queue_name text, msg jsonb, delay integer) returns setof bigint
language sql as $$
  select * from pgmq.send(queue_name, msg, null,
    pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => delay))
$$;

create function send(queue_name text, msg jsonb, delay timestamptz) returns setof bigint
language sql as $$ select * from pgmq.send(queue_name, msg, null, delay) $$;

create function send(queue_name text, msg jsonb, headers jsonb, delay integer)
returns setof bigint
language sql as $$
  select * from pgmq.send(queue_name, msg, headers,
    pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => delay))
$$;

create function send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamptz)
returns setof bigint
language plpgsql set search_path = '' as $$
declare
  ids bigint[];
begin
  if headers is not null and pg_catalog.cardinality(headers) <> pg_catalog.cardinality(msgs) then
    raise exception using errcode = '22023',
      message = 'There must be as many headers as messages';
  end if;
  if pg_catalog.cardinality(msgs) >= 1000 then
    perform pgmq._maintain_partitions(queue_name, pg_catalog.cardinality(msgs));
  end if;
  execute pg_catalog.format($f$
    with added as (
      insert into %s (vt, message, headers)
      select $2, one.message, one.headers
      from rows from (pg_catalog.unnest($1), pg_catalog.unnest($3))
        with ordinality as one (message, headers, number)
      order by one.number
      returning msg_id
    )
    select pg_catalog.array_agg(msg_id order by msg_id) from added$f$,
    pgmq._relation(queue_name, 'q')) into ids using msgs, delay, headers;
  if ids[1] / 1000 <> (ids[pg_catalog.cardinality(ids)] + 1) / 1000 then
    perform pgmq._maintain_partitions(queue_name);
  end if;
  return query select pg_catalog.unnest(ids);
end $$;

create function send_batch(queue_name text, msgs jsonb[]) returns setof bigint
language sql as $$
  select * from pgmq.send_batch(queue_name, msgs, null, pg_catalog.clock_timestamp())
$$;

create function send_batch(queue_name text, msgs jsonb[], headers jsonb[]) returns setof bigint
language sql as $$
  select * from pgmq.send_batch(queue_name, msgs, headers, pg_catalog.clock_timestamp())
$$;

create function send_batch(queue_name text, msgs jsonb[], delay integer) returns setof bigint
language sql as $$
  select * from pgmq.send_batch(queue_name, msgs, null,
    pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => delay))
$$;

create function send_batch(queue_name text, msgs jsonb[], delay timestamptz) returns setof bigint
language sql as $$ select * from pgmq.send_batch(queue_name, msgs, null, delay) $$;

create function send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay integer)
returns setof bigint
language sql as $$
  select * from pgmq.send_batch(queue_name, msgs, headers,
    pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => delay))
$$;
`

/** The times are parameters: an index serves no condition with a volatile function. */
const reading = /* SQL */ `
create function read(queue_name text, vt integer, qty integer, conditional jsonb default '{}')
returns setof message_record
language plpgsql set search_path = '' as $$
declare
  started timestamptz := pg_catalog.clock_timestamp();
begin
  return query execute pg_catalog.format($f$
    with free as (
      select msg_id from %1$s
      where vt <= $1 and ($4 = '{}' or message @> $4)
      order by msg_id limit $3
      for update skip locked
    ), taken as (
      update %1$s q
      set last_read_at = $1, vt = $2, read_ct = read_ct + 1
      from free where q.msg_id = free.msg_id
      returning q.msg_id, q.read_ct, q.enqueued_at, q.last_read_at, q.vt, q.message, q.headers
    )
    select * from taken order by msg_id$f$, pgmq._relation(queue_name, 'q'))
  using started, started + pg_catalog.make_interval(secs => vt), qty, conditional;
end $$;

create function read_with_poll(
  queue_name text,
  vt integer,
  qty integer,
  max_poll_seconds integer default 5,
  poll_interval_ms integer default 100,
  conditional jsonb default '{}'
) returns setof message_record
language plpgsql set search_path = '' as $$
declare
  stop_at timestamptz := pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => max_poll_seconds);
begin
  loop
    return query select * from pgmq.read(queue_name, vt, qty, conditional);
    exit when found or pg_catalog.clock_timestamp() >= stop_at;
    perform pg_catalog.pg_sleep(greatest(poll_interval_ms, 1) / 1000.0);
  end loop;
end $$;

create function pop(queue_name text, qty integer default 1) returns setof message_record
language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format($f$
    with free as (
      select msg_id from %1$s where vt <= $1 order by msg_id limit $2 for update skip locked
    ), taken as (
      delete from %1$s q using free where q.msg_id = free.msg_id
      returning q.msg_id, q.read_ct, q.enqueued_at, q.last_read_at, q.vt, q.message, q.headers
    )
    select * from taken order by msg_id$f$, pgmq._relation(queue_name, 'q'))
  using pg_catalog.clock_timestamp(), qty;
end $$;

create function set_vt(queue_name text, msg_ids bigint[], vt timestamptz)
returns setof message_record
language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format($f$
    update %s q set vt = $2 where msg_id = any ($1)
    returning q.msg_id, q.read_ct, q.enqueued_at, q.last_read_at, q.vt, q.message, q.headers$f$,
    pgmq._relation(queue_name, 'q')) using msg_ids, vt;
end $$;

create function set_vt(queue_name text, msg_id bigint, vt integer) returns setof message_record
language sql as $$
  select * from pgmq.set_vt(queue_name, array[msg_id],
    pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => vt))
$$;

create function set_vt(queue_name text, msg_id bigint, vt timestamptz)
returns setof message_record
language sql as $$ select * from pgmq.set_vt(queue_name, array[msg_id], vt) $$;

create function set_vt(queue_name text, msg_ids bigint[], vt integer) returns setof message_record
language sql as $$
  select * from pgmq.set_vt(queue_name, msg_ids,
    pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => vt))
$$;
`

const removal = /* SQL */ `
create function "delete"(queue_name text, msg_ids bigint[]) returns setof bigint
language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format('delete from %s where msg_id = any ($1) returning msg_id',
    pgmq._relation(queue_name, 'q')) using msg_ids;
end $$;

create function "delete"(queue_name text, msg_id bigint) returns boolean
language plpgsql set search_path = '' as $$
declare
  id bigint;
begin
  execute pg_catalog.format('delete from %s where msg_id = $1 returning msg_id',
    pgmq._relation(queue_name, 'q')) into id using msg_id;
  return id is not null;
end $$;

create function archive(queue_name text, msg_ids bigint[]) returns setof bigint
language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format($f$
    with taken as (
      delete from %s where msg_id = any ($1)
      returning msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers
    )
    insert into %s (msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers)
    select * from taken returning msg_id$f$,
    pgmq._relation(queue_name, 'q'), pgmq._relation(queue_name, 'a')) using msg_ids;
end $$;

create function archive(queue_name text, msg_id bigint) returns boolean
language sql as $$
  select exists (select from pgmq.archive(queue_name, array[msg_id]))
$$;

create function purge_queue(queue_name text) returns bigint
language plpgsql set search_path = '' as $$
declare
  queue text := pgmq._relation(queue_name, 'q');
  purged bigint;
begin
  -- Messages that others send in between would be deleted without being counted.
  execute pg_catalog.format('lock table %s in access exclusive mode', queue);
  execute pg_catalog.format('select pg_catalog.count(*) from %s', queue) into purged;
  execute pg_catalog.format('truncate %s', queue);
  return purged;
end $$;
`

const figures = /* SQL */ `
create function metrics(queue_name text) returns metrics_result
language plpgsql stable set search_path = '' as $$
declare
  figures pgmq.metrics_result;
begin
  execute pg_catalog.format($f$
    select $1::text, pg_catalog.count(*),
      extract(epoch from $2 - pg_catalog.max(enqueued_at))::int,
      extract(epoch from $2 - pg_catalog.min(enqueued_at))::int,
      pgmq._last_id($1), $2, pg_catalog.count(*) filter (where vt <= $2)
    from %s$f$, pgmq._relation(queue_name, 'q'))
  into figures using queue_name, pg_catalog.clock_timestamp();
  return figures;
end $$;

create function metrics_all() returns setof metrics_result
language sql stable as $$
  select m.* from pgmq.meta q, lateral pgmq.metrics(q.queue_name) m order by q.queue_name
$$;
`

/** Queues whose tables stayed when the extension was dropped, or that a dump restored before it. */
const adoption = /* SQL */ `
insert into meta (queue_name, is_partitioned, is_unlogged)
select pg_catalog.substr(c.relname, 3), c.relkind = 'p', c.relpersistence = 'u'
from pg_catalog.pg_class c
where c.relnamespace = 'pgmq'::pg_catalog.regnamespace and c.relkind in ('r', 'p')
  and c.relname like 'q\\_%' and not c.relispartition
  and pg_catalog.to_regclass(
    pg_catalog.format('pgmq.%I', 'a_' || pg_catalog.substr(c.relname, 3))) is not null;
`

export const pgmq: OwnExtension = {
  name: 'pgmq',
  version: '1.11.0',
  comment: 'message queues with visibility timeouts, in SQL',
  schema: 'pgmq',
  requires: [],
  dumped: ['pgmq.meta', 'pgmq.partitioning'],
  sql: [types, names, creation, sending, reading, removal, figures, adoption].join('\n'),
}
