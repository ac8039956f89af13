import { expect, test } from 'vitest'

import { spendEffects, spendLimits, getSpendLimits } from './spend-limits.ts'

const listEffects = (capabilities: readonly string[]) =>
  getSpendLimits(capabilities).map(({ percent, effect }) => [percent, effect])

test('an install without assistant, branches and jobs lists none of them', () => {
  expect(listEffects([])).toEqual([
    [75, null],
    [90, null],
    [100, null],
    [120, 'read_only'],
    [150, 'pause'],
  ])
})

test('every offered capability has its step', () => {
  expect(listEffects(['assistant'])).toContainEqual([100, 'ai'])
  expect(listEffects(['branching'])).toContainEqual([105, 'previews'])
  expect(spendLimits.flatMap(({ effect }) => effect ?? [])).toEqual(spendEffects)
})
