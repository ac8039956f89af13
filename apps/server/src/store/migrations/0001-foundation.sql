create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text,
  -- Null for accounts that only sign in through another provider.
  password_hash text,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint users_email_lower check (email = lower(email))
);
create unique index users_email_key on users (email);

create table profiles (
  user_id uuid primary key references users on delete cascade,
  id bigint generated always as identity unique,
  created_at timestamptz not null default now()
);

create table identities (
  provider text not null,
  provider_account_id text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, provider_account_id)
);
create index identities_user_id_idx on identities (user_id);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  -- Null for the administrator of an install without accounts.
  user_id uuid references users on delete cascade,
  token_hash bytea not null unique,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_id_idx on sessions (user_id);

-- Single-use links sent by mail: reset of a password, proof of an address.
create table mail_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'verify-email')),
  expires_at timestamptz not null
);
create index mail_tokens_user_id_idx on mail_tokens (user_id);

create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  prefix text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index access_tokens_user_id_idx on access_tokens (user_id);

create table organizations (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  kind text not null,
  plan text not null check (plan in ('free', 'pro', 'team', 'enterprise')),
  billing_email text,
  billing_partner text check (billing_partner in ('vercel_marketplace', 'aws')),
  restriction_status text check (restriction_status in ('grace_period', 'grace_period_over', 'restricted')),
  grace_period_end timestamptz,
  organization_requires_mfa boolean not null default false,
  created_at timestamptz not null default now()
);

create table members (
  organization_id integer not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('Owner', 'Administrator', 'Developer', 'Read-only')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index members_user_id_idx on members (user_id);

create table projects (
  id integer generated always as identity primary key,
  ref text not null unique,
  name text not null,
  organization_id integer not null references organizations,
  parent_project_ref text references projects (ref),
  status text not null,
  status_reason text,
  cloud_provider text not null,
  region text not null,
  compute_size text not null,
  db_version text,
  inserted_at timestamptz not null default now(),
  -- When it first answered a query; null while it is being made.
  ready_at timestamptz
);
create index projects_organization_id_idx on projects (organization_id);

create table snippets (
  id uuid primary key,
  project_id integer not null references projects on delete cascade,
  -- Null in an install without accounts.
  user_id uuid references users on delete cascade,
  name text not null,
  sql text not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create index snippets_project_id_user_id_idx on snippets (project_id, user_id, updated_at desc);

create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamptz not null default now()
);
