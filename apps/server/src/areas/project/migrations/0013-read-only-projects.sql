-- Whether the database's logins begin read-only because of the spend cap.
alter table projects add column is_read_only boolean not null default false;
