-- What an organization is charged for, from when on. A plan counts from the full hour
-- after it was chosen, so that fees and quotas are shared out by whole hours.
create table subscriptions (
  organization_id integer primary key references organizations on delete cascade,
  -- The full hour at which the first period began; later ones begin on its day and hour.
  anchor timestamptz not null,
  -- Until when invoices were made.
  closed_through timestamptz not null,
  -- Micro-dollars in a period; null without a cap.
  spend_cap bigint check (spend_cap >= 0),
  -- The last step of the ladder that was taken in this period, in percent of the cap.
  spend_step integer not null default 0,
  -- The period in which the grace period of the Free plan was last used up.
  grace_used_at timestamptz,
  extra_emails text[] not null default '{}',
  customer_id text,
  subscription_id text
);

create table plan_changes (
  id bigint generated always as identity primary key,
  organization_id integer not null references organizations on delete cascade,
  plan text not null check (plan in ('free', 'pro', 'team', 'enterprise')),
  -- A full hour.
  effective_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- The last change of an hour is the one that counts.
  unique (organization_id, effective_at)
);

insert into subscriptions (organization_id, anchor, closed_through, spend_cap)
select id, date_trunc('hour', now()), date_trunc('hour', now()),
  case when plan = 'pro' then 50000000 end
from organizations;

insert into plan_changes (organization_id, plan, effective_at)
select id, plan, date_trunc('hour', now()) from organizations;

create table billing_customers (
  organization_id integer primary key references organizations on delete cascade,
  billing_name text,
  line1 text,
  line2 text,
  city text,
  postal_code text,
  state text,
  country text,
  tax_id_type text,
  tax_id_value text
);

-- When a project's cluster ran, and as what. While it runs, seen_at says until when that is
-- known: time in which nobody looked and nothing ran is not charged.
create table compute_intervals (
  id bigint generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  compute_size text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz
);
create unique index compute_intervals_open_idx on compute_intervals (project_id) where ended_at is null;
create index compute_intervals_time_idx on compute_intervals (started_at, ended_at);

create function note_compute() returns trigger language plpgsql as $$
declare
  runs constant text[] := '{ACTIVE_HEALTHY,ACTIVE_UNHEALTHY,RESTARTING,RESIZING,UPGRADING,PAUSING}';
  ran boolean := tg_op = 'UPDATE' and old.status = any (runs);
begin
  if ran and (new.status <> all (runs) or new.compute_size <> old.compute_size) then
    -- A project that comes up again ended while nobody looked.
    update compute_intervals
    set ended_at = case when new.status = 'COMING_UP' then seen_at else greatest(now(), seen_at) end
    where project_id = new.id and ended_at is null;
    ran := false;
  end if;
  if not ran and new.status = any (runs) then
    insert into compute_intervals (project_id, compute_size, started_at, seen_at)
    values (new.id, new.compute_size, now(), now())
    on conflict (project_id) where ended_at is null do nothing;
  end if;
  return null;
end $$;
create trigger note_compute after insert or update of status, compute_size on projects
  for each row execute function note_compute();

insert into compute_intervals (project_id, compute_size, started_at, seen_at)
select id, compute_size, now(), now() from projects
where status in ('ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'RESTARTING', 'RESIZING', 'UPGRADING', 'PAUSING');

-- Bytes that one process sent of one project in one hour. The process writes its own total
-- again and again, so that writing twice counts once.
create table egress_counters (
  project_id integer not null references projects on delete cascade,
  hour timestamptz not null,
  writer uuid not null,
  bytes bigint not null check (bytes >= 0),
  primary key (project_id, hour, writer)
);

-- What was used in one hour: the same hour measured twice is one row.
create table usage_hours (
  project_id integer not null references projects on delete cascade,
  metric text not null,
  -- What the metric is counted apart for, for example a compute size; empty for nothing.
  detail text not null default '',
  hour timestamptz not null,
  quantity bigint not null check (quantity >= 0),
  primary key (project_id, metric, detail, hour)
);
create index usage_hours_hour_idx on usage_hours (hour);

-- Until when the hours are final; one row.
create table meter_state (
  is_only boolean primary key default true check (is_only),
  metered_through timestamptz not null
);

create table invoices (
  id uuid primary key default gen_random_uuid(),
  organization_id integer not null references organizations,
  number text not null unique,
  period_start timestamptz not null,
  period_end timestamptz not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  status text not null check (status in ('open', 'paid', 'void')),
  paid_at timestamptz,
  paid_by text,
  -- Micro-dollars; whole cents.
  subtotal bigint not null check (subtotal >= 0 and subtotal % 10000 = 0),
  credit bigint not null check (credit >= 0 and credit <= subtotal and credit % 10000 = 0),
  total bigint not null check (total = subtotal - credit),
  -- Who it was made out to at that time.
  customer jsonb not null,
  external_id text unique,
  pay_url text,
  unique (organization_id, period_start)
);
create index invoices_organization_idx on invoices (organization_id, issued_at desc);
create index invoices_open_idx on invoices (due_at) where status = 'open';

create table invoice_lines (
  invoice_id uuid not null references invoices,
  position integer not null,
  kind text not null check (kind in ('plan', 'compute', 'compute_credit', 'usage')),
  description text not null,
  detail text,
  metric text,
  project_ref text,
  quantity text,
  unit_price text,
  -- Micro-dollars; whole cents.
  amount bigint not null check (amount % 10000 = 0),
  primary key (invoice_id, position)
);

-- What was billed stays as it was: an invoice can only be paid, voided or handed over.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'Invoices are kept'; end if;
  if (new.id, new.organization_id, new.number, new.period_start, new.period_end, new.issued_at,
      new.due_at, new.subtotal, new.credit, new.total, new.customer)
    is distinct from
     (old.id, old.organization_id, old.number, old.period_start, old.period_end, old.issued_at,
      old.due_at, old.subtotal, old.credit, old.total, old.customer)
  then raise exception 'An invoice cannot be changed'; end if;
  return new;
end $$;
create trigger keep_invoice before update or delete on invoices
  for each row execute function keep_invoice();

create function keep_invoice_line() returns trigger language plpgsql as $$
begin
  raise exception 'The lines of an invoice cannot be changed';
end $$;
create trigger keep_invoice_line before update or delete on invoice_lines
  for each row execute function keep_invoice_line();

-- Money that an organization has in advance: what was given, and what invoices used of it.
create table credit_entries (
  id bigint generated always as identity primary key,
  organization_id integer not null references organizations,
  -- Micro-dollars; negative for what an invoice used.
  amount bigint not null check (amount <> 0 and amount % 10000 = 0),
  reason text not null,
  invoice_id uuid unique references invoices,
  created_at timestamptz not null
);
create index credit_entries_organization_idx on credit_entries (organization_id, id);

-- Mails of billing that were sent, so that each is sent once in its period.
create table billing_notices (
  organization_id integer not null references organizations on delete cascade,
  period_start timestamptz not null,
  kind text not null,
  sent_at timestamptz not null,
  primary key (organization_id, period_start, kind)
);

-- Events of a payment provider that were applied.
create table payment_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);
