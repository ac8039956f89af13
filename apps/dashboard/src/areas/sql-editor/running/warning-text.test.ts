import type { SqlWarning } from '@basalt/contract/database/query'
import { expect, test } from 'vitest'

import { describeWarning } from './warning-text.ts'

const warning = (code: SqlWarning['code'], more: Partial<SqlWarning>): SqlWarning => ({
  key: '',
  code,
  subject: 'orders',
  statement: 0,
  start: 0,
  end: 1,
  ...more,
})
const drop = (subject: string) => describeWarning(warning('drop', { subject }))

test('only containers are dropped with their content', () => {
  expect(drop('table orders')).toBe('Drops the table orders, with everything in it.')
  expect(drop('schema shop')).toBe('Drops the schema shop, with everything in it.')
  expect(drop('view paid')).toBe('Drops the view paid.')
  expect(drop('role anon')).toBe('Drops the role anon.')
  expect(drop('everything owned by anon')).toBe('Drops everything owned by anon.')
})

test('rows that PostgreSQL has not counted are not mentioned', () => {
  const words = (rows: number) =>
    describeWarning(warning('truncate', { size: { rows, bytes: 32_768 } }))
  expect(words(0)).toMatch(/^Empties orders\. Its size is 32\.?\d* [kK]B\.$/u)
  expect(words(-1)).not.toContain('row')
  expect(words(1)).toContain('about 1 row in')
  expect(words(4000)).toContain('about 4,000 rows in')
})
