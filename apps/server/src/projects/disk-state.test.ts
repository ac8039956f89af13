import fc from 'fast-check'
import { expect, test } from 'vitest'

import { getDiskState, isReadOnlyState } from './disk-state.ts'

const quotaBytes = 1000
const of = (usedBytes: number, before: 'ok' | 'full' = 'ok') =>
  getDiskState({ usedBytes, quotaBytes, isHostFull: false, before })

test('a project gets a warning at 80 and at 95 percent, and is read-only at 100', () => {
  expect([799, 800, 949, 950, 999, 1000].map((used) => of(used))).toEqual([
    'ok',
    'warning',
    'warning',
    'critical',
    'critical',
    'full',
  ])
})

test('once full it is writable below 95 percent', () => {
  expect([999, 950, 949].map((used) => of(used, 'full'))).toEqual(['full', 'full', 'warning'])
})

test('a full machine makes every project read-only, also one without a quota', () => {
  const facts = { usedBytes: 1, quotaBytes: null, before: 'ok' as const }
  expect(getDiskState({ ...facts, isHostFull: true })).toBe('host_full')
  expect(getDiskState({ ...facts, isHostFull: false })).toBe('ok')
})

test('more usage never leads to a better state', () => {
  const order = ['ok', 'warning', 'critical', 'full']
  const size = fc.integer({ min: 0, max: 3000 })
  fc.assert(
    fc.property(
      size,
      size,
      fc.constantFrom('ok' as const, 'full' as const),
      (one, other, before) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((used) =>
          order.indexOf(of(used, before)),
        )
        expect(less).toBeLessThanOrEqual(more ?? -1)
        expect(isReadOnlyState(of(1000, before))).toBe(true)
      },
    ),
  )
})
