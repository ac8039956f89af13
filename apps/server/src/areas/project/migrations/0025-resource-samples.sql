-- The resource usage of each running project, once a minute. Counters are stored as PostgreSQL and
-- the system count them: rates are computed when they are read. Columns are null where the engine or
-- the platform does not know the value. No trigger notifies of changes: see `quietTables`.
create table resource_samples (
  project_id integer not null references projects on delete cascade,
  sampled_at timestamptz not null,
  -- Samples of minutes are merged to one for each quarter of an hour after a day.
  is_minute boolean not null default true,
  -- Counters start again when these change.
  started_at timestamptz not null,
  database_reset_at timestamptz,
  wal_reset_at timestamptz,
  -- Counters.
  cpu_seconds double precision,
  blocks_hit bigint not null,
  blocks_read bigint not null,
  commits bigint not null,
  rollbacks bigint not null,
  deadlocks bigint not null,
  temporary_bytes bigint not null,
  wal_bytes bigint not null,
  -- Values at that time; of a quarter of an hour, their averages.
  memory_bytes bigint,
  connections_active double precision not null,
  connections_idle double precision not null,
  connections_idle_in_transaction double precision not null,
  connection_limit integer not null,
  database_bytes bigint not null,
  disk_free_bytes bigint,
  primary key (project_id, sampled_at)
);
create index resource_samples_sampled_at_idx on resource_samples (sampled_at);
create index resource_samples_minutes_idx on resource_samples (sampled_at) where is_minute;
