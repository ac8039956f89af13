-- When the person of a session was last seen, and last proved to be that person: by signing
-- in, or by a password, code or passkey before a change that decides who can get in.
alter table sessions
  add column last_seen_at timestamptz not null default now(),
  add column confirmed_at timestamptz not null default now();

-- Authenticator apps.
create table authenticators (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  sealed_secret text not null,
  -- Null until a code has proved that the app knows the secret; until then it protects nothing.
  verified_at timestamptz,
  -- Time step of the newest code that was accepted: that code and older ones are refused.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index authenticators_user_id_idx on authenticators (user_id);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it was used, as it says itself; zero for those that do not count.
  counter bigint not null,
  transports text[] not null,
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id_idx on passkeys (user_id);

-- What the next step of a sign-in or of a passkey must bring back, once.
create table challenges (
  token_hash bytea primary key,
  -- Null while it is not known who signs in.
  user_id uuid references users on delete cascade,
  purpose text not null check (purpose in ('second-factor', 'passkey-sign-in', 'passkey-registration', 'passkey-confirmation')),
  expires_at timestamptz not null
);
create index challenges_user_id_idx on challenges (user_id);
