-- A text that was written while its query was private stays with its owner when it is shared.
-- Nothing says when the older ones were written.
alter table snippet_versions
  add column visibility text not null default 'private' check (visibility in ('private', 'project'));
