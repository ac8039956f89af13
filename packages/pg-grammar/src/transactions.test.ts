import { expect, test } from 'vitest'

import { read } from './testing/table.ts'

test.each([
  'vacuum analyze orders',
  '/* nightly */ VACUUM',
  'create unique index concurrently i on orders (a)',
  'drop index concurrently i',
  'reindex table orders',
  'alter table orders detach partition o1 concurrently',
  'call cleanup()',
  'commit',
  'start transaction',
  "prepare transaction 'a'",
  'create database d',
  "alter system set work_mem = '1MB'",
  'drop subscription s',
  'discard all',
  'do $$ begin delete from orders; commit; end $$',
  'do $$ begin call cleanup(); end $$',
])('no transaction permits %s', async (text) => {
  const { statements } = await read(text)
  expect(statements[0]?.refusesTransaction).toBe(true)
})

test.each([
  'analyze orders',
  'create index i on orders (a)',
  'alter table orders detach partition o1',
  "select 'commit; vacuum'",
  'refresh materialized view concurrently m',
  'savepoint a',
  'discard temp',
  "do $$ begin insert into log values ('commit'); end $$",
  'not sql at all',
])('a transaction permits %s', async (text) => {
  const { statements } = await read(text)
  expect(statements[0]?.refusesTransaction).toBeUndefined()
})
