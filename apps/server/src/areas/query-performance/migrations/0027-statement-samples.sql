-- Statistics of statements of each running project, once a minute. Unlike in `resource_samples`, rows
-- hold what was added since the round before. No trigger notifies of changes: see `quietTables`.

-- The counters of the last round, with which the next one is compared. A round is stored only if the
-- version is still the one that it was compared with, so nothing is counted twice.
create table statement_states (
  project_id integer primary key references projects on delete cascade,
  version integer not null,
  state jsonb not null
);

create table statements (
  id bigint generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  query_id text not null,
  role_name text not null,
  database_name text not null,
  is_top_level boolean not null,
  -- Of Basalt itself.
  is_own boolean not null,
  -- Without secrets.
  query text not null,
  first_seen_at timestamptz not null,
  unique (project_id, query_id, role_name, database_name, is_top_level)
);

create table statement_rounds (
  project_id integer not null references projects on delete cascade,
  sampled_at timestamptz not null,
  -- Rounds of minutes are merged to quarters of an hour after a day, and to hours after a week.
  minutes smallint not null default 1,
  evictions bigint not null,
  -- Statistics were reset, or the server was started again.
  is_restart boolean not null,
  primary key (project_id, sampled_at)
);
create index statement_rounds_merging_idx on statement_rounds (minutes, sampled_at);

create table statement_samples (
  project_id integer not null,
  sampled_at timestamptz not null,
  -- 0 is the sum of the statements that have no row of their own in this round.
  statement_id bigint not null,
  calls double precision not null,
  total_ms double precision not null,
  rows double precision not null,
  blocks_hit double precision not null,
  blocks_read double precision not null,
  temp_blocks double precision not null,
  wal_bytes double precision not null,
  primary key (project_id, sampled_at, statement_id),
  foreign key (project_id, sampled_at) references statement_rounds on delete cascade
);
create index statement_samples_statement_idx on statement_samples (statement_id);
