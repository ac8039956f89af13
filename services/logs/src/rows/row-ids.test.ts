import { expect, test } from 'vitest'

import { nextRowId, timeOfId } from './row-ids.ts'

test('ids begin with the time of their row and are unique', () => {
  const at = Date.UTC(2026, 10, 28, 12, 0, 0, 123)
  const ids = Array.from({ length: 10_000 }, () => nextRowId(at))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => timeOfId(id) === at)).toBe(true)
  expect(nextRowId(at + 1)).toBeGreaterThan(ids.reduce((one, other) => (one > other ? one : other)))
  expect(nextRowId(Date.UTC(2088, 0, 1))).toBeLessThan(2n ** 63n)
})
