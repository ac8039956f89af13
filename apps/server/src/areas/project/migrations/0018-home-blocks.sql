-- What saved queries answered, on the home of a project.
create table home_blocks (
  id uuid primary key,
  project_id integer not null references projects on delete cascade,
  snippet_id uuid not null references snippets on delete cascade,
  -- Who put it there; null in an install without accounts.
  user_id uuid references users on delete set null,
  title text not null,
  look jsonb not null,
  refreshed text not null check (refreshed in ('hand', 'hour', 'day')),
  parameter_values jsonb not null,
  position integer not null,
  created_at timestamptz not null default now(),
  -- The last time that somebody looked at it, and the time before when that was long ago.
  seen_at timestamptz not null,
  rested_since timestamptz,
  -- While it is read.
  reading_since timestamptz,
  -- Of the last try, and how many of the last ones in a row failed.
  tried_at timestamptz,
  failure_reason text check (failure_reason in ('query', 'database')),
  failure text,
  failures integer not null default 0,
  -- Rows of the project, sealed; they stay when a later try fails.
  read_at timestamptz,
  sealed_rows text,
  row_count integer,
  cut text check (cut in ('rows', 'bytes')),
  duration_ms double precision
);
create index home_blocks_project_id_idx on home_blocks (project_id, position);
create index home_blocks_snippet_id_idx on home_blocks (snippet_id);
create index home_blocks_user_id_idx on home_blocks (user_id);
