-- People who run the install: they write incidents, settle invoices, answer requests. Only
-- whoever has a shell on the machine can make somebody one.
alter table users add column is_operator boolean not null default false;
