-- Saved queries of the log explorer.
create table log_queries (
  id uuid primary key,
  project_id integer not null references projects on delete cascade,
  -- Null in an install without accounts.
  user_id uuid references users on delete cascade,
  name text not null,
  sql text not null,
  is_shared boolean not null,
  updated_at timestamptz not null default now()
);
create index log_queries_project_id_idx on log_queries (project_id);
create index log_queries_user_id_idx on log_queries (user_id);
