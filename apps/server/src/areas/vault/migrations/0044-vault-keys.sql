-- Keys of the vaults of projects, encrypted with the secret key of the install. New secrets are
-- encrypted with the current one; the others open secrets of earlier times and of other projects.
create table vault_keys (
  project_id bigint not null references projects (id) on delete cascade,
  id uuid not null,
  sealed_key text not null,
  is_current boolean not null,
  -- Of the current key: secrets of earlier keys are still to be encrypted with it.
  is_rotating boolean not null default false,
  origin text not null check (origin in ('created', 'imported')),
  created_at timestamptz not null default now(),
  primary key (project_id, id)
);

create unique index vault_keys_current on vault_keys (project_id) where is_current;
