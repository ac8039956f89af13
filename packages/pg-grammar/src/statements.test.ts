import { expect, test } from 'vitest'

import { listLines, read } from './testing/table.ts'

/** The command tag of a statement and its strongest effect. */
const table = String.raw`
SELECT read => select 1
SELECT read => SELECT 1 UNION SELECT 2
SELECT read => with a as (select 1) select * from a
SELECT read => values (1)
SELECT read => table orders
SELECT read => select now(), random(), count(*) from orders
SELECT read => select app.anything()
SELECT transaction => select * from orders for update
SELECT transaction => select * from (select * from orders for share) o
SELECT transaction => select pg_advisory_xact_lock(1)
SELECT session => select set_config('a.b', 'c', false)
SELECT session => select pg_advisory_lock(1)
SELECT session => select pg_catalog.pg_try_advisory_lock(1)
SELECT session => select setseed(0.5)
SELECT other => select pg_terminate_backend(1)
SELECT other => select pg_notify('a', 'b')
SELECT write => select nextval('s')
SELECT write => select * from generate_series(1, setval('s', 1))
SELECT write => select lo_unlink(1)
SELECT write => with d as (delete from orders where id = 1 returning *) select * from d
SELECT write => with i as (insert into log values (1) returning id) select id from i
SELECT INTO define => select * into copy from orders
INSERT write => insert into orders values (1)
INSERT write => with a as (select 1) insert into orders select * from a
UPDATE write => update orders set a = 1 where b = 2
DELETE write => delete from orders where b = 2
MERGE write => merge into a using b on a.id = b.id when matched then do nothing
TRUNCATE TABLE write => truncate orders
COPY write => copy orders from stdin
COPY write => copy orders from '/tmp/rows'
COPY write => copy orders to '/tmp/rows'
COPY write => copy orders to program 'cat'
COPY read => copy orders to stdout
COPY read => copy (select 1) to stdout
COPY write => copy (delete from orders where id = 1 returning *) to stdout
CALL write => call cleanup(1)
DO read => do $$ begin raise notice 'x'; end $$
DO read => do $$ begin perform count(*) from orders; end $$
DO read => do $$ declare n int := 1; begin n := n + 1; end $$
DO write => do $$ begin insert into log values (1); end $$
DO write => do $$ declare n int; begin n := nextval('s'); end $$
DO write => do $$ declare q text; begin execute q; end $$
DO write => do $$ begin call cleanup(); end $$
DO write => do $$ not a block $$
DO write => do language plperl 'unlink'
DO define => do $$ begin create table t (id int); end $$
DO define => do $$ begin execute 'drop table t'; end $$
DO define => do $$ declare q text := 'drop table t'; begin execute q; end $$
DO define => do $$ begin execute format('alter table %I add x int', 't'); end $$
DO transaction => do $$ begin commit; end $$
DO session => do $$ begin set search_path = a; end $$
EXPLAIN read => explain select 1
EXPLAIN read => explain delete from orders
EXPLAIN read => explain (analyze off) delete from orders
EXPLAIN read => explain analyze select 1
EXPLAIN write => explain analyze delete from orders where id = 1
EXPLAIN write => explain (analyze, buffers) insert into log values (1)
EXPLAIN define => explain analyze create table copy as select 1
PREPARE session => prepare p as delete from orders where id = $1
EXECUTE write => execute p(1)
DEALLOCATE session => deallocate p
DEALLOCATE ALL session => deallocate all
DECLARE CURSOR session => declare c cursor for select 1
DECLARE CURSOR transaction => declare c cursor for select * from orders for update
FETCH read => fetch 10 from c
MOVE read => move all from c
CLOSE CURSOR session => close c
LISTEN session => listen a
UNLISTEN session => unlisten *
NOTIFY other => notify a, 'b'
LOAD session => load 'auto_explain'
SHOW read => show work_mem
SET session => set work_mem = '64MB'
SET session => set role app
SET session => set session characteristics as transaction read only
SET transaction => set local work_mem = '64MB'
SET transaction => set transaction isolation level serializable
SET CONSTRAINTS transaction => set constraints all deferred
RESET session => reset work_mem
RESET session => reset all
DISCARD ALL session => discard all
DISCARD TEMP session => discard temp
BEGIN transaction => begin
BEGIN transaction => begin isolation level serializable
START TRANSACTION transaction => start transaction read only
COMMIT transaction => commit and chain
COMMIT transaction => end
ROLLBACK transaction => rollback
ROLLBACK transaction => abort
ROLLBACK TO SAVEPOINT transaction => rollback to one
SAVEPOINT transaction => savepoint one
RELEASE transaction => release savepoint one
PREPARE TRANSACTION transaction => prepare transaction 'x'
COMMIT PREPARED transaction => commit prepared 'x'
ROLLBACK PREPARED transaction => rollback prepared 'x'
LOCK TABLE transaction => lock table orders
CHECKPOINT other => checkpoint
VACUUM other => vacuum full orders
ANALYZE other => analyze orders
CLUSTER other => cluster orders
REINDEX other => reindex database shop
REFRESH MATERIALIZED VIEW write => refresh materialized view concurrently totals
CREATE TABLE define => create table orders (id int)
CREATE TABLE define => create temp table orders (id int)
CREATE TABLE AS define => create table copy as select 1
CREATE TABLE AS define => create table copy as execute p
CREATE MATERIALIZED VIEW define => create materialized view totals as select 1
CREATE VIEW define => create or replace recursive view v (a) as select 1
CREATE INDEX define => create unique index concurrently on orders (id)
CREATE SEQUENCE define => create sequence s
CREATE SCHEMA define => create schema shop
CREATE FUNCTION define => create function f() returns int language sql return 1
CREATE PROCEDURE define => create procedure p() language sql as 'select 1'
CREATE TRIGGER define => create trigger t before insert on orders execute function f()
CREATE EVENT TRIGGER define => create event trigger e on ddl_command_end execute function f()
CREATE POLICY define => create policy p on orders using (true)
CREATE RULE define => create rule r as on insert to orders do instead nothing
CREATE TYPE define => create type mood as enum ('good')
CREATE TYPE define => create type pair as (a int, b int)
CREATE TYPE define => create type r as range (subtype = int4)
CREATE DOMAIN define => create domain email as text
CREATE EXTENSION define => create extension pgcrypto
CREATE ROLE define => create role app password 'hunter2'
CREATE ROLE define => create user app
CREATE DATABASE define => create database shop
CREATE TABLESPACE define => create tablespace fast location '/x'
CREATE PUBLICATION define => create publication p for all tables
CREATE SUBSCRIPTION define => create subscription s connection 'x' publication p
CREATE SERVER define => create server s foreign data wrapper w
CREATE FOREIGN DATA WRAPPER define => create foreign data wrapper w
CREATE FOREIGN TABLE define => create foreign table f (id int) server s
CREATE USER MAPPING define => create user mapping for app server s
IMPORT FOREIGN SCHEMA define => import foreign schema a from server s into b
CREATE AGGREGATE define => create aggregate a (int) (sfunc = f, stype = int)
CREATE OPERATOR define => create operator === (function = f, leftarg = int, rightarg = int)
CREATE COLLATION define => create collation c (locale = 'de')
CREATE CAST define => create cast (int as text) with function f(int)
CREATE STATISTICS define => create statistics s on a, b from orders
CREATE TEXT SEARCH CONFIGURATION define => create text search configuration c (copy = simple)
CREATE LANGUAGE define => create language l handler h
CREATE ACCESS METHOD define => create access method a type table handler h
ALTER TABLE define => alter table orders add column a int
ALTER TABLE define => alter table orders rename to b
ALTER TABLE define => alter table orders rename column a to b
ALTER TABLE define => alter table orders set schema b
ALTER TABLE define => alter table orders owner to app
ALTER INDEX define => alter index i rename to j
ALTER VIEW define => alter view v rename to w
ALTER MATERIALIZED VIEW define => alter materialized view v rename to w
ALTER SEQUENCE define => alter sequence s restart
ALTER FUNCTION define => alter function f() stable
ALTER PROCEDURE define => alter procedure p() rename to q
ALTER TYPE define => alter type mood add value 'bad'
ALTER TYPE define => alter type pair add attribute c int
ALTER DOMAIN define => alter domain email set not null
ALTER ROLE define => alter role app with password 'hunter2'
ALTER ROLE define => alter user app set work_mem = '1MB'
ALTER DATABASE define => alter database shop set work_mem = '1MB'
ALTER SYSTEM define => alter system set work_mem = '1MB'
ALTER DEFAULT PRIVILEGES define => alter default privileges grant select on tables to app
ALTER POLICY define => alter policy p on orders using (false)
ALTER TRIGGER define => alter trigger t on orders rename to u
ALTER PUBLICATION define => alter publication p add table orders
ALTER EXTENSION define => alter extension pgcrypto update
ALTER SCHEMA define => alter schema a rename to b
GRANT define => grant select on orders to app
GRANT ROLE define => grant a to b
REVOKE define => revoke select on orders from app
REVOKE ROLE define => revoke a from b
COMMENT define => comment on column orders.id is 'secret'
SECURITY LABEL define => security label on table orders is 'x'
REASSIGN OWNED define => reassign owned by a to b
DROP TABLE define => drop table orders
DROP MATERIALIZED VIEW define => drop materialized view v
DROP FUNCTION define => drop function f
DROP POLICY define => drop policy p on orders
DROP ROLE define => drop user app
DROP OWNED define => drop owned by app
DROP DATABASE define => drop database shop

# what PostgreSQL refuses
SELECT other => select from where
CREATE TABLE other => create table orders (id int
ALTER ROLE other => alter role app password
WITH other => with a as select 1
OTHER other => hunter2 is my password
OTHER other => \dt
`

test.each(listLines(table).map(([expected, sql]) => [sql, expected]))(
  '%s is %s',
  async (sql, expected) => {
    const { statements } = await read(sql)
    expect(statements.map(({ kind, effect }) => `${kind} ${effect}`)).toEqual([expected])
  },
)

test('`execute` has the effect of the statement prepared in the same script', async () => {
  const { statements } = await read(
    'prepare a as select 1; execute a; prepare b as delete from t where id = 1; execute b; execute c',
  )
  expect(statements.map(({ effect }) => effect)).toEqual([
    'session',
    'read',
    'session',
    'write',
    'write',
  ])
})
