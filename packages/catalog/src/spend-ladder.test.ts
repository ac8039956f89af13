import { expect, test } from 'vitest'

import { spendEffects, spendLadder, spendLadderOf } from './spend-ladder.ts'

const effectsOf = (capabilities: readonly string[]) =>
  spendLadderOf(capabilities).map(({ percent, effect }) => [percent, effect])

test('an install without assistant, branches and jobs names none of them', () => {
  expect(effectsOf([])).toEqual([
    [75, null],
    [90, null],
    [100, null],
    [120, 'read_only'],
    [150, 'pause'],
  ])
})

test('what an install offers has its step', () => {
  expect(effectsOf(['assistant'])).toContainEqual([100, 'ai'])
  expect(effectsOf(['branching'])).toContainEqual([105, 'previews'])
  expect(spendLadder.flatMap(({ effect }) => effect ?? [])).toEqual(spendEffects)
})
