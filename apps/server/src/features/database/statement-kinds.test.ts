import fc from 'fast-check'
import { expect, test } from 'vitest'

import { countKinds, statementKind } from './statement-kinds.ts'

test.each([
  ['select * from orders', 'SELECT'],
  ['  -- a note\n /* and\n another */ ((select 1) union (select 2))', 'SELECT'],
  ['with paid as (select 1) delete from orders', 'WITH'],
  ['create or replace view v as select 1', 'CREATE VIEW'],
  ['create temp table t (id int)', 'CREATE TABLE'],
  ['create unique index on t (id)', 'CREATE INDEX'],
  ['comment on column t.id is $$secret$$', 'COMMENT COLUMN'],
  ['alter role postgres password $$secret$$', 'ALTER ROLE'],
  ['drop table t', 'DROP TABLE'],
  ['DO $$ begin end $$', 'DO'],
  ['hunter2 is my password', 'OTHER'],
  ['', 'OTHER'],
  ['/* never closed', 'OTHER'],
])('%s is %s', (text, kind) => {
  expect(statementKind(text)).toBe(kind)
})

test('each kind is counted', () => {
  expect(countKinds(['select 1', 'SELECT 2', 'drop table t'])).toEqual({
    SELECT: 2,
    'DROP TABLE': 1,
  })
})

test('no text of the author is ever in the kind', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(statementKind(`create role "${text}" password '${text}'`)).toBe('CREATE ROLE')
      expect(statementKind(text)).toMatch(/^[A-Z]+(?: [A-Z]+)?$/u)
    }),
  )
})
