import { getSpendLimits } from '@basalt/catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { spendAllows, spendCapState, getSpendStep, stoppedAt } from './spend-state.ts'

const cent = 10_000
/** Of an install in which everything can stop that has a step so far. */
const all = ['assistant', 'branching']
const spendLimits = getSpendLimits(all)

test('a step is reached at exactly its amount', () => {
  for (const { percent } of spendLimits) {
    const capMicros = 100 * 100 * cent
    const at = percent * 100 * cent
    expect(getSpendStep({ spentMicros: at, capMicros }, all)).toBe(percent)
    expect(getSpendStep({ spentMicros: at - cent, capMicros }, all)).toBeLessThan(percent)
  }
})

test('without a cap there are no steps, for any spending', () => {
  expect(getSpendStep({ spentMicros: Number.MAX_SAFE_INTEGER, capMicros: null }, all)).toBe(0)
})

test('spending more, or lowering the cap, never goes down a step', () => {
  const micros = fc.integer({ min: 0, max: 1_000_000_000_000 })
  fc.assert(
    fc.property(micros, micros, micros, (spentMicros, capMicros, more) => {
      const step = getSpendStep({ spentMicros, capMicros }, all)
      expect(
        getSpendStep({ spentMicros: spentMicros + more, capMicros }, all),
      ).toBeGreaterThanOrEqual(step)
      expect(getSpendStep({ spentMicros, capMicros: capMicros + more }, all)).toBeLessThanOrEqual(
        step,
      )
    }),
  )
})

test('features stop in their order, and only those that the install offers', () => {
  expect(stoppedAt(99, all)).toEqual([])
  expect(stoppedAt(100, all)).toEqual(['ai'])
  expect(stoppedAt(110, all)).toEqual(['ai', 'previews'])
  expect(stoppedAt(150, all)).toEqual(['ai', 'previews', 'read_only', 'pause'])
  expect(stoppedAt(150, [])).toEqual(['read_only', 'pause'])
  expect(spendAllows({ spendStep: 110 }, 'read_only')).toBe(true)
  expect(spendAllows({ spendStep: 120 }, 'read_only')).toBe(false)
})

test('a step without an effect is left out, except the cap itself', () => {
  const reached = (percent: number) =>
    getSpendStep({ spentMicros: percent * 100 * cent, capMicros: 100 * 100 * cent }, [])
  expect([99, 100, 105, 119, 120].map(reached)).toEqual([90, 100, 100, 100, 120])
})

test('an organization shows the last step that it reached', () => {
  expect(spendCapState(null)).toBeNull()
  expect(spendCapState(0)).toBeNull()
  expect(spendCapState(75)).toEqual({ percent: 75, step: null })
  expect(spendCapState(120)).toEqual({ percent: 120, step: 'read_only' })
})
