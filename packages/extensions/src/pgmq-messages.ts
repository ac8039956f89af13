export const sending = /* SQL */ `
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
export const reading = /* SQL */ `
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

export const removal = /* SQL */ `
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

export const figures = /* SQL */ `
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
