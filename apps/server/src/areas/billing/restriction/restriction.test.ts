import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { nextRestriction, type QuotaFacts, type Restriction } from './restriction.ts'

const none: Restriction = { status: null, graceEnd: null, graceUsedAt: null }
const start = new Date('2026-05-01T00:00:00Z')
const hourMs = 3_600_000
const after = (days: number, hours = 0) => new Date(start.getTime() + (days * 24 + hours) * hourMs)

const facts = (now: Date, change: Partial<QuotaFacts> = {}): QuotaFacts => ({
  now,
  isExceeded: true,
  isPaid: false,
  periodStart: start,
  ...change,
})

/** The states that follow one another at these times, with the quota exceeded throughout. */
function run(from: Restriction, times: readonly Date[]): Restriction {
  return times.reduce((state, now) => nextRestriction(state, facts(now)), from)
}

describe("SPEC.md section 8: 'You are given a grace period until {date}'", () => {
  test('lasts 14 days from the moment when usage exceeds the quota', () => {
    const graced = run(none, [after(2)])
    expect(graced).toEqual({ status: 'grace_period', graceEnd: after(16), graceUsedAt: null })
    expect(run(graced, [after(15, 23)])).toEqual(graced)
  })

  test('is over at its end, and services are restricted a day later', () => {
    const over = run(none, [after(0), after(14)])
    expect(over).toEqual({
      status: 'grace_period_over',
      graceEnd: after(14),
      graceUsedAt: after(14),
    })
    expect(run(over, [after(14, 23)])).toEqual(over)
    expect(run(over, [after(15)])).toMatchObject({ status: 'restricted' })
  })

  test('ends only with a check: a late check still leaves a day to act', () => {
    const late = run(none, [after(0), after(40)])
    expect(late).toMatchObject({ status: 'grace_period_over', graceEnd: after(40) })
    expect(run(late, [after(40, 23)])).toEqual(late)
    expect(run(late, [after(41)])).toMatchObject({ status: 'restricted' })
  })

  test('is given once in a billing period when it was used up', () => {
    const restricted = run(none, [after(0), after(14), after(15)])
    const freed = nextRestriction(restricted, facts(after(16), { isExceeded: false }))
    expect(freed).toEqual({ status: null, graceEnd: null, graceUsedAt: after(14) })
    expect(run(freed, [after(17)])).toMatchObject({
      status: 'grace_period_over',
      graceEnd: after(17),
    })
    const next = facts(after(32), { periodStart: after(31) })
    expect(nextRestriction(freed, next)).toMatchObject({
      status: 'grace_period',
      graceEnd: after(46),
    })
  })

  test('is given again when usage dropped before its end', () => {
    const freed = nextRestriction(run(none, [after(0)]), facts(after(3), { isExceeded: false }))
    expect(run(freed, [after(5)])).toMatchObject({ status: 'grace_period', graceEnd: after(19) })
  })
})

test('a paid plan is never restricted by quota, and lifts a restriction', () => {
  for (const status of [null, 'grace_period', 'grace_period_over', 'restricted'] as const) {
    const before = { status, graceEnd: status === null ? null : after(1), graceUsedAt: null }
    expect(nextRestriction(before, facts(after(2), { isPaid: true }))).toEqual({
      ...none,
      graceUsedAt: status === null ? null : after(2),
    })
  }
})

test('a state without its date gets one instead of advancing at once', () => {
  const graced = { ...none, status: 'grace_period' as const }
  expect(run(graced, [after(3)])).toMatchObject({ status: 'grace_period', graceEnd: after(17) })
  const over = { ...none, status: 'grace_period_over' as const }
  expect(run(over, [after(3)])).toMatchObject({ status: 'grace_period_over', graceEnd: after(3) })
})

describe('for any sequence of events', () => {
  const moment = fc.record({
    // Clocks are set back as well.
    hours: fc.integer({ min: -48, max: 24 * 20 }),
    isExceeded: fc.oneof(fc.boolean(), fc.constant(true), fc.constant(true)),
    isPaid: fc.oneof(fc.boolean(), fc.constant(false), fc.constant(false)),
    periodHours: fc.integer({ min: 0, max: 24 * 31 }),
  })
  const story = fc.array(moment, { maxLength: 40 })

  /** Every step of a sequence: the state before, the facts, the state after. */
  function reported(
    moments: readonly {
      hours: number
      isExceeded: boolean
      isPaid: boolean
      periodHours: number
    }[],
  ) {
    let [state, now] = [none, start.getTime()]
    return moments.map(({ hours, periodHours, ...known }) => {
      now += hours * hourMs
      const at: QuotaFacts = {
        ...known,
        now: new Date(now),
        periodStart: new Date(now - periodHours * hourMs),
      }
      const before = state
      state = nextRestriction(before, at)
      return { before, facts: at, state }
    })
  }

  test('a second check at the same moment changes nothing', () => {
    fc.assert(
      fc.property(story, (moments) => {
        for (const { facts: known, state } of reported(moments)) {
          expect(nextRestriction(state, known)).toEqual(state)
        }
      }),
    )
  })

  test('no state is skipped', () => {
    const legal = new Set([
      'null grace_period',
      'null grace_period_over',
      'grace_period grace_period_over',
      'grace_period_over restricted',
    ])
    fc.assert(
      fc.property(story, (moments) => {
        for (const { before, state } of reported(moments)) {
          if (state.status === null || state.status === before.status) continue
          expect(legal).toContain(`${before.status} ${state.status}`)
        }
      }),
    )
  })

  test('the grace period is skipped only when one was used up in the same billing period', () => {
    fc.assert(
      fc.property(story, (moments) => {
        for (const { before, state, facts: known } of reported(moments)) {
          if (before.status !== null || state.status !== 'grace_period_over') continue
          expect(before.graceUsedAt?.getTime()).toBeGreaterThanOrEqual(known.periodStart.getTime())
        }
      }),
    )
  })

  test('less usage, or a payment, lifts it at once', () => {
    fc.assert(
      fc.property(story, (moments) => {
        for (const { facts: known, state } of reported(moments)) {
          const isFree = known.isPaid || !known.isExceeded
          expect(state.status === null).toBe(isFree)
          expect(state.graceEnd === null).toBe(isFree)
        }
      }),
    )
  })

  test('restricted follows at least a full day after the state before it', () => {
    fc.assert(
      fc.property(story, (moments) => {
        let enteredAt = Number.NaN
        for (const { before, state, facts: known } of reported(moments)) {
          if (before.status !== state.status && state.status === 'grace_period_over') {
            enteredAt = known.now.getTime()
          }
          if (before.status === state.status || state.status !== 'restricted') continue
          expect(known.now.getTime() - enteredAt).toBeGreaterThanOrEqual(24 * hourMs)
        }
      }),
    )
  })
})
