import type { QueryRun } from '@basalt/contract/database/query-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { lastRunIn } from './last-run.ts'
import { getMoment } from './moment.ts'

const run = (sql: string): QueryRun => ({
  id: '0b7d6d7e-6d1f-4c3a-8f65-1f3f5f0f7a12',
  sql,
  role: null,
  is_held: false,
  started_at: '2026-11-21T14:03:22.000Z',
  duration_ms: 12,
  rows: 100,
  state: 'done',
  error: null,
})

test('the last run of any statement of the query is found, with its position', () => {
  const text = 'select 1;\nselect 2 from books;'
  const runs = [run('select 3'), run('select 2 from books;\n'), run(text)]
  expect(lastRunIn(text, runs)).toEqual({ run: runs[1], from: 10 })
})

test('a longer statement with the same beginning does not match', () => {
  expect(lastRunIn('select 100 from books', [run('select 1')])).toBeUndefined()
  expect(lastRunIn('select 1, select 1 from b', [run('select 1')])?.from).toBe(0)
  expect(lastRunIn('select 10; select 1', [run('select 1')])?.from).toBe(11)
  expect(lastRunIn('select 1', [run('  ')])).toBeUndefined()
})

test('any found run is at the returned position', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '1', ';') }),
      fc.string(),
      (text, sql) => {
        const found = lastRunIn(text, [run(sql), run(text)])
        const part = found?.run.sql.trim() ?? ''
        expect(text.slice(found?.from ?? 0, (found?.from ?? 0) + part.length)).toBe(part)
      },
    ),
  )
})

test('today is shown as a time, another day with its date, too', () => {
  const at = new Date(2026, 10, 21, 14, 3, 22)
  expect(getMoment(at, new Date(2026, 10, 21, 23, 0))).toBe('14:03')
  expect(getMoment(at, new Date(2026, 10, 22, 1, 0))).toBe('21 Nov 2026, 14:03')
})
