-- Jobs that measure statements with and without a suggested index, and their results.
create table index_proofs (
  id uuid primary key default gen_random_uuid(),
  project_id integer not null references projects on delete cascade,
  -- The table and the columns; the same for each proof of the same index.
  key text not null,
  schema_name text not null,
  table_name text not null,
  columns jsonb not null,
  statement_ids bigint[] not null,
  state text not null default 'waiting' check (
    state in ('waiting', 'running', 'cancelling', 'done', 'failed', 'cancelled')
  ),
  phase text check (phase in ('copying', 'measuring', 'building', 'comparing', 'writing')),
  percent integer not null default 0,
  -- How often a server began it: one that ends servers is not begun without end.
  attempts integer not null default 0,
  result jsonb,
  error text,
  created_by text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

create index index_proofs_project on index_proofs (project_id, key, created_at desc);
-- An index is proved once at a time.
create unique index index_proofs_unfinished on index_proofs (project_id, key)
where ended_at is null;
