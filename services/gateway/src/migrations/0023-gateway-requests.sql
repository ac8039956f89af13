-- One row for each request to the API of a project.
create table gateway_requests (
  -- Made by the process that answered: a group that is written a second time adds nothing.
  id uuid primary key,
  -- Null when the address names no project.
  project_ref text,
  at timestamptz not null,
  method text not null,
  -- Below the project's base address, without the query.
  path text not null,
  status smallint not null,
  duration_ms real not null,
  request_id text not null,
  client_address inet
);

create index gateway_requests_by_project on gateway_requests (project_ref, at desc, id desc);
create index gateway_requests_by_time on gateway_requests using brin (at);
