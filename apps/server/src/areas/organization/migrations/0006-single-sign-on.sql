-- The identity provider of an organization (OpenID Connect).
create table sso_providers (
  organization_id integer primary key references organizations on delete cascade,
  -- Names the provider in identities; a new one when the issuer changes, because the accounts
  -- of another issuer are other people.
  id uuid not null unique default gen_random_uuid(),
  issuer text not null,
  client_id text not null,
  sealed_client_secret text not null,
  email_claim text not null,
  name_claim text not null,
  groups_claim text,
  group_roles jsonb not null default '[]',
  default_role text not null check (default_role in ('Administrator', 'Developer', 'Read-only')),
  is_enabled boolean not null,
  is_required boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Several organizations may claim a domain; only one can prove it, and only that one uses it.
create table sso_domains (
  organization_id integer not null references sso_providers on delete cascade,
  domain text not null check (domain = lower(domain)),
  verified_at timestamptz,
  primary key (organization_id, domain)
);
create unique index sso_domains_verified_key on sso_domains (domain) where verified_at is not null;

-- Sign-ins that were begun: used once, by the browser that began them.
create table sso_sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_id uuid not null references sso_providers (id) on delete cascade,
  nonce text not null,
  sealed_code_verifier text not null,
  return_to text,
  expires_at timestamptz not null
);
create index sso_sign_ins_expires_at_idx on sso_sign_ins (expires_at);
