import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Memory, type Policy, type Reading, step, unknown } from './alert-state.ts'

const minute = 60_000

type Rules = Omit<Policy, 'isSilenced' | 'now'>
type Turn = { reading: Reading; isSilenced: boolean }

const bad: Reading = { value: 9, isBreached: true }
const good: Reading = { value: 1, isBreached: false }

/** Evaluates once a minute. */
function run(turns: readonly Turn[], policy: Rules) {
  let memory: Memory = unknown
  return turns.map(({ reading, isSilenced }, at) => {
    const result = step(memory, reading, { ...policy, isSilenced, now: at * minute })
    ;({ memory } = result)
    return { ...result, at: at * minute, reading, isSilenced }
  })
}

const turn = fc.record({
  reading: fc.constantFrom(bad, bad, good, null),
  isSilenced: fc.constantFrom(false, false, true),
})
const turns = fc.array(turn, { maxLength: 80 })
const policy = fc.record({
  forMs: fc.integer({ min: 0, max: 6 }).map((count) => count * minute),
  repeatMs: fc.option(fc.integer({ min: 5, max: 9 }).map((count) => count * minute)),
})

/** Every run has the property. */
function holds(check: (results: ReturnType<typeof run>, rules: Rules) => boolean) {
  fc.assert(
    fc.property(turns, policy, (list, rules) => {
      const results = run(list, rules)
      expect(check(results, rules)).toBe(true)
    }),
  )
}

test('the condition held for the whole time before a rule fires', () => {
  holds((results, { forMs }) => {
    const length = forMs / minute + 1
    return results.every(({ event }, at) => {
      const before = results.slice(Math.max(0, at + 1 - length), at + 1)
      const isHeld = before.length === length && before.every(({ reading }) => reading === bad)
      return event !== 'fired' || isHeld
    })
  })
  expect.hasAssertions()
})

test('each time of firing begins once and ends at most once, in this order', () => {
  holds((results) => {
    let isOpen = false
    return results.every(({ event, memory }) => {
      const isRight = event === null || (event === 'fired') === !isOpen
      if (event !== null) isOpen = event !== 'resolved'
      return isRight && (memory.openSince !== null) === isOpen
    })
  })
  expect.hasAssertions()
})

test('a reading that is missing is never OK, and decides nothing', () => {
  holds((results) =>
    results.every(({ reading, memory: { state }, event }) => {
      if (reading === null) return state === 'no_data' && event === null
      return reading.isBreached ? state === 'pending' || state === 'firing' : state === 'ok'
    }),
  )
  expect.hasAssertions()
})

test('repetitions keep their distance, and a rule without them reports once', () => {
  holds((results, { repeatMs }) => {
    let last: number | null = null
    return results.every(({ event, isReported, at }) => {
      // The end of an alert may be silenced, too.
      if (event === 'resolved') last = null
      if (event === 'resolved' || !isReported) return true
      const before = last
      last = at
      return (
        event !== 'repeated' || before === null || (repeatMs !== null && at - before >= repeatMs)
      )
    })
  })
  expect.hasAssertions()
})

test('nothing is reported in a silence, and an end only after its beginning', () => {
  holds((results) => {
    let isKnown = false
    return results.every(({ event, isSilenced, isReported }) => {
      const wasKnown = isKnown
      if (isReported) isKnown = true
      if (event === 'resolved') isKnown = false
      return !isReported || (!isSilenced && (event !== 'resolved' || wasKnown))
    })
  })
  expect.hasAssertions()
})

test('a rule that still fires after a silence is reported', () => {
  const quiet = { reading: bad, isSilenced: true }
  const results = run([quiet, quiet, { reading: bad, isSilenced: false }], {
    forMs: 0,
    repeatMs: null,
  })
  expect(results.map(({ event, isReported }) => [event, isReported])).toEqual([
    ['fired', false],
    [null, false],
    ['repeated', true],
  ])
})
