-- Pages of charts that a project has made for itself.
create table reports (
  id uuid primary key,
  project_id integer not null references projects on delete cascade,
  -- Who made it; null in an install without accounts.
  user_id uuid references users on delete set null,
  name text not null,
  -- As the contract describes them.
  blocks jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index reports_project_id_idx on reports (project_id);
create index reports_user_id_idx on reports (user_id);
