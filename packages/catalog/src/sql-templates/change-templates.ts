import type { SqlTemplate } from './sql-template.ts'

/** Small changes of tables, to be filled in. */
export const changeTemplates: readonly SqlTemplate[] = [
  {
    id: 'create-table',
    title: 'Create table',
    about: 'A table with a key, a default and row level security',
    sql: `create table products (
  id bigint generated always as identity primary key,
  name text not null,
  price numeric(12, 2) not null default 0 check (price >= 0),
  created_at timestamptz not null default now()
);

alter table products enable row level security;
`,
  },
  {
    id: 'add-view',
    title: 'Add view',
    about: 'A view that uses the permissions of the querying role (security invoker)',
    sql: `create table if not exists products (id bigint primary key, name text, price numeric);
alter table products enable row level security;

create view cheap_products with (security_invoker = true) as
select id, name, price
from products
where price < 10;
`,
  },
  {
    id: 'add-column',
    title: 'Add column',
    about: 'A column with a default; existing rows get it without a rewrite',
    sql: `create table if not exists products (id bigint primary key, name text);
alter table products enable row level security;

alter table products
  add column is_available boolean not null default true;
`,
  },
  {
    id: 'add-comments',
    title: 'Add comments',
    about: 'Describe a table and its columns',
    sql: `create table if not exists products (id bigint primary key, name text);
alter table products enable row level security;

comment on table products is 'What can be bought';
comment on column products.name is 'As customers read it';
`,
  },
  {
    id: 'updated-at',
    title: 'Automatically update timestamps',
    about: 'A trigger that records when a row was last changed',
    sql: `create table if not exists products (id bigint primary key, name text);
alter table products enable row level security;
alter table products add column if not exists updated_at timestamptz not null default now();

create or replace function note_update() returns trigger
language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create or replace trigger note_update
  before update on products
  for each row when (old is distinct from new)
  execute function note_update();
`,
  },
  {
    id: 'increment-value',
    title: 'Increment field value',
    about: 'A function that increments a value in the database without lost updates',
    sql: `create table if not exists pages (slug text primary key, views bigint not null default 0);
alter table pages enable row level security;

create or replace function count_view(page text) returns bigint
language sql as $$
  insert into pages (slug, views) values (page, 1)
  on conflict (slug) do update set views = pages.views + 1
  returning views;
$$;

select count_view('/welcome');
`,
  },
  {
    id: 'upsert',
    title: 'Insert or update',
    about: 'One statement that inserts a row or updates an existing one',
    sql: `create table if not exists settings (key text primary key, value text not null);
alter table settings enable row level security;

insert into settings (key, value)
values ('theme', 'dark')
on conflict (key) do update set value = excluded.value
returning *;
`,
  },
  {
    id: 'full-text-search',
    title: 'Full-text search',
    about: 'A generated search column, its index, and a ranked query',
    sql: `create table if not exists articles (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  words tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B')
  ) stored
);
alter table articles enable row level security;
create index if not exists articles_words_idx on articles using gin (words);

select id, title, ts_rank(words, query) as rank
from articles, websearch_to_tsquery('english', 'quiet harbour') as query
where words @@ query
order by rank desc
limit 20;
`,
  },
  {
    id: 'tree',
    title: 'Walk a tree',
    about: 'A recursive query from the root to every leaf',
    sql: `with recursive parts (id, parent_id, name) as (
  values (1, null::int, 'ship'), (2, 1, 'hull'), (3, 1, 'mast'), (4, 3, 'sail')
), walk as (
  select id, name, 1 as depth, array[name] as path from parts where parent_id is null
  union all
  select parts.id, parts.name, walk.depth + 1, walk.path || parts.name
  from parts join walk on parts.parent_id = walk.id
)
select depth, array_to_string(path, ' / ') as path
from walk
order by path;
`,
  },
  {
    id: 'running-total',
    title: 'Running total',
    about: 'A cumulative sum by day, with the change from the previous day',
    sql: `with sales (day, amount) as (
  select day::date, (10 * extract(day from day))::numeric
  from generate_series(current_date - 6, current_date, interval '1 day') as day
)
select
  day,
  amount,
  sum(amount) over (order by day) as so_far,
  amount - lag(amount) over (order by day) as change
from sales
order by day;
`,
  },
]
