import { expect, test } from 'vitest'

import { getExplainProblem, toExplain, toLogSearch } from './statement-text.ts'

test('a statement is explained without values since PostgreSQL 16', () => {
  const query = 'select * from orders where id = $1'
  expect(toExplain(query)).toMatch(/^explain \(generic_plan, settings/u)
  expect(toExplain('select 1')).toMatch(/^explain \(settings/u)
  expect(getExplainProblem(query, 'PostgreSQL 18.4 on x86_64')).toBeUndefined()
  expect(getExplainProblem(query, null)).toBeUndefined()
  expect(getExplainProblem(query, 'PostgreSQL 15.2')).toContain('PostgreSQL 15 cannot')
  expect(getExplainProblem('select 1', '15.2')).toBeUndefined()
  expect(getExplainProblem('vacuum orders', '18')).toContain('read or change rows')
  expect(getExplainProblem('(select $1) union select 2', '18')).toBeUndefined()
})

test('the log is searched for the start of the first line, up to the first value', () => {
  expect(toLogSearch('select a from b where c = $1 and d')).toBe('select a from b where c =')
  expect(toLogSearch('select a\nfrom b')).toBe('select a')
  expect(toLogSearch('')).toBe('')
})
