import { expect, test } from 'vitest'

import { getExplainProblem, toLogSearch } from './statement-text.ts'

test('only statements with a plan are explained', () => {
  expect(getExplainProblem('select * from orders where id = $1')).toBeUndefined()
  expect(getExplainProblem('(select $1) union select 2')).toBeUndefined()
  expect(getExplainProblem('vacuum orders')).toContain('read or change rows')
})

test('the log is searched for the start of the first line, up to the first value', () => {
  expect(toLogSearch('select a from b where c = $1 and d')).toBe('select a from b where c =')
  expect(toLogSearch('select a\nfrom b')).toBe('select a')
  expect(toLogSearch('')).toBe('')
})
