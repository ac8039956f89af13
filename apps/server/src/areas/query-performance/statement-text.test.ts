import { expect, test } from 'vitest'

import { readsCatalogOnly, withoutLiterals } from './statement-text.ts'

test.each([
  [`alter role app password 'secret'`],
  [`create user mapping for app server other options (user 'app', password E'sec\\'ret')`],
  [`create subscription s connection 'host=db password=secret' publication p`],
  [`do $body$ begin execute 'alter role app password ''secret'''; end $body$`],
  [`select 1 /* secret */ from t -- secret`],
  [`select $$secret$$, U&'secret', B'01', 'it''s secret'`],
])('the secret of %s is removed', (text) => {
  expect(withoutLiterals(text)).not.toMatch(/sec/u)
})

test('names and parameters of a statement stay as they are', () => {
  const text = 'select "a\'b", $1, $20::text from public.books where id = $2'
  expect(withoutLiterals(text)).toBe(text)
})

test.each([
  ['select relname from pg_class c join pg_catalog.pg_namespace n on true', true],
  ['with t as (select oid from pg_class) select * from t', true],
  ['select * from books join pg_class on true', false],
  ['insert into books select relname from pg_class', false],
  ['select $1', false],
])('%s reads the catalogs only: %s', (text, expected) => {
  expect(readsCatalogOnly(text)).toBe(expected)
})
