-- Saved queries: folders, sharing, favourites and the texts they had before.
create table snippet_folders (
  id uuid primary key,
  project_id integer not null references projects on delete cascade,
  -- Null for a folder of the project, and in an install without accounts.
  user_id uuid references users on delete cascade,
  visibility text not null check (visibility in ('private', 'project')),
  parent_id uuid references snippet_folders on delete set null,
  name text not null,
  created_at timestamptz not null default now(),
  -- What was in a deleted folder is shown where the folder was.
  deleted_at timestamptz
);
create index snippet_folders_project_id_idx on snippet_folders (project_id);
create index snippet_folders_parent_id_idx on snippet_folders (parent_id);

alter table snippets
  add column visibility text not null default 'private' check (visibility in ('private', 'project')),
  add column folder_id uuid references snippet_folders on delete set null,
  add column changed_by uuid references users on delete set null,
  add column deleted_at timestamptz;
update snippets set changed_by = user_id;
create index snippets_shared_idx on snippets (project_id, updated_at desc) where visibility = 'project';
create index snippets_folder_id_idx on snippets (folder_id);

create table snippet_favourites (
  snippet_id uuid not null references snippets on delete cascade,
  -- Null in an install without accounts.
  user_id uuid references users on delete cascade
);
create unique index snippet_favourites_idx
  on snippet_favourites (snippet_id, coalesce(user_id::text, ''));
create index snippet_favourites_user_id_idx on snippet_favourites (user_id);

create table snippet_versions (
  snippet_id uuid not null references snippets on delete cascade,
  version integer not null,
  name text not null,
  sql text not null,
  size_bytes integer not null,
  -- Who wrote this text, and when it was saved.
  user_id uuid references users on delete set null,
  saved_at timestamptz not null,
  kept_at timestamptz not null default now(),
  primary key (snippet_id, version)
);
