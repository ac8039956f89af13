import { expect, test } from 'vitest'

import { listLines, read, listWarnings } from './testing/table.ts'

/** Typical bodies: all statements of PL/pgSQL, and types that only their database knows. */
const table = String.raw`
delete_without_where(orders) => create function f(o orders, m public.mood default 'x', variadic a int[] default '{}') returns setof orders language plpgsql as $$ declare r orders%rowtype; x public.mood; y shop.orders.id%type; c cursor (k int) for select * from orders where id = k; arr int[] := '{}'; j jsonb; begin for r in c(1) loop return next r; end loop; foreach x in array arr loop null; end loop; arr[1] := 2; j := jsonb_build_object('a', 1); get diagnostics y = row_count; case y when 1 then delete from orders; else null; end case; assert true; <<lbl>> loop exit lbl when true; continue; end loop; raise exception 'x %', y using errcode = 'P0001'; return query select * from orders; end $$
delete_without_where(orders) => create function g() returns table (a int, b text) language plpgsql security definer set search_path = '' stable as $$ begin select 1 into strict a; delete from orders returning id into a; return next; exception when unique_violation or no_data_found then raise; end $$
update_without_where(orders) => create or replace function handle_new_user() returns trigger language plpgsql security definer as $$ begin insert into public.profiles (id, name) values (new.id, new.raw_user_meta_data ->> 'name'); update orders set a = 1; return new; end; $$
delete_without_where(t) => create function ev() returns event_trigger language plpgsql as $$ declare o record; begin for o in select * from pg_event_trigger_ddl_commands() loop execute format('alter table %s enable row level security', o.object_identity); end loop; delete from t; end $$
delete_without_where(t) => create procedure p(inout a int) language plpgsql as $$ begin delete from t; commit; end $$
delete_without_where(t) => create function poly(a anyelement, b anyarray) returns anyelement language plpgsql as $$ declare v a%type; begin delete from t; return a; end $$
delete_without_where(t) => create function h(refcursor) returns refcursor language plpgsql as $$ begin open $1 for select 1; delete from t; return $1; end $$
delete_without_where(t) => create function al(a int) returns int language plpgsql as $$ declare b alias for $1; k constant int not null := 3; begin delete from t; return b; end $$
delete_without_where(t) => create function d(a public.email) returns public.email language plpgsql as $$ declare x citext; v vector(3); g geometry(Point, 4326); begin delete from t; return a; end $$
delete_without_where(t) => CREATE FUNCTION f2() RETURNS void AS 'BEGIN delete from t; END' LANGUAGE 'plpgsql'
delete_without_where(t) => create function cc() returns void language plpgsql as $$ #variable_conflict use_column begin delete from t; end $$
drop(table named when it runs) => do $$ declare r record; begin for r in (select tablename from pg_tables) loop execute 'drop table if exists ' || quote_ident(r.tablename) || ' cascade'; end loop; end $$
none => do $$ begin if not exists (select 1 from pg_type where typname = 'mood') then create type mood as enum ('a'); end if; end $$
delete(t) & update_without_where(u) => do $do$ begin execute $q$ delete from t where id = 1; update u set a = 1 $q$; end $do$
delete(t) => do $$ begin execute E'delete from t\nwhere id = 1'; end $$
delete_without_where(t) => do $$ declare s text := 'delete from t'; begin execute s; end $$
delete_without_where(t) => create function r() returns record language plpgsql as $$ declare r record; begin select 1 as a into r; delete from t; return r; end $$
delete_without_where(t) => create function sc() returns int[] language plpgsql as $$ begin while true loop delete from t; end loop; for i in reverse 10..1 by 2 loop null; end loop; return array[1]; end $$
none => create function t2(a int) returns bool language plpgsql as $$ begin return exists (select 1); end $$
`

test.each(listLines(table).map(([expected, sql]) => [sql, expected]))(
  '%s is parsed: %s',
  async (sql, expected) => {
    const { statements } = await read(sql)
    expect(statements.flatMap(({ error }) => error ?? [])).toEqual([])
    expect((await listWarnings(sql)) || 'none').toBe(expected)
  },
)

test('a block without an end is refused at its start', async () => {
  const { statements } = await read('do $$ begin delete from t; end')
  expect(statements).toMatchObject([{ kind: 'DO', effect: 'other', warnings: [] }])
  expect(statements[0]?.error?.message).toMatch(/^unterminated dollar-quoted string/u)
})
