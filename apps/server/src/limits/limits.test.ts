import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { Budget, KeyedBudget } from './budget.ts'
import { initialLimits, limitEntries, readLimits } from './limits.ts'
import { createResources, readGauges } from './resources.ts'

test('an empty environment gives the initial limits', () => {
  expect(readLimits({})).toEqual({ limits: initialLimits, faults: [] })
})

test('a limit is read from its variable, and an invalid value is reported by name', () => {
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

test('README names every limit with its initial value', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  const rows = readme.matchAll(/^\| `(BASALT_LIMIT_\w+)`\s+\| `(\d+)`/gmu)
  const named = [...rows].map(([, variable, initial]) => [variable, Number(initial)])
  const entries = Object.values(limitEntries)
  expect(named).toEqual(entries.map(({ variable, initial }) => [variable, initial]))
})

test('a budget grants no more than its limit and counts its refusals', () => {
  const budget = new Budget(10)
  expect([budget.take(6), budget.take(5), budget.take(4)]).toEqual([true, false, true])
  budget.give(6)
  expect(budget.read()).toEqual({ used: 4, limit: 10, refused: 1 })
})

test('keys of a budget are independent', () => {
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
