-- Hours of sources that have rows. Once an hour is over, its rows are counted by their fields, and
-- facets read these counts instead of rows. A batch with rows of a counted hour opens it again in
-- its own transaction, so counts are either complete or not used.
create table logs.hours (
  project_id int not null,
  source smallint not null,
  hour timestamptz not null,
  -- 0 when the rows of the hour are kept for different times; they are not counted.
  keep_days smallint not null,
  -- 'open'; 'counted'; 'detailed' when the rows have too many different values, or are few.
  state text not null,
  primary key (project_id, source, hour)
);
create index hours_open on logs.hours (hour) where state = 'open';

-- Rows of an hour with the same values. Columns are named as in `logs.rows`, for the same conditions.
create table logs.hour_counts (
  project_id int not null,
  source smallint not null,
  hour timestamptz not null,
  level smallint not null,
  is_own boolean not null,
  status smallint,
  method text,
  path text,
  user_name text,
  database_name text,
  code text,
  count bigint not null
);
create index hour_counts_hour on logs.hour_counts (project_id, source, hour);
