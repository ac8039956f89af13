export const types = /* SQL */ `
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
export const names = /* SQL */ `
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

export const creation = /* SQL */ `
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

/** Queues whose tables stayed when the extension was dropped, or that a dump restored before it. */
export const adoption = /* SQL */ `
insert into meta (queue_name, is_partitioned, is_unlogged)
select pg_catalog.substr(c.relname, 3), c.relkind = 'p', c.relpersistence = 'u'
from pg_catalog.pg_class c
where c.relnamespace = 'pgmq'::pg_catalog.regnamespace and c.relkind in ('r', 'p')
  and c.relname like 'q\\_%' and not c.relispartition
  and pg_catalog.to_regclass(
    pg_catalog.format('pgmq.%I', 'a_' || pg_catalog.substr(c.relname, 3))) is not null;
`
