import { spendEffects, spendLadder } from '@basalt/catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { spendAllows, spendCapState, spendStepOf, stoppedAt } from './spend-state.ts'

const cent = 10_000

test('a step is reached at its very cent', () => {
  for (const { percent } of spendLadder) {
    const capMicros = 100 * 100 * cent
    const at = percent * 100 * cent
    expect(spendStepOf({ spentMicros: at, capMicros })).toBe(percent)
    expect(spendStepOf({ spentMicros: at - cent, capMicros })).toBeLessThan(percent)
  }
})

test('without a cap there are no steps, whatever is spent', () => {
  expect(spendStepOf({ spentMicros: Number.MAX_SAFE_INTEGER, capMicros: null })).toBe(0)
})

test('who spends more, or lowers the cap, never comes down the ladder', () => {
  const micros = fc.integer({ min: 0, max: 1_000_000_000_000 })
  fc.assert(
    fc.property(micros, micros, micros, (spentMicros, capMicros, more) => {
      const step = spendStepOf({ spentMicros, capMicros })
      expect(spendStepOf({ spentMicros: spentMicros + more, capMicros })).toBeGreaterThanOrEqual(
        step,
      )
      expect(spendStepOf({ spentMicros, capMicros: capMicros + more })).toBeLessThanOrEqual(step)
    }),
  )
})

test('things stop in their order: AI, previews, jobs, writing, running', () => {
  expect(stoppedAt(99)).toEqual([])
  expect(stoppedAt(100)).toEqual(['ai'])
  expect(stoppedAt(110)).toEqual(['ai', 'previews', 'jobs'])
  expect(stoppedAt(150)).toEqual(spendEffects)
  for (const { percent: spendStep } of spendLadder) {
    const allowed = spendEffects.filter((effect) => spendAllows({ spendStep }, effect))
    expect([...stoppedAt(spendStep), ...allowed]).toEqual(spendEffects)
  }
})

test('an organization tells of the last step that it reached', () => {
  expect(spendCapState(null)).toBeNull()
  expect(spendCapState(0)).toBeNull()
  expect(spendCapState(75)).toEqual({ percent: 75, step: null })
  expect(spendCapState(120)).toEqual({ percent: 120, step: 'read_only' })
})
