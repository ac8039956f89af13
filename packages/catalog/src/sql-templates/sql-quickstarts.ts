import type { SqlTemplate } from './sql-template.ts'

/** Small sample applications: tables with some rows. */
export const sqlQuickstarts: readonly SqlTemplate[] = [
  {
    id: 'colors',
    title: 'Colors',
    about: 'A table of named colors, to try out the editors of tables and queries',
    sql: `create table colors (
  id bigint generated always as identity primary key,
  name text not null unique,
  hex text not null check (hex ~ '^#[0-9a-f]{6}$')
);
alter table colors enable row level security;

insert into colors (name, hex) values
  ('basalt', '#3b4048'), ('moss', '#6b7f3a'), ('tide', '#2f7f8f'),
  ('sand', '#d9c79e'), ('rust', '#a8502f'), ('foam', '#eef4f2');

select * from colors order by name;
`,
  },
  {
    id: 'todo-list',
    title: 'Todo List',
    about: 'Lists and tasks, private to each user through row level security',
    sql: `create table todo_lists (
  id bigint generated always as identity primary key,
  owner name not null default current_user,
  title text not null
);
create table todos (
  id bigint generated always as identity primary key,
  list_id bigint not null references todo_lists on delete cascade,
  task text not null check (task <> ''),
  is_done boolean not null default false,
  due_on date,
  created_at timestamptz not null default now()
);
create index todos_list_id_idx on todos (list_id);

alter table todo_lists enable row level security;
alter table todos enable row level security;
create policy own_lists on todo_lists using (owner = current_user);
create policy todos_of_own_lists on todos
  using (exists (select from todo_lists where id = list_id and owner = current_user));

with list as (insert into todo_lists (title) values ('First steps') returning id)
insert into todos (list_id, task)
select id, task from list, unnest(array['Look around', 'Write a query', 'Share it']) as task;

select * from todos;
`,
  },
  {
    id: 'slack-clone',
    title: 'Slack Clone',
    about: 'Channels, members and messages of a chat application',
    sql: `create table people (
  id uuid primary key default gen_random_uuid(),
  handle text not null unique
);
create table channels (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug = lower(slug)),
  created_by uuid references people on delete set null,
  created_at timestamptz not null default now()
);
create table channel_members (
  channel_id bigint references channels on delete cascade,
  person_id uuid references people on delete cascade,
  primary key (channel_id, person_id)
);
create table messages (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channels on delete cascade,
  person_id uuid references people on delete set null,
  answers bigint references messages on delete cascade,
  body text not null,
  sent_at timestamptz not null default now()
);
create index messages_channel_id_idx on messages (channel_id, sent_at desc);
create index messages_answers_idx on messages (answers);

alter table people enable row level security;
alter table channels enable row level security;
alter table channel_members enable row level security;
alter table messages enable row level security;

insert into people (handle) values ('ida'), ('noor');
insert into channels (slug, created_by) select 'general', id from people where handle = 'ida';
insert into channel_members select channels.id, people.id from channels, people;
insert into messages (channel_id, person_id, body)
select channels.id, people.id, 'Hello from ' || handle from channels, people;

select slug, handle, body, sent_at
from messages
join channels on channels.id = channel_id
join people on people.id = person_id
order by sent_at;
`,
  },
  {
    id: 'stripe-subscriptions',
    title: 'Stripe Subscriptions',
    about: 'Customers, products, prices and subscriptions, synchronized from payment events',
    sql: `create type subscription_status as enum (
  'trialing', 'active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'paused'
);
create table billing_customers (
  id text primary key,
  email text not null unique,
  created_at timestamptz not null default now()
);
create table billing_products (
  id text primary key,
  name text not null,
  is_active boolean not null default true
);
create table billing_prices (
  id text primary key,
  product_id text not null references billing_products,
  currency char(3) not null,
  unit_amount bigint not null check (unit_amount >= 0),
  interval text check (interval in ('day', 'week', 'month', 'year'))
);
create table billing_subscriptions (
  id text primary key,
  customer_id text not null references billing_customers on delete cascade,
  price_id text not null references billing_prices,
  status subscription_status not null,
  quantity integer not null default 1 check (quantity > 0),
  current_period tstzrange not null
);
create index billing_prices_product_id_idx on billing_prices (product_id);
create index billing_subscriptions_customer_id_idx on billing_subscriptions (customer_id);
create index billing_subscriptions_price_id_idx on billing_subscriptions (price_id);

alter table billing_customers enable row level security;
alter table billing_products enable row level security;
alter table billing_prices enable row level security;
alter table billing_subscriptions enable row level security;

create view monthly_income with (security_invoker = true) as
select currency, sum(unit_amount * quantity)
  / 100.0 as amount
from billing_subscriptions
join billing_prices on billing_prices.id = price_id
where status = 'active' and interval = 'month'
group by currency;

select * from monthly_income;
`,
  },
  {
    id: 'user-management',
    title: 'User Management Starter',
    about: 'Public profiles for accounts, created by a trigger',
    sql: `create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  created_at timestamptz not null default now()
);
create unique index accounts_email_idx on accounts (lower(email));
create table profiles (
  id uuid primary key references accounts on delete cascade,
  username text unique check (length(username) between 3 and 40),
  full_name text,
  website text,
  updated_at timestamptz not null default now()
);

alter table accounts enable row level security;
alter table profiles enable row level security;
create policy profiles_are_public on profiles for select using (true);

create function make_profile() returns trigger
language plpgsql as $$
begin
  insert into profiles (id) values (new.id);
  return new;
end
$$;
create trigger make_profile after insert on accounts
  for each row execute function make_profile();

insert into accounts (email) values ('ida@example.test');
select email, username, profiles.updated_at from accounts join profiles using (id);
`,
  },
  {
    id: 'nextauth',
    title: 'NextAuth Schema Setup',
    about: 'The tables in which an authentication library for web applications stores users',
    sql: `create schema next_auth;

create table next_auth.users (
  id uuid primary key default gen_random_uuid(),
  name text,
  email text unique,
  "emailVerified" timestamptz,
  image text
);
create table next_auth.accounts (
  id uuid primary key default gen_random_uuid(),
  type text not null,
  provider text not null,
  "providerAccountId" text not null,
  refresh_token text,
  access_token text,
  expires_at bigint,
  token_type text,
  scope text,
  id_token text,
  session_state text,
  "userId" uuid not null references next_auth.users on delete cascade,
  unique (provider, "providerAccountId")
);
create table next_auth.sessions (
  id uuid primary key default gen_random_uuid(),
  "sessionToken" text not null unique,
  expires timestamptz not null,
  "userId" uuid not null references next_auth.users on delete cascade
);
create table next_auth.verification_tokens (
  identifier text not null,
  token text not null unique,
  expires timestamptz not null,
  primary key (identifier, token)
);
create index on next_auth.accounts ("userId");
create index on next_auth.sessions ("userId");

alter table next_auth.users enable row level security;
alter table next_auth.accounts enable row level security;
alter table next_auth.sessions enable row level security;
alter table next_auth.verification_tokens enable row level security;
`,
  },
  {
    id: 'instruments',
    title: 'Instruments',
    about: 'Orchestra sections and their instruments: an example of a foreign key',
    sql: `create table sections (
  id bigint generated always as identity primary key,
  name text not null unique
);
create table instruments (
  id bigint generated always as identity primary key,
  section_id bigint not null references sections,
  name text not null unique
);
create index instruments_section_id_idx on instruments (section_id);
alter table sections enable row level security;
alter table instruments enable row level security;

insert into sections (name) values ('strings'), ('woodwind'), ('brass');
insert into instruments (section_id, name)
select sections.id, given.name
from (values ('strings', 'viola'), ('strings', 'cello'), ('woodwind', 'oboe'), ('brass', 'tuba'))
  as given (section, name)
join sections on sections.name = given.section;

select sections.name as section, string_agg(instruments.name, ', ' order by instruments.name)
from instruments join sections on sections.id = section_id
group by sections.name
order by 1;
`,
  },
]
