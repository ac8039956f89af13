-- Rows that wait for a drain, written together with the rows themselves.
create table logs.drain_queue (
  drain_id uuid not null,
  seq bigint generated always as identity,
  project_id int not null,
  at timestamptz not null,
  id bigint not null,
  primary key (drain_id, seq)
);
