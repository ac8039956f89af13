import fc from 'fast-check'
import { expect, test } from 'vitest'

import { listLines, read, listWarnings } from './testing/table.ts'

/** Users who get warnings for these stop reading warnings. */
const table = String.raw`
# reading
=> select * from orders
=> with recent as (select * from orders) select * from recent
=> with recursive t as (select 1 union all select n + 1 from t) select * from t
=> with d as materialized (select * from deleted) select * from d
=> values (1), (2)
=> table orders
=> (select 1) union (select 2) order by 1
=> select 'delete from orders'
=> select 'drop table orders' as "truncate"
=> select $$ drop table orders; delete from orders $$
=> select $drop$ truncate orders $drop$
=> select e'\'; delete from orders; --'
=> select "delete" from "drop"."truncate"
=> select d.delete, d.update from t d
=> select * from deleted_orders where drop_date < now()
=> -- delete from orders⏎select 1
=> /* drop table orders; /* delete from orders */ */ select 1
=> select 1 /* truncate orders */ -- drop table orders
=> select * from orders for update
=> select * from orders for no key update skip locked
=> select has_table_privilege('app', 'orders', 'delete')
=> select * from pg_stat_user_tables where n_tup_del > 0
=> show all
=> explain delete from orders
=> explain (analyze false) delete from orders
=> explain (verbose) update orders set a = 1
=> explain analyze select * from orders
=> declare c cursor for select * from orders
=> fetch all from c
=> copy orders to stdout
=> copy (select * from orders) to stdout with (format csv)

# writing what was meant
=> insert into orders values (1)
=> insert into orders (note) values ('delete from orders')
=> insert into orders values (1) on conflict (id) do update set note = 'x'
=> insert into orders values (1) on conflict do nothing
=> insert into log select * from orders
=> update orders set note = 'x' where id = 1
=> update orders set note = 'x' where 1 = 0
=> update orders set note = 'x' where id = :id
=> update orders set note = 'x' from users u where u.id = orders.user_id
=> update orders set note = 'x' where current of c
=> update orders set n = 1 where exists (select 1)
=> update orders set n = 1 where n is null
=> update orders set n = 1 where random() < 0.5
=> update orders set n = 1 where null
=> update orders set n = 1 where active
=> merge into orders o using new n on n.id = o.id when matched then update set a = 1
=> merge into orders o using new n on true when not matched then insert values (1)
=> with u as (update orders set a = 1 where id = 1 returning *) select * from u
=> copy orders from stdin
=> refresh materialized view totals
=> call cleanup()

# definitions
=> create table if not exists private.orders (user_id int references users on delete cascade)
=> create table auth.orders (id int)
=> create temp table orders (id int)
=> create temporary table orders as select 1
=> create table pg_temp.orders (id int)
=> select 1 into temp orders
=> create foreign table orders (id int) server s
=> create materialized view totals as select 1
=> create view v as select 1
=> create or replace view dropped as select 1
=> create table orders (id int); alter table orders enable row level security
=> create table public.orders (id int); alter table orders enable row level security
=> create table orders (id int); alter table public.orders enable row level security, force row level security
=> create table "Orders" (id int); ALTER TABLE "Orders" ENABLE ROW LEVEL SECURITY
=> create table a (); alter table a rename to b; alter table b enable row level security
=> create table a (); alter table a set schema private
=> set search_path = private; create table orders (id int)
=> set search_path to 'private', public; create table orders (id int)
=> create schema private create table orders (id int)
=> do $$ begin create table orders (id int); alter table orders enable row level security; end $$
=> create table orders (id int); do $$ begin alter table orders enable row level security; end $$
=> create table orders (id int); do $$ begin execute 'alter table orders enable row level security'; end $$
=> create temp table t (id int); alter table t alter id type bigint
=> create table private.t (id int); alter table private.t alter id type bigint
=> create rule keep as on delete to orders do instead nothing
=> create rule r as on insert to orders do instead delete from log
=> create rule r as on update to orders do also (delete from a; delete from b)
=> create trigger stamp after delete on orders for each row execute function f()
=> create trigger t after truncate on orders execute function f()
=> create policy p on orders for delete using (true)
=> create publication p for table orders with (publish = 'insert, delete, truncate')
=> create index on orders (deleted)
=> create function f() returns void language plpgsql as $$ begin delete from orders where id = 1; end $$
=> create function f() returns void language plpgsql as $$ begin drop table if exists scratch; truncate log; end $$
=> create function f() returns void language plpgsql as $$ begin raise notice 'delete from orders'; end $$
=> create function f() returns text language sql as $$ select 'delete from orders' $$
=> create function f() returns text language sql return 'delete from orders'
=> create function f() returns int as 'delete_all', 'delete' language c
=> create function f() returns void language plpgsql as $$ -- delete from orders⏎begin null; end $$
=> do $$ declare t text; begin execute format('create table %I (id int)', t); end $$
=> do $$ begin perform 1; end $$
=> do $$ begin raise notice 'drop table orders'; end $$
=> do $$ declare "delete" int; begin "delete" := 1; end $$
=> do $$ begin execute 'select ''delete from orders'''; end $$
=> do $$ declare q text; begin execute q; end $$
=> do $$ declare q text := 'drop table orders'; begin raise notice '%', q; end $$
=> do $$ declare c text; begin execute 'update orders set a = 1 ' || c; end $$
=> do $$ begin select 1 into strict x from orders; end $$
=> prepare one as select * from orders where id = $1
=> comment on table orders is 'drop table orders'
=> grant delete on orders to app
=> grant truncate, update on all tables in schema public to app
=> revoke delete on orders from app
=> alter default privileges grant delete on tables to app
=> alter table orders add column note text
=> alter table orders add column note text default 'x'
=> alter table orders add column at timestamptz not null default now()
=> alter table orders add column n int default 1 + 2
=> alter table orders add column n int generated always as (a + 1) virtual
=> alter table orders alter column note drop not null
=> alter table orders alter column note drop default
=> alter table orders alter column note set default random()
=> alter table orders alter column id drop identity if exists
=> alter table orders alter column note type text
=> alter table orders alter column note type varchar
=> alter table orders alter column note type text using note::text
=> alter table orders add constraint c check (a > 0) not valid
=> alter table orders add foreign key (user_id) references users on delete set null
=> alter table orders rename column dropped to removed
=> alter table orders cluster on orders_pkey
=> alter table orders disable trigger all
=> alter table orders detach partition orders_1
=> alter index orders_pkey set tablespace fast
=> alter type mood add value 'dropped'
=> alter database shop set work_mem = '64MB'
=> alter database shop connection limit 10
=> alter database shop connection limit -1
=> alter database shop allow_connections true
=> alter database shop rename to store
=> alter role app connection limit 0
=> vacuum orders
=> vacuum (analyze) orders
=> vacuum (full false) orders
=> analyze orders
=> reindex table orders
=> discard all
=> deallocate all
=> reset all
=> begin; commit
=> rollback
=> security label on table orders is 'delete'
=> notify channel, 'drop table orders'
=> lock table orders in access exclusive mode
`

test.each(listLines(table))('%s%s gives no warning', async (...[, sql]) => {
  expect(await listWarnings(sql)).toBe('')
})

/** Text without an effect, with dangerous keywords in it. */
const silent = fc.constantFrom(
  '-- drop table orders\n',
  '/* delete from orders; */',
  "/* it's /* nested */ $$ ' */",
  '\n\t ',
)

/** Texts of a value, each of them a literal or a name for PostgreSQL. */
const quoted = fc.constantFrom(
  "'delete from orders;'",
  "'it''s -- not a comment'",
  String.raw`e'\'; drop table orders; --'`,
  '$$; drop table orders; $$',
  "$a$ $$ ' /* $a$",
  '$a_1$; truncate orders; $b$ $a_1$',
  "U&'d\\0061ta'",
  "'two'\n  ' parts; drop table a'",
)

test('comments, quotes and dollar quotes around a statement never change its kind', async () => {
  const statements = fc.constantFrom(
    ['select', 'SELECT', ''],
    ['insert into log select', 'INSERT', ''],
    ['delete from orders where note =', 'DELETE', 'delete(orders)'],
    ['update orders set note =', 'UPDATE', 'update_without_where(orders)'],
    ['explain select', 'EXPLAIN', ''],
    ['truncate orders; select', 'TRUNCATE TABLE', 'truncate(orders)'],
  )
  const gaps = fc.array(silent, { maxLength: 4 }).map((pieces) => ` ${pieces.join('')} `)
  await fc.assert(
    fc.asyncProperty(statements, quoted, gaps, async ([head = '', kind, warned], value, gap) => {
      const sql = `${gap}${head.replaceAll(' ', gap)}${gap}${value}${gap};${gap}`
      const { statements: found } = await read(sql)
      expect(found[0]?.kind).toBe(kind)
      expect(found.flatMap(({ error }) => error ?? [])).toEqual([])
      expect(await listWarnings(sql)).toBe(warned)
    }),
    { numRuns: 150 },
  )
}, 30_000)
