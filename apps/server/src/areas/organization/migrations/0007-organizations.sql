-- The row outlives the organization until its projects and the rows of its audit log are
-- gone. Its slug stays taken, so that an old link never leads to somebody else.
alter table organizations add column deleted_at timestamptz;

-- What the assistant may be told: keys of SPEC.md section 9.
alter table organizations add column ai_opt_in text[] not null default '{}';
