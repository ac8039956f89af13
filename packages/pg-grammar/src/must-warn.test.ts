import { expect, test } from 'vitest'

import { listLines, read, listWarnings } from './testing/table.ts'

/** Statements that users run by mistake. */
const table = String.raw`
# drop
drop(table orders) => drop table orders
drop(table orders) => DROP TABLE IF EXISTS orders CASCADE
drop(table shop.orders) => drop table shop.orders restrict
drop(table a) & drop(table b.c) => drop table a, b.c
drop(table "Orders") => drop table "Orders"
drop(table "a.b".c) => drop table "a.b".c
drop(table orders) => /* why */ drop -- really⏎ table orders
drop(view v) => drop view v
drop(materialized view totals) => drop materialized view totals
drop(index orders_idx) => drop index concurrently if exists orders_idx
drop(sequence s) => drop sequence s
drop(schema shop) => drop schema shop cascade
drop(function f) => drop function f(int, text)
drop(function f) & drop(function g) => drop function f(int), g
drop(procedure p) => drop procedure p()
drop(routine r) => drop routine r
drop(aggregate a) => drop aggregate a(int)
drop(type mood) => drop type mood
drop(domain email) => drop domain email
drop(constraint positive) => alter domain amount drop constraint positive
drop(extension pgcrypto) => drop extension pgcrypto
drop(trigger stamp on orders) => drop trigger if exists stamp on orders
drop(policy own on shop.orders) => drop policy own on shop.orders
drop(rule r on orders) => drop rule r on orders
drop(foreign table f) => drop foreign table f
drop(server s) => drop server s
drop(user mapping of app) => drop user mapping for app server s
drop(foreign data wrapper w) => drop foreign data wrapper w
drop(database shop) => drop database shop
drop(database shop) => drop database if exists shop with (force)
drop(tablespace fast) => drop tablespace fast
drop(role a) & drop(role b) => drop role a, b
drop(role a) => drop user a
drop(everything owned by app) => drop owned by app
drop(everything owned by current_user) => drop owned by current_user
drop(publication p) => drop publication p
drop(subscription s) => drop subscription s
drop(event trigger e) => drop event trigger e
drop(cast from int4 to text) => drop cast (int as text)
drop(operator +) => drop operator + (int, int)
drop(collation c) => drop collation c
drop(statistics s) => drop statistics s
drop(language plpgsql) => drop language plpgsql
drop(text search configuration c) => drop text search configuration c
drop(column note of orders) => alter table orders drop column note
drop(column a of orders) & drop(column b of orders) => alter table orders drop a, drop column if exists b cascade
drop(constraint c of shop.orders) => alter table shop.orders drop constraint c
drop(column x of pair) => alter type pair drop attribute x
drop(policy p on t) => drop policy p on t; create policy p on t using (true)
drop(trigger x on y) => drop trigger if exists x on y; create trigger x after insert on y execute function f()

# truncate
truncate(orders) => truncate orders
truncate(a) & truncate(b.c) => truncate table a, only b.c restart identity cascade

# delete
delete(orders) => delete from orders where id = 1
delete(orders) => delete from only orders o using users u where u.id = o.user_id
delete(orders) => delete from orders where current of c
delete(orders) => delete from orders where true and id > 3
delete(orders) => delete from orders where id = 1 or 1 = 2
delete(orders) => delete from orders where not true
delete(orders) => delete from orders where :id = id
delete(orders) => delete from orders where id = $1 returning *
delete(orders) => merge into orders o using removed r on r.id = o.id when matched then delete
delete(orders) => merge into orders o using kept k on k.id = o.id when not matched by source then delete
delete_without_where(orders) => delete from orders
delete_without_where(orders) => DELETE⏎FROM⏎orders⏎;
delete_without_where(shop.orders) => delete from shop.orders as o
delete_without_where(orders) => delete from orders using users
delete_without_where(orders) => delete from orders returning id
delete_without_where(orders) => delete from orders where true
delete_without_where(orders) => delete from orders where 1=1
delete_without_where(orders) => delete from orders where (1) = (1)
delete_without_where(orders) => delete from orders where 'a' = 'a'
delete_without_where(orders) => delete from orders where not false
delete_without_where(orders) => delete from orders where id = 1 or true
delete_without_where(orders) => delete from orders where true and 2 > 1
delete_without_where(orders) => delete from orders where 't'::boolean
delete_without_where(orders) => delete from orders where 1 <> 2
delete_without_where(orders) => delete from orders where true is true
delete_without_where(orders) => delete from orders where 1 is not null
delete_without_where(orders) => delete from orders -- where id = 1
delete_without_where(orders) => delete from orders /* where id = 1 */
delete_without_where(orders) => with old as (select 1) delete from orders
delete_without_where(orders) => with removed as (delete from orders returning *) select * from removed
delete_without_where(orders) => with a as (with b as (select 1) select * from b), removed as (delete from orders) select 1
delete(orders) => with removed as (delete from orders where id = 1 returning *) insert into log select * from removed
delete_without_where(orders) => explain analyze delete from orders
delete_without_where(orders) => explain (analyze, costs off) delete from orders
delete_without_where(orders) => copy (delete from orders returning id) to stdout
delete_without_where(orders) => prepare clear as delete from orders

# update
update_without_where(orders) => update orders set paid = true
update_without_where(orders) => update orders set paid = true where true
update_without_where(orders) => update only orders set paid = true from users
update_without_where(orders) => update orders set note = 'where id = 1'
update_without_where(orders) => with done as (update orders set paid = true returning id) select count(*) from done
update_without_where(orders) => with u as (select 1) update orders set paid = true where 1 = 1

# inside of blocks
delete_without_where(orders) => do $$ begin delete from orders; end $$
delete_without_where(orders) => do language plpgsql 'begin delete from orders; end'
update_without_where(orders) & drop(table old) => do $$ begin if true then update orders set a = 1; else drop table old; end if; end $$
truncate(orders) => do $x$ declare r record; begin for r in select 1 loop truncate orders; end loop; end $x$
delete_without_where(orders) => do $$ begin null; exception when others then delete from orders; end $$
delete_without_where(orders) => do $$ begin execute 'delete from orders'; end $$
delete(orders) => do $$ begin execute 'delete from orders where id = $1' using 1; end $$
delete(orders) => do $$ declare c text; begin execute 'delete from orders ' || c; end $$
drop(table named when it runs) => do $$ declare t text; begin execute format('drop table %I', t); end $$
drop(table orders) => do $$ begin execute format('drop table %I', 'orders'); end $$
drop(table shop.orders) => do $$ begin execute format('drop table %s.%I', 'shop', 'orders'); end $$
truncate(named when it runs) => do $$ declare t text; begin for t in select 'a' loop execute 'truncate ' || quote_ident(t); end loop; end $$
truncate(named when it runs) => do $$ declare t regclass; begin execute 'truncate ' || t::regclass; end $$
delete_without_where(a) & delete_without_where(b) => do $$ begin execute 'delete from a; delete from b'; end $$
delete_without_where(orders) => do $$ declare q text := 'delete from orders'; begin execute q; end $$
update_without_where(orders) & truncate(orders) => do $$ declare q text; begin q := 'update orders set a = 1'; execute q; q = 'truncate orders'; end $$
drop(table a) => do $$ begin execute concat('drop ', 'table ', 'a'); end $$
delete_without_where(orders) => do $$ declare n int; begin for n in execute 'delete from orders returning 1' loop end loop; end $$
delete_without_where(orders) => create function f() returns void language plpgsql as $$ begin delete from orders; end $$
delete_without_where(orders) => create or replace procedure p() language sql as 'delete from orders'
delete_without_where(orders) => create function f() returns setof int language sql begin atomic delete from orders returning id; end
update_without_where(orders) => create function f() returns trigger language plpgsql as $f$ begin update orders set n = n + 1; return new; end $f$
delete_without_where(orders) => create function f() returns setof int language plpgsql as $$ begin return query delete from orders returning 1; end $$
update_without_where(b) => create function f() returns void language sql as $$ delete from a where id = 1; update b set c = 1; $$

# databases that nobody can connect to
alter_database_blocks(shop) => alter database shop allow_connections false
alter_database_blocks(shop) => alter database shop with allow_connections = off
alter_database_blocks(shop) => alter database shop with allow_connections 0
alter_database_blocks(shop) => alter database shop connection limit 0
alter_database_blocks(shop) => alter database shop with is_template true connection limit 0
alter_database_blocks(shop) => alter database shop set allow_connections = false
alter_database_blocks(pg_database) => update pg_database set datallowconn = false where datname = 'shop'
alter_database_blocks(pg_database) => update pg_catalog.pg_database set datconnlimit = 0 where datname = 'shop'
`

test.each(listLines(table).map(([expected, sql]) => [sql, expected]))(
  '%s warns: %s',
  async (sql, expected) => {
    expect((await listWarnings(sql)).replaceAll('pg_catalog.', '')).toBe(expected)
  },
)

/** Tables that programs can read whole, and tables that are locked for a while. */
const tables = String.raw`
create_table_without_rls(orders) => create table orders (id int)
create_table_without_rls(orders) => create unlogged table orders (id int)
create_table_without_rls(public.orders) => create table public.orders (id int)
create_table_without_rls(orders) => create unlogged table orders (id int)
create_table_without_rls(orders_2026) => create table orders_2026 partition of orders for values in (2026)
create_table_without_rls(copy) => create table copy as select * from orders
create_table_without_rls(copy) => select * into copy from orders
create_table_without_rls(orders) => create table orders (like users)
create_table_without_rls(b) => create table a (); alter table a enable row level security; create table b ()
create_table_without_rls(a) => alter table a enable row level security; create table a ()
create_table_without_rls(a) => create table a (); alter table private.a enable row level security
create_table_without_rls(a) => create table a (); alter table a disable row level security
create_table_without_rls(a) => create table a (); alter table a rename to b
create_table_without_rls(private.a) => create table private.a (); alter table private.a set schema public
create_table_without_rls(t) => set search_path = public, private; create table t ()
create_table_without_rls(t) => set search_path = private; reset search_path; create table t ()
create_table_without_rls(t) => do $$ begin create table t (id int); end $$
create_table_without_rls(public.t) => create schema private create table public.t ()

rewrites_table(orders) => alter table orders alter column n type bigint
rewrites_table(orders) => alter table orders alter n set data type numeric(10, 2) using round(n)
rewrites_table(orders) => alter table orders alter n type text using upper(n)
rewrites_table(orders) => alter table orders alter n type char(20)
rewrites_table(orders) => alter table orders alter n type text[]
rewrites_table(orders) => alter table orders add column n uuid default gen_random_uuid()
rewrites_table(orders) => alter table orders add column n float default random() not null
rewrites_table(orders) => alter table orders add n timestamptz default clock_timestamp()
rewrites_table(orders) => alter table orders add n int default app.next_number()
rewrites_table(orders) => alter table orders add column n bigserial
rewrites_table(orders) => alter table orders add column n int generated always as identity
rewrites_table(orders) => alter table orders add column n int generated always as (a + 1) stored
rewrites_table(orders) => alter table orders alter n set expression as (a + 2)
rewrites_table(orders) => alter table orders set logged
rewrites_table(orders) => alter table orders set unlogged
rewrites_table(orders) => alter table only shop.orders set tablespace fast
rewrites_table(orders) => alter table orders set access method heap
rewrites_table(totals) => alter materialized view totals set tablespace fast
rewrites_table(every table in the tablespace slow) => alter table all in tablespace slow set tablespace fast
rewrites_table(orders) => cluster orders using orders_pkey
rewrites_table(every clustered table) => cluster
rewrites_table(orders) => vacuum full orders
rewrites_table(a) & rewrites_table(b) => vacuum (full, analyze) a, b
rewrites_table(every table) => vacuum full
drop(column a of orders) & rewrites_table(orders) => alter table orders drop a, alter b type int
`

test.each(listLines(tables).map(([expected, sql]) => [sql, expected]))(
  '%s warns: %s',
  async (sql, expected) => {
    expect((await listWarnings(sql)).replaceAll('(shop.', '(')).toBe(expected)
  },
)

test.each([
  ['alter table shop.t alter a type text, alter b type varchar', 'shop.t: a text, b varchar'],
  [
    'alter table t alter a type varchar(20), alter b type decimal(12, 0)',
    't: a varchar 20, b numeric 12 0',
  ],
  ['alter table t alter a type text, alter b type int', ''],
  ['create table x.t (a int); alter table x.t alter a type text', ''],
  ['alter type pair alter attribute a type text', ''],
  ['create table if not exists t (a int)', 't: '],
  ['create table if not exists t (a int); alter table t enable row level security', ''],
  ['create table if not exists shop.t (a int)', ''],
])('only the database knows whether %s needs a warning', async (script, expected) => {
  const { statements } = await read(script)
  const possible = statements.flatMap((statement) => statement.possible)
  const written = possible.map(({ subject, columns }) => {
    const list = columns.map(({ name, type, limits }) => [name, type, ...limits].join(' '))
    return `${subject}: ${list.join(', ')}`
  })
  expect(written.join('; ')).toBe(expected)
})

test('a warning has the position of its name, also inside of a body', async () => {
  const script = `select '😀ä'; delete from "Ödland";
create function f() returns void language plpgsql as $f$
begin
  -- delete from nothing
  update shop . "users" set a = 1;
end $f$;
drop table orders;`
  const { statements } = await read(script)
  const positions = statements.flatMap(({ warnings }) =>
    warnings.map(({ start, end }) => script.slice(start, end)),
  )
  expect(positions).toEqual(['"Ödland"', 'shop . "users"', 'drop table orders'])
})

test('a body with doubled quotes gets its warning at the statement', async () => {
  const script = "do 'begin delete from orders; raise notice ''removed''; end'"
  const { statements } = await read(script)
  expect(statements[0]?.warnings).toEqual([
    { code: 'delete_without_where', subject: 'orders', start: 0, end: script.length },
  ])
})
