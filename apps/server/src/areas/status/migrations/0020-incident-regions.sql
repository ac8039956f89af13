-- Codes of the regions that an incident is about; none for an incident that is about all.
alter table incidents add column regions text[] not null default '{}';
