import type { OwnExtension } from './own-extension.ts'

/**
 * Jobs and their runs, with the SQL interface of pg_cron 1.6; the server of Basalt runs them.
 *
 * Source of names, arguments and results: the documentation of pg_cron. Columns of Basalt follow
 * those of pg_cron, and what pg_cron does not know of a job is in `cron.job_options`.
 */
const tables = /* SQL */ `
create sequence jobid_seq;
create sequence runid_seq;

create table job (
  jobid bigint primary key default pg_catalog.nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default coalesce(pg_catalog.inet_server_port(), 5432),
  database text not null default pg_catalog.current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  unique (jobname, username)
);

create table job_options (
  jobid bigint primary key references job on delete cascade,
  time_zone text not null
    default coalesce(nullif(pg_catalog.current_setting('cron.timezone', true), ''), 'GMT'),
  timeout_ms int not null default 3600000 check (timeout_ms between 100 and 86400000),
  overlap text not null default 'skip' check (overlap in ('skip', 'wait', 'allow')),
  missed text not null default 'skip' check (missed in ('skip', 'once', 'each')),
  retries int not null default 0 check (retries between 0 and 10),
  kind text not null default 'sql' check (kind in ('sql', 'http')),
  request jsonb,
  alerts boolean not null default false,
  changed_at timestamptz not null default pg_catalog.clock_timestamp(),
  check ((kind = 'http') = (request is not null))
);

create table job_run_details (
  jobid bigint,
  runid bigint primary key default pg_catalog.nextval('cron.runid_seq'),
  job_pid int,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz,
  slot timestamptz,
  attempt int not null default 1,
  token uuid not null default pg_catalog.gen_random_uuid(),
  reason text,
  -- When a run that is tried again may start.
  due_at timestamptz,
  seen_at timestamptz not null default pg_catalog.clock_timestamp(),
  unique (jobid, slot)
);
create index on job_run_details (status) where status in ('waiting', 'starting', 'running');

-- Until when the slots of all jobs have their row.
create table progress (
  only_row boolean primary key default true check (only_row),
  until timestamptz not null
);

alter table job enable row level security;
alter table job_options enable row level security;
alter table job_run_details enable row level security;
create policy own_jobs on job using (username = current_user);
create policy own_jobs on job_options
  using (exists (select from cron.job j where j.jobid = job_options.jobid));
create policy own_runs on job_run_details using (username = current_user);
grant select, insert, update, delete on job, job_options to public;
grant select, delete on job_run_details to public;
grant usage on sequence jobid_seq to public;
`

/** Answers as the parser of the server does, see its test. */
const checks = /* SQL */ `
create function _value(part text, lowest int, highest int, names text[], first int) returns int
language sql immutable set search_path = '' as $$
  select case
    when part ~ '^[a-zA-Z]{3}$'
      then pg_catalog.array_position(names, pg_catalog.lower(part)) - 1 + first
    when part ~ '^[0-9]{1,4}$' and part::int between lowest and highest then part::int
  end
$$;

-- The values of a field, sorted; null where it has an error.
create function _field(field text, lowest int, highest int, names text[] default '{}')
returns int[]
language plpgsql immutable set search_path = '' as $$
declare
  part text;
  matched text[];
  low int;
  high int;
  step int;
  result int[] := '{}';
begin
  foreach part in array pg_catalog.string_to_array(field, ',') loop
    if part = '$' and highest = 31 then continue; end if;
    matched := pg_catalog.regexp_match(part, '^(\\*|[a-zA-Z0-9]+)(-[a-zA-Z0-9]+)?(/[0-9]{1,4})?$');
    if matched is null then return null; end if;
    step := coalesce(pg_catalog.substr(matched[3], 2)::int, 1);
    if step < 1 then return null; end if;
    if matched[1] = '*' then
      if matched[2] is not null then return null; end if;
      low := lowest;
      high := case when highest = 7 then 6 else highest end;
    else
      if matched[2] is null and matched[3] is not null then return null; end if;
      low := cron._value(matched[1], lowest, highest, names, lowest);
      high := case when matched[2] is null then low
        else cron._value(pg_catalog.substr(matched[2], 2), lowest, highest, names, lowest) end;
    end if;
    if low is null or high is null or low > high then return null; end if;
    result := result || array(select pg_catalog.generate_series(low, high, step));
  end loop;
  return result;
end $$;

create function _is_schedule(schedule text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  written text := pg_catalog.lower(pg_catalog.btrim(schedule, E' \\t\\n\\r\\f\\v'));
  fields text[];
  months int[];
  days int[];
  weekdays int[];
  needs_day boolean;
begin
  if written ~ '^[0-9]+ *seconds?$' then
    return (pg_catalog.regexp_match(written, '^[0-9]+'))[1]::numeric between 1 and 59;
  end if;
  if written in ('@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly')
  then return true; end if;
  fields := pg_catalog.regexp_split_to_array(written, E'[ \\t\\n\\r\\f\\v]+');
  if pg_catalog.cardinality(fields) <> 5 then return false; end if;
  days := cron._field(fields[3], 1, 31);
  months := cron._field(fields[4], 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}');
  weekdays := cron._field(fields[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}');
  if cron._field(fields[1], 0, 59) is null or cron._field(fields[2], 0, 23) is null
    or days is null or months is null or weekdays is null
  then return false; end if;
  needs_day := fields[3] like '*%' or fields[5] like '*%';
  return not needs_day or '$' = any (pg_catalog.string_to_array(fields[3], ',')) or exists (
    select from pg_catalog.unnest(months) m, pg_catalog.unnest(days) d
    where d <= ('{31,29,31,30,31,30,31,31,30,31,30,31}'::int[])[m]
  );
end $$;

create function _check_job() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not cron._is_schedule(new.schedule) then
    raise exception using errcode = '22023', message = 'invalid schedule: ' || new.schedule,
      hint = 'Use five fields (minute, hour, day of the month, month, weekday) or an interval such as 30 seconds.';
  end if;
  if new.username <> current_user and not pg_catalog.pg_has_role(current_user,
    (select c.relowner from pg_catalog.pg_class c where c.oid = tg_relid), 'usage')
  then
    raise exception using errcode = '42501',
      message = 'only the owner of the extension can create jobs for other users';
  end if;
  return new;
end $$;
create trigger check_job before insert or update on job
  for each row execute function _check_job();

create function _note_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into cron.job_options (jobid) values (new.jobid) on conflict do nothing;
  elsif new.schedule <> old.schedule or new.active <> old.active then
    update cron.job_options set changed_at = pg_catalog.clock_timestamp() where jobid = new.jobid;
  end if;
  return null;
end $$;
create trigger note_change after insert or update on job
  for each row execute function _note_change();

create function _check_options() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.now() at time zone new.time_zone;
  -- A dump has these rows after those of the jobs, which have made them already.
  if tg_op = 'INSERT' then delete from cron.job_options where jobid = new.jobid;
  elsif new.time_zone <> old.time_zone then new.changed_at := pg_catalog.clock_timestamp();
  end if;
  return new;
end $$;
create trigger check_options before insert or update on job_options
  for each row execute function _check_options();
`

const functions = /* SQL */ `
create function schedule_in_database(
  job_name text, schedule text, command text, database text,
  username text default null, active boolean default true
) returns bigint
language sql set search_path = '' as $$
  insert into cron.job as j (jobname, schedule, command, database, username, active)
  values (job_name, schedule, command, database, coalesce(username, current_user), active)
  on conflict (jobname, username) do update
  set schedule = excluded.schedule, command = excluded.command, database = excluded.database,
    active = excluded.active
  returning jobid
$$;

create function schedule(job_name text, schedule text, command text) returns bigint
language sql set search_path = '' as $$
  select cron.schedule_in_database(job_name, schedule, command, pg_catalog.current_database())
$$;

create function schedule(schedule text, command text) returns bigint
language sql set search_path = '' as $$
  insert into cron.job (schedule, command) values (schedule, command) returning jobid
$$;

create function alter_job(
  job_id bigint, schedule text default null, command text default null,
  database text default null, username text default null, active boolean default null
) returns void
language plpgsql set search_path = '' as $$
begin
  update cron.job j set schedule = coalesce(alter_job.schedule, j.schedule),
    command = coalesce(alter_job.command, j.command),
    database = coalesce(alter_job.database, j.database),
    username = coalesce(alter_job.username, j.username),
    active = coalesce(alter_job.active, j.active)
  where j.jobid = job_id;
  if not found then
    raise exception using errcode = '42704',
      message = pg_catalog.format('Job %s does not exist or you don''t own it', job_id);
  end if;
end $$;

create function unschedule(job_id bigint) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from cron.job j where j.jobid = job_id;
  if not found then
    raise exception using errcode = '42704',
      message = pg_catalog.format('could not find valid entry for job %s', job_id);
  end if;
  return true;
end $$;

create function unschedule(job_name text) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from cron.job j where j.jobname = job_name and j.username = current_user;
  if not found then
    raise exception using errcode = '42704',
      message = pg_catalog.format('could not find valid entry for job ''%s''', job_name);
  end if;
  return true;
end $$;
`

/**
 * The mark of a run commits in the transaction of its statements. Every user can reach the schema
 * of this function, and only the server tells the token of a run.
 */
const finish = /* SQL */ `
create schema cron_runs;
grant usage on schema cron_runs to public;

create function cron_runs.finish(run bigint, current_token uuid, message text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update cron.job_run_details
  set status = 'succeeded', return_message = message, end_time = pg_catalog.clock_timestamp()
  where runid = run and token = current_token and status = 'running';
  if not found then
    raise exception using errcode = '40001', message = 'Another worker has taken over this run';
  end if;
end $$;
`

/** Places, emails about failures, and the marks of jobs that may read the vault. */
const update161 = /* SQL */ `
-- Of a session with the key of the vault; see vault-mark.ts of the server.
alter table job_options add vault_mark text;
alter table job_run_details
  -- Which of the limited places it takes; see places.ts of the server.
  add lane text,
  -- When the owners got an email about its failure.
  add reported_at timestamptz;
create index on job_run_details (jobid) where status = 'failed' and reported_at is null;

-- Marks a job that a session with the key of the vault has written.
create function _mark() returns trigger
language plpgsql set search_path = '' as $$
declare
  written text;
  mark text;
begin
  if coalesce(pg_catalog.current_setting('vault.key', true), '') = ''
    or pg_catalog.to_regprocedure('vault._mark(text)') is null
    or not pg_catalog.has_schema_privilege('vault', 'usage')
  then return null; end if;
  select pg_catalog.string_agg(
      pg_catalog.octet_length(pg_catalog.convert_to(part, 'UTF8')) || ':' || part, '|' order by n)
    into written
  from cron.job j join cron.job_options o using (jobid),
    rows from (pg_catalog.unnest(array[j.jobid::text, j.username, j.database, o.kind, j.command,
      coalesce(o.request::text, '')])) with ordinality as parts (part, n)
  where j.jobid = new.jobid;
  execute 'select vault._mark($1)' into mark using written;
  update cron.job_options set vault_mark = mark where jobid = new.jobid;
  return null;
end $$;
create trigger other_mark after insert or update on job
  for each row execute function _mark();
create trigger other_mark after update of kind, request on job_options
  for each row execute function _mark();
`

export const pgCron: OwnExtension = {
  name: 'pg_cron',
  version: '1.6.1',
  firstVersion: '1.6',
  comment: 'jobs at scheduled times, run by Basalt',
  schema: 'cron',
  requires: [],
  dumped: ['cron.job', 'cron.jobid_seq', 'cron.job_options', 'cron.runid_seq'],
  sql: tables + checks + functions + finish,
  updates: [{ to: '1.6.1', sql: update161 }],
}
