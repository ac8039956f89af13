-- What was run in the SQL editor: everybody's own history of a project.
create table query_runs (
  id uuid primary key default gen_random_uuid(),
  project_id integer not null references projects on delete cascade,
  -- Null for the one person of an install without accounts.
  user_id uuid references users on delete cascade,
  sql text not null,
  role text,
  is_held boolean not null,
  started_at timestamptz not null default now(),
  -- Null while it runs, and for ever where the server ended first.
  duration_ms double precision,
  rows bigint,
  state text not null check (
    state in ('running', 'done', 'failed', 'cancelled', 'committed', 'rolled_back')
  ),
  error text
);

create index query_runs_history on query_runs (project_id, user_id, started_at desc, id desc);
