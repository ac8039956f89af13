import { expect, test } from 'vitest'

import { isCountedAtOnce, rowCountText } from './row-counts.ts'

test('a count is shown exactly, also when it is zero', () => {
  expect([0, 7, 2000].map((rows) => rowCountText(5_000_000, rows))).toEqual(['0', '7', '2,000'])
})

test('only a large estimate is shown, and marked as one', () => {
  const reported = [null, -1, 0, 3, 999, 1000, 12_345].map((estimate) => rowCountText(estimate))
  expect(reported).toEqual([undefined, undefined, undefined, undefined, undefined, '~1K', '~12.3K'])
})

test('tables with few or unknown rows are counted; views are not', () => {
  const counted = (row_estimate: number | null, kind?: 'view' | 'partitioned_table') =>
    isCountedAtOnce({ id: 1, row_estimate, ...(kind !== undefined && { kind }) })
  expect([counted(null), counted(10_000), counted(0, 'partitioned_table')]).toEqual([
    true,
    true,
    true,
  ])
  expect([counted(10_001), counted(null, 'view')]).toEqual([false, false])
})
