-- Where the rows of a project are sent. `sealed_secrets` is JSON of the values that are never shown.
-- A server that sends has the drain until `claimed_until`.
create table log_drains (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  name text not null,
  config jsonb not null,
  sealed_secrets text not null,
  sources text[] not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  claimed_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  failures int not null default 0,
  last_error text,
  last_sent_at timestamptz,
  sent_rows bigint not null default 0,
  dropped_rows bigint not null default 0,
  unique (project_id, name)
);
