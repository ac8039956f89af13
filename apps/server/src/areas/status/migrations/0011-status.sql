-- What operators write on the status page, and the announcements they show.
create table incidents (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  impact text not null check (impact in ('none', 'minor', 'major', 'critical')),
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  components text[] not null default '{}',
  started_at timestamptz not null,
  resolved_at timestamptz,
  check ((status = 'resolved') = (resolved_at is not null))
);

create table incident_updates (
  id uuid primary key default gen_random_uuid(),
  incident_id uuid not null references incidents on delete cascade,
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  message text not null,
  at timestamptz not null,
  -- Two updates of one moment stay in the order in which they were written.
  number bigint generated always as identity
);

create index incident_updates_incident on incident_updates (incident_id, number desc);

-- A key of the catalogue that is here is shown.
create table shown_notices (
  key text primary key,
  shown_since timestamptz not null
);
