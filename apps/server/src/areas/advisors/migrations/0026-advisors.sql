-- The last run of the advisors in each project. No trigger notifies of changes of these tables: see
-- `quietTables`.
create table advisor_runs (
  project_id integer primary key references projects on delete cascade,
  -- Of the last run that read the database; null before it.
  finished_at timestamptz,
  duration_ms integer not null default 0,
  unchecked jsonb not null default '[]',
  -- Rules with more findings than are stored, and the number of all of them.
  truncated jsonb not null default '{}',
  -- Of the last run, when it failed.
  failure text
);
create table advisor_findings (
  project_id integer not null references projects on delete cascade,
  key text not null,
  rule text not null,
  level text not null check (level in ('error', 'warning', 'info')),
  finding jsonb not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Set when a run no longer finds it.
  closed_at timestamptz,
  -- When it was reported to the owners.
  mailed_at timestamptz,
  primary key (project_id, key)
);
create index advisor_findings_closed_at_idx on advisor_findings (closed_at) where closed_at is not null;
create table advisor_ignores (
  id uuid primary key default gen_random_uuid(),
  project_id integer not null references projects on delete cascade,
  rule text not null,
  -- Null ignores every finding of the rule.
  key text,
  for_everyone boolean not null,
  -- Its author; null in an install without accounts.
  user_id uuid references users on delete cascade,
  reason text not null,
  -- The end; null never ends.
  until timestamptz,
  created_at timestamptz not null default now()
);
create index advisor_ignores_project_id_idx on advisor_ignores (project_id);
create index advisor_ignores_user_id_idx on advisor_ignores (user_id);
