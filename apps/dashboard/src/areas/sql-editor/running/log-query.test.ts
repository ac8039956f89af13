import { expect, test } from 'vitest'

import { isLogQuery } from './log-query.ts'

test.each([
  ['select * from edge_logs', '42P01', true],
  ['select 1 from t join function_edge_logs l on true', '42P01', true],
  ['select * from edge_logs', '42501', false],
  ['select * from my_edge_logs', '42P01', false],
  ['select * from orders', '42P01', false],
])('%s with %s is a query over logs: %s', (statement, sqlstate, expected) => {
  expect(isLogQuery(statement, sqlstate)).toBe(expected)
})
