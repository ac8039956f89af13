-- Rules that notify, with their state of the last evaluation. No trigger notifies of changes of
-- these tables: see `quietTables`.
create table alert_rules (
  id uuid primary key default gen_random_uuid(),
  project_id integer not null references projects (id) on delete cascade,
  name text not null,
  condition jsonb not null,
  for_minutes int not null,
  repeat_minutes int,
  recipients jsonb not null,
  webhook_url text,
  sealed_secret text,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  silenced_until timestamptz,
  silence_reason text,
  state text not null default 'no_data',
  state_since timestamptz,
  -- Since when the condition has held without interruption.
  breached_since timestamptz,
  -- Since when it fires; it stays until the condition is known not to hold.
  open_since timestamptz,
  -- Of the last notification of this time of firing.
  notified_at timestamptz,
  value double precision,
  problem text,
  evaluated_at timestamptz,
  unique (project_id, name)
);
-- One evaluation of a rule makes at most one event: `at` is its minute.
create table alert_events (
  id uuid primary key default gen_random_uuid(),
  rule_id uuid not null references alert_rules (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('fired', 'repeated', 'resolved')),
  value double precision,
  window_from timestamptz not null,
  window_to timestamptz not null,
  is_silenced boolean not null,
  unique (rule_id, at)
);
create index alert_events_at_idx on alert_events (at);
-- Notifications of events. A server that sends one has it until `claimed_until`.
create table alert_deliveries (
  event_id uuid not null references alert_events (id) on delete cascade,
  channel text not null check (channel in ('email', 'webhook')),
  -- An address or a URL.
  target text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  error text,
  primary key (event_id, channel, target)
);
create index alert_deliveries_due_idx on alert_deliveries (next_attempt_at)
  where sent_at is null and failed_at is null;
