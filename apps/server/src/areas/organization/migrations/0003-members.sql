alter table users add column last_seen_at timestamptz;

-- A member has one role in the whole organization, or (when this is null) roles in projects.
alter table members alter column role drop not null;

create table custom_roles (
  id uuid primary key default gen_random_uuid(),
  organization_id integer not null references organizations on delete cascade,
  name text not null,
  -- Ids of project rights.
  rights text[] not null,
  created_at timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index custom_roles_name_key on custom_roles (organization_id, lower(name));

create table member_project_roles (
  organization_id integer not null,
  user_id uuid not null,
  project_id integer not null references projects on delete cascade,
  role text check (role in ('Owner', 'Administrator', 'Developer', 'Read-only')),
  custom_role_id uuid,
  primary key (organization_id, user_id, project_id),
  foreign key (organization_id, user_id) references members on delete cascade,
  foreign key (organization_id, custom_role_id) references custom_roles (organization_id, id),
  check ((role is null) <> (custom_role_id is null))
);
create index member_project_roles_user_id_idx on member_project_roles (user_id);
create index member_project_roles_project_id_idx on member_project_roles (project_id);
create index member_project_roles_custom_role_id_idx on member_project_roles (custom_role_id);

create table invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id integer not null references organizations on delete cascade,
  email text not null check (email = lower(email)),
  -- As with members: a role in the organization, or a list of roles in projects.
  role text check (role in ('Owner', 'Administrator', 'Developer', 'Read-only')),
  project_roles jsonb not null default '[]',
  -- Whose rights stand behind it; without them it cannot be accepted.
  invited_by uuid references users on delete set null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (organization_id, email)
);
create index invitations_invited_by_idx on invitations (invited_by);
