-- What operators decided about the release gates of the catalogue. A gate without a row is
-- as the catalogue says.
create table release_gates (
  name text primary key,
  is_open boolean not null,
  changed_at timestamptz not null default now(),
  changed_by text not null
);
