-- One chain per organization, per account and one for the install. A row's hash covers the
-- row and the hash before it, so that a changed or missing row shows.
create table audit_chains (
  chain text primary key,
  last_number bigint not null default 0,
  last_hash bytea not null default '\x',
  -- Where the chain begins since older rows were removed.
  first_number bigint not null default 1,
  first_hash bytea not null default '\x'
);

create table audit_log (
  chain text not null references audit_chains,
  number bigint not null,
  at timestamptz not null,
  action text not null,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  actor_kind text not null check (actor_kind in ('user', 'token', 'staff', 'system', 'nobody')),
  -- No reference: the row outlives the account.
  actor_user_id uuid,
  actor_name text not null,
  organization_id integer,
  project_ref text,
  target_kind text not null,
  target_id text not null,
  target_name text,
  -- JSON as text: the hash covers every character, and jsonb would reorder them.
  before text,
  after text,
  request_id text,
  ip_address text,
  user_agent text,
  hash bytea not null,
  primary key (chain, number)
);
create index audit_log_chain_at_idx on audit_log (chain, at desc, number desc);
create index audit_log_actor_idx on audit_log (actor_user_id, at desc);

-- What was written stays as it is; only rows that are older than the retention go.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of the audit log are never changed';
end
$$;
create trigger audit_log_is_kept before update on audit_log
  for each row execute function refuse_audit_change();
