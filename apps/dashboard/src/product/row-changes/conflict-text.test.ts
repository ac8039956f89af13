import type { RowOperation } from '@basalt/pg-model'
import { expect, test } from 'vitest'

import { conflictText } from './conflict-text.ts'

const update = (keyed_by: string[]): RowOperation => ({
  op: 'update',
  table: 1,
  key: ['1'],
  keyed_by,
  values: {},
  previous: {},
})
const [changed, deleted] = [['1', 'theirs'], null]

test.each([
  [[changed], '1 row changed by someone else'],
  [[deleted], '1 row deleted by someone else'],
  [[deleted, deleted], '2 rows deleted by someone else'],
  [[changed, deleted, changed], '2 rows changed and 1 row deleted by someone else'],
])('%j are described as %s', (rows, text) => {
  const conflicts = rows.map((current, operation) => ({ operation, current }))
  expect(
    conflictText(
      conflicts,
      rows.map(() => update(['id'])),
    ),
  ).toBe(text)
})

test('a row addressed by `ctid` may have moved, so its deletion is not certain', () => {
  const conflicts = [{ operation: 0, current: deleted }]
  expect(conflictText(conflicts, [update(['ctid'])])).toBe('1 row changed by someone else')
})
