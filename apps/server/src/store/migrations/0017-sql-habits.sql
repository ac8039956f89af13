-- Whether the audit log keeps the full text of what was run, beside its hash.
alter table organizations add column audits_sql_text boolean not null default false;
-- Whether writes are looked at before their commit unless somebody wants it otherwise.
alter table projects add column is_production boolean not null default false;
