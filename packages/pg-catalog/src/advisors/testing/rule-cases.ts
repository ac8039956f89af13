type RuleCase = {
  rule: string
  raises: readonly string[]
  silent: readonly string[]
  /** The name and level of each finding in the schema that raises the rule. */
  found: readonly (readonly [name: string, level: 'error' | 'warning' | 'info'])[]
  /** Whether the rule has a fix, and SQL that reverts it. */
  isFixed: boolean
}

const table = 'create table people (id int primary key, email text)'
const enable = 'alter table people enable row level security'
const open = 'grant select on people to anon'

/** For each rule the objects of a schema that raises it, and of one that does not. */
export const ruleCases: readonly RuleCase[] = [
  {
    rule: 'rls_disabled_in_public',
    raises: [table, open, 'create table quiet (id int primary key)'],
    silent: [table, open, enable],
    found: [
      ['people', 'error'],
      ['quiet', 'warning'],
    ],
    isFixed: true,
  },
  {
    rule: 'policy_exists_rls_disabled',
    raises: [table, 'create policy own on people using (id = 1)'],
    silent: [table, enable, 'create policy own on people using (id = 1)'],
    found: [['people', 'error']],
    isFixed: true,
  },
  {
    rule: 'rls_enabled_no_policy',
    raises: [table, enable],
    silent: [table, enable, 'create policy own on people using (id = 1)'],
    found: [['people', 'info']],
    isFixed: false,
  },
  {
    rule: 'no_primary_key',
    raises: ['create table "Odd one" (a int)'],
    silent: [
      table,
      'create table parted (id int primary key) partition by range (id)',
      'create table part partition of parted for values from (1) to (9)',
      'create view seen as select * from people',
    ],
    found: [['Odd one', 'info']],
    isFixed: true,
  },
  {
    rule: 'sensitive_columns_exposed',
    raises: ['create table people (id int primary key, password_hash text)', open],
    silent: [
      'create table people (id int primary key, password_hash text)',
      'grant select (id) on people to anon',
      'create table hidden (id int primary key, ssn text)',
      'create table ruled (id int primary key, ssn text)',
      'alter table ruled enable row level security',
      'grant select on ruled to anon',
    ],
    found: [['people', 'error']],
    isFixed: true,
  },
  {
    rule: 'unsupported_reg_types',
    raises: ['create table calls (id int primary key, target regproc)'],
    silent: ['create table calls (id int primary key, target regclass, who regrole)'],
    found: [['calls', 'warning']],
    isFixed: true,
  },
  {
    rule: 'auth_rls_initplan',
    raises: [
      'create table notes (id uuid primary key)',
      'create policy own on notes using (auth.uid() = id)',
      `create policy mixed on notes using ((select auth.uid()) = id) with check (current_setting('app.id')::uuid = id)`,
    ],
    silent: [
      'create table notes (id uuid primary key)',
      'create policy own on notes using ((select auth.uid()) = id)',
      `create policy role on notes using ((select auth.jwt() ->> 'role') = 'admin')`,
      `create policy plain on notes using (id::text = 'x')`,
    ],
    found: [
      ['mixed', 'warning'],
      ['own', 'warning'],
    ],
    isFixed: true,
  },
  {
    rule: 'multiple_permissive_policies',
    raises: [
      table,
      enable,
      'create policy one on people for select to anon using (id = 1)',
      'create policy two on people using (id = 2)',
    ],
    silent: [
      table,
      enable,
      'create policy one on people for select to anon using (id = 1)',
      'create policy two on people for select to authenticated using (id = 2)',
      'create policy three on people for insert to anon with check (id = 2)',
      'create policy four on people as restrictive using (id < 9)',
    ],
    found: [['people', 'warning']],
    isFixed: false,
  },
  {
    rule: 'rls_references_user_metadata',
    raises: [
      table,
      `create policy own on people using (((select auth.jwt()) -> 'user_metadata' ->> 'admin') = 'yes')`,
    ],
    silent: [
      table,
      `create policy own on people using (((select auth.jwt()) -> 'app_metadata' ->> 'admin') = 'yes')`,
    ],
    found: [['own', 'error']],
    isFixed: false,
  },
  {
    rule: 'rls_policy_always_true',
    raises: [
      table,
      'create policy adding on people for insert with check (true)',
      'create policy everything on people to anon using (true)',
    ],
    silent: [
      table,
      'create policy reading on people for select using (true)',
      'create policy server on people to service_role using (true)',
      'create policy own on people for delete using (id = 1)',
    ],
    found: [
      ['adding', 'warning'],
      ['everything', 'warning'],
    ],
    isFixed: false,
  },
  {
    rule: 'auth_users_exposed',
    raises: [
      'create view people as select id, email from auth.users',
      'create view nested as select * from people',
      'grant select on nested to authenticated',
    ],
    silent: [
      'create view people as select id, email from auth.users',
      'create view own with (security_invoker = on) as select id from auth.users',
      'grant select on own to authenticated',
    ],
    found: [['nested', 'error']],
    isFixed: true,
  },
  {
    rule: 'security_definer_view',
    raises: [table, 'create view seen as select * from people', 'grant select on seen to public'],
    silent: [
      table,
      'create view seen with (security_invoker = true) as select * from people',
      'grant select on seen to public',
      'create view hidden as select * from people',
    ],
    found: [['seen', 'error']],
    isFixed: true,
  },
  {
    rule: 'materialized_view_in_api',
    raises: ['create materialized view totals as select 1 as a', 'grant select on totals to anon'],
    silent: ['create materialized view totals as select 1 as a'],
    found: [['totals', 'warning']],
    isFixed: true,
  },
  {
    rule: 'foreign_table_in_api',
    raises: [
      'create foreign table far (a int) server remote',
      'grant select on far to authenticated',
    ],
    silent: ['create foreign table far (a int) server remote'],
    found: [['far', 'warning']],
    isFixed: true,
  },
  {
    rule: 'pg_graphql_anon_table_exposed',
    raises: [table, enable, open],
    silent: [table, enable, 'grant select on people to authenticated'],
    found: [['people', 'warning']],
    isFixed: true,
  },
  {
    rule: 'pg_graphql_authenticated_table_exposed',
    raises: [table, enable, 'grant select on people to authenticated'],
    silent: [table, enable, open],
    found: [['people', 'warning']],
    isFixed: true,
  },
  {
    rule: 'function_search_path_mutable',
    raises: [`create function "Add"(a int, b text) returns int language sql as 'select 1'`],
    silent: [
      `create function plus(a int) returns int language sql set search_path = '' as 'select 1'`,
      'create function bound() returns int language sql return 1',
    ],
    found: [['Add', 'warning']],
    isFixed: true,
  },
  {
    rule: 'anon_security_definer_function_executable',
    raises: [`create function peek() returns int language sql security definer as 'select 1'`],
    silent: [
      `create function plain() returns int language sql as 'select 1'`,
      `create function peek() returns int language sql security definer as 'select 1'`,
      'revoke execute on function peek from public',
      'grant execute on function peek to authenticated',
      `create function fired() returns trigger language plpgsql security definer as 'begin return new; end'`,
    ],
    found: [['peek', 'warning']],
    isFixed: true,
  },
  {
    rule: 'authenticated_security_definer_function_executable',
    raises: [
      `create function peek() returns int language sql security definer as 'select 1'`,
      'revoke execute on function peek from public',
      'grant execute on function peek to authenticated',
    ],
    silent: [
      `create function peek() returns int language sql security definer as 'select 1'`,
      'revoke execute on function peek from public',
      'grant execute on function peek to anon',
    ],
    found: [['peek', 'warning']],
    isFixed: true,
  },
  {
    rule: 'unindexed_foreign_keys',
    raises: [
      'create table a (x int, y int, primary key (x, y))',
      'create table b (id int primary key, x int, y int, foreign key (x, y) references a)',
      'create index partial on b (x, y) where x > 1',
      'create index later on b (id, x, y)',
    ],
    silent: [
      'create table a (x int, y int, primary key (x, y))',
      'create table b (id int primary key, x int, y int, foreign key (x, y) references a)',
      'create index other on b (y, x, id)',
    ],
    found: [['b', 'info']],
    isFixed: true,
  },
  {
    rule: 'unused_index',
    raises: [table, 'create index idle on people (email)'],
    silent: [table, 'create unique index needed on people (email)'],
    found: [['idle', 'info']],
    isFixed: true,
  },
  {
    rule: 'duplicate_index',
    raises: [
      table,
      'create unique index again on people (id)',
      'create index one on people (lower(email))',
      'create index two on people (lower(email))',
    ],
    silent: [
      table,
      'create index plain on people (id)',
      'create index up on people (email)',
      'create index down on people (email desc)',
      'create index small on people (email) where id > 1',
      'create index hashed on people using hash (email)',
    ],
    found: [
      ['people', 'warning'],
      ['people', 'warning'],
    ],
    isFixed: true,
  },
]
