-- Rows of all sources of logs. Those of one retention lie in partitions of one day, which are
-- created when rows arrive and dropped when their time is over. Numbers of sources and levels:
-- services/logs/src/rows.

create schema logs;

create table logs.projects (
  id int generated always as identity primary key,
  ref text not null unique
);

create table logs.rows (
  project_id int not null,
  source smallint not null,
  level smallint not null,
  keep_days smallint not null,
  status smallint,
  is_own boolean not null,
  duration_ms real,
  at timestamptz not null,
  id bigint not null,
  pattern bigint not null,
  method text,
  path text,
  user_name text,
  database_name text,
  code text,
  request_id text,
  message text not null,
  metadata jsonb not null
) partition by list (keep_days);

create table logs.rows_1 partition of logs.rows for values in (1) partition by range (at);
create table logs.rows_7 partition of logs.rows for values in (7) partition by range (at);
create table logs.rows_28 partition of logs.rows for values in (28) partition by range (at);
create table logs.rows_90 partition of logs.rows for values in (90) partition by range (at);

-- Counts by time, level, status and pattern read this index alone.
create index rows_time on logs.rows (project_id, source, at, id)
  include (level, status, is_own, pattern);
-- A third of the cost of a B-tree, for ids in no order; rows without an id are not in it.
create index rows_request on logs.rows using hash (request_id);

-- First time that a message of a pattern was stored, with that message.
create table logs.patterns (
  project_id int not null,
  source smallint not null,
  pattern bigint not null,
  level smallint not null,
  first_at timestamptz not null,
  message text not null,
  primary key (project_id, source, pattern)
);

-- How far a reader of another log has come, saved with the rows that it has read.
create table logs.positions (
  key text primary key,
  position text not null,
  saved_at timestamptz not null default now()
);

-- Rows that could not be stored, by the reason.
create table logs.dropped (
  project_id int not null,
  source smallint not null,
  minute timestamptz not null,
  reason text not null,
  count bigint not null,
  primary key (project_id, minute, source, reason)
);

-- The time that the id of a row begins with, see services/logs/src/rows/row-ids.ts.
create function logs.time_of_id(id bigint) returns timestamptz
  language sql immutable parallel safe
  return to_timestamp((id >> 22) / 1000.0 + 1577836800);
