import fc from 'fast-check'
import { expect, test } from 'vitest'

import { errorReport } from './error-report.ts'

test('an error report has its statement, its position and PostgreSQL’s full message', () => {
  const statement = 'select id,\n  nope\nfrom books'
  const error = {
    message: 'column "nope" does not exist',
    sqlstate: '42703',
    hint: 'Perhaps you meant "name".',
    offset: 100 + statement.indexOf('nope'),
  }
  expect(errorReport(statement, { error, start: 100 })).toBe(
    [
      'PostgreSQL rejects this statement:',
      '',
      '```sql',
      statement,
      '```',
      '',
      'ERROR 42703: column "nope" does not exist',
      'HINT: Perhaps you meant "name".',
      'At line 2, column 3',
    ].join('\n'),
  )
})

test('unknown parts are left out', () => {
  const report = errorReport('select', { error: { message: 'no' }, start: 0 })
  expect(report.split('\n').at(-1)).toBe('ERROR: no')
})

test('no statement ends its code fence', () => {
  const text = fc.array(fc.constantFrom('`', '```', '\n', 'a', ' ')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (statement) => {
      const lines = errorReport(statement, { error: { message: 'no' }, start: 0 }).split('\n')
      const fence = lines[2]?.slice(0, -3) ?? ''
      expect(lines.filter((line) => line === fence)).toHaveLength(1)
      expect(statement).not.toContain(fence)
    }),
  )
})
