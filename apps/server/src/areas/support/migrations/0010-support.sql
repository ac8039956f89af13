-- What people ask of whoever runs the install. A request goes with the account of its
-- author; without an account there is an address only.
create table support_requests (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  user_id uuid references users on delete cascade,
  email text not null,
  category text not null,
  severity text not null,
  organization_id integer references organizations on delete set null,
  project_id integer references projects on delete set null,
  affected_services text[] not null,
  client_library text,
  subject text not null,
  message text not null,
  sid text,
  allows_access boolean not null,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index support_requests_user_idx on support_requests (user_id, number desc);
create index support_requests_status_idx on support_requests (status, number desc);

create table support_messages (
  -- In the order in which they were written.
  id bigint generated always as identity primary key,
  request_id uuid not null references support_requests on delete cascade,
  is_answer boolean not null,
  body text not null,
  created_at timestamptz not null
);
create index support_messages_request_idx on support_messages (request_id, id);

-- A file is sent before its request is; without one it is dropped after a day.
create table support_attachments (
  id uuid primary key default gen_random_uuid(),
  request_id uuid references support_requests on delete cascade,
  user_id uuid references users on delete cascade,
  name text not null,
  type text not null,
  size_bytes integer not null,
  content bytea not null,
  created_at timestamptz not null
);
create index support_attachments_request_idx on support_attachments (request_id);
create index support_attachments_waiting_idx on support_attachments (created_at) where request_id is null;

-- From the contact form of the Enterprise plan.
create table sales_inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  company text not null,
  message text not null,
  created_at timestamptz not null,
  handled_at timestamptz
);
