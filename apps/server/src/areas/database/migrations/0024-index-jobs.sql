-- Builds, rebuilds and drops of indexes that run as jobs of a server.
create table index_jobs (
  id uuid primary key default gen_random_uuid(),
  project_id integer not null references projects on delete cascade,
  action text not null check (action in ('create', 'rebuild', 'drop')),
  schema_name text not null,
  table_name text not null,
  index_name text not null,
  -- The oid of the index; null until a new one is complete.
  index_id oid,
  -- Of a new index.
  design jsonb,
  -- State that the next server needs to continue it.
  memory jsonb not null default '{}',
  state text not null default 'waiting' check (
    state in ('waiting', 'running', 'cancelling', 'done', 'failed', 'cancelled')
  ),
  error text,
  -- Partitions whose indexes are built, and all of them.
  part integer,
  parts integer,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);

create index index_jobs_project on index_jobs (project_id, created_at desc);
create index index_jobs_unfinished on index_jobs (id) where ended_at is null;
