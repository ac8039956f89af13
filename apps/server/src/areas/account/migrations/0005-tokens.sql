-- Tokens made before this were classic ones: they may what their owner may, for good.
alter table access_tokens
  add column kind text not null default 'classic' check (kind in ('classic', 'fine-grained')),
  add column scopes text[] not null default '{}',
  -- Kept apart from the lists below: a token whose last organization is gone is limited to
  -- nothing, not to everything.
  add column reach text not null default 'all' check (reach in ('all', 'organizations', 'projects')),
  add column expires_at timestamptz;

create table access_token_organizations (
  token_id uuid not null references access_tokens on delete cascade,
  organization_id integer not null references organizations on delete cascade,
  primary key (token_id, organization_id)
);

create table access_token_projects (
  token_id uuid not null references access_tokens on delete cascade,
  project_id integer not null references projects on delete cascade,
  primary key (token_id, project_id)
);

alter table profiles add column time_zone text;

-- A new address that its owner has not confirmed yet; one per account.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  new_email text not null check (new_email = lower(new_email)),
  expires_at timestamptz not null
);
