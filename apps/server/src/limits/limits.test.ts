import { expect, test } from 'vitest'

import { Budget, KeyedBudget } from './budget.ts'
import { initialLimits, readLimits } from './limits.ts'
import { createResources, readGauges } from './resources.ts'

test('an empty environment gives the initial limits', () => {
  expect(readLimits({})).toEqual({ limits: initialLimits, faults: [] })
})

test('a limit is read from its variable, and a value that does not work is named', () => {
  const { limits, faults } = readLimits({
    BASALT_LIMIT_MESSAGE_BYTES: '1048576',
    BASALT_LIMIT_BATCH_BYTES: '12',
    BASALT_LIMIT_PRELOAD_MS: 'soon',
  })
  expect(limits.messageBytes).toBe(1_048_576)
  expect(limits.batchBytes).toBe(initialLimits.batchBytes)
  expect(faults).toEqual([
    'BASALT_LIMIT_BATCH_BYTES must be a whole number of bytes, at least 16384, not "12".',
    'BASALT_LIMIT_PRELOAD_MS must be a whole number of ms, at least 50, not "soon".',
  ])
})

test('a budget gives out no more than its limit and counts what it refused', () => {
  const budget = new Budget(10)
  expect([budget.take(6), budget.take(5), budget.take(4)]).toEqual([true, false, true])
  budget.give(6)
  expect(budget.read()).toEqual({ used: 4, limit: 10, refused: 1 })
})

test('keys of a budget do not take from each other', () => {
  const budget = new KeyedBudget(1)
  expect([budget.take('a'), budget.take('a'), budget.take('b')]).toEqual([true, false, true])
  budget.give('a')
  expect(budget.take('a')).toBe(true)
})

test('every budget is a gauge', () => {
  const resources = createResources()
  resources.openBodies.take(100)
  expect(readGauges(resources)['open_body_bytes']).toMatchObject({ used: 100, refused: 0 })
})
