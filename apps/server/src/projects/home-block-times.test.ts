import { homeBlockLimits } from '@basalt/contract/project/home-blocks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { dueAt, inOrder, isDue, isResting, type Timing } from './home-block-times.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const moment = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms))
const interval = fc.constantFrom('hour' as const, 'day' as const)

const timing: fc.Arbitrary<Timing> = fc.record({
  id: fc.uuid(),
  refreshed: fc.constantFrom('hand' as const, 'hour' as const, 'day' as const),
  tried_at: fc.option(moment, { nil: null }),
  seen_at: moment,
  failures: fc.nat(5000),
})

const getWait = (one: Timing) => (dueAt(one)?.getTime() ?? 0) - (one.tried_at?.getTime() ?? 0)

describe('the time when a block is due', () => {
  test('is never for a manually refreshed one', () => {
    fc.assert(
      fc.property(timing, moment, (one, now) => {
        expect(dueAt({ ...one, refreshed: 'hand' })).toBeNull()
        expect(isDue({ ...one, refreshed: 'hand' }, now)).toBe(false)
      }),
    )
  })

  test('is at once for a new one, while it has viewers', () => {
    fc.assert(
      fc.property(timing, interval, (one, refreshed) => {
        expect(isDue({ ...one, refreshed, tried_at: null }, one.seen_at)).toBe(true)
      }),
    )
  })

  test('is never before its interval has passed, and little after it', () => {
    fc.assert(
      fc.property(timing, interval, moment, (one, refreshed, tried) => {
        const wait = getWait({ ...one, refreshed, tried_at: tried, failures: 0 })
        const intervalMs = refreshed === 'hour' ? hourMs : dayMs
        expect(wait).toBeGreaterThanOrEqual(intervalMs)
        expect(wait).toBeLessThanOrEqual(1.1 * intervalMs)
      }),
    )
  })

  test('moves away with each failure, by a day or a week at most', () => {
    fc.assert(
      fc.property(timing, interval, moment, (one, refreshed, tried) => {
        const known = { ...one, refreshed, tried_at: tried }
        const wait = getWait(known)
        const next = getWait({ ...known, failures: known.failures + 1 })
        const most = refreshed === 'hour' ? 1.1 * dayMs : 7.1 * dayMs
        expect(next).toBeGreaterThanOrEqual(wait)
        expect(next).toBeLessThanOrEqual(most)
      }),
    )
  })

  test('stays in the past until a try, or until it has no viewers', () => {
    fc.assert(
      fc.property(timing, moment, fc.nat(dayMs), (one, now, passed) => {
        const after = new Date(now.getTime() + passed)
        const stays = !isDue(one, now) || isDue(one, after) || isResting(one, after)
        expect(stays).toBe(true)
      }),
    )
  })

  test('is never without a viewer for a week', () => {
    fc.assert(
      fc.property(timing, fc.integer({ min: 1, max: 10 ** 10 }), (one, more) => {
        const ms = one.seen_at.getTime() + homeBlockLimits.unseenDays * dayMs + more
        expect(isDue(one, new Date(ms))).toBe(false)
      }),
    )
  })
})

describe('the order of blocks', () => {
  const ids = fc.uniqueArray(fc.uuid(), { maxLength: 24 })

  test('neither loses nor invents one, with any named blocks', () => {
    fc.assert(
      fc.property(ids, fc.array(fc.uuid()), (present, target) => {
        const mixed = [...target, ...present.slice(0, 5).toReversed(), ...present.slice(0, 2)]
        expect(inOrder(present, mixed).toSorted()).toEqual(present.toSorted())
      }),
    )
  })

  test('is the requested one, and blocks added since follow in their order', () => {
    fc.assert(
      fc.property(ids, fc.nat(24), (present, count) => {
        const target = present.slice(0, count).toReversed()
        expect(inOrder(present, target)).toEqual([...target, ...present.slice(count)])
      }),
    )
  })
})
