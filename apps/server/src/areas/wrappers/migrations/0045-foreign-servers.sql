-- Foreign servers of projects' databases, from which they are made again. The password is a
-- reference to the vault. `extension` is the one that has the server in the database.
create table foreign_servers (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  name text not null,
  extension text not null,
  target jsonb not null,
  database text not null,
  username text not null,
  password_secret text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, name)
);
