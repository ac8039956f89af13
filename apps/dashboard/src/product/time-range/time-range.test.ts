import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

import { setTimeZone } from '../../lib/format/time-zone.ts'
import { fromInput, presetParams, readTimeRange, spanParams, toInput } from './time-range.ts'

const now = Date.UTC(2026, 5, 1, 12)
const hour = 3_600_000

afterEach(() => setTimeZone(null))

describe('the range of a URL', () => {
  test('is a preset or has two ends', () => {
    expect(readTimeRange({}, now)).toEqual({ from: now - hour, to: now, preset: '1h' })
    expect(readTimeRange({ range: '7d' }, now).from).toBe(now - 168 * hour)
    const span = { from: now - 3 * hour, to: now - hour }
    const { range: _, ...params } = spanParams(span)
    expect(readTimeRange(params, now)).toEqual({ ...span, preset: null })
    expect(presetParams('6h').range).toBe('6h')
  })

  test('ends now at the latest', () => {
    const params = { from: '2026-06-01T11:00:00.000Z', to: '2026-07-01T00:00:00.000Z' }
    expect(readTimeRange(params, now)).toEqual({ from: now - hour, to: now, preset: null })
  })

  test('is the last hour for values that are not a range', () => {
    const values = fc.oneof(
      fc.string(),
      fc.constantFrom('0', 'null', '2026', '2026-06-01', '-1', '1e9', '2026-06-01T12:00:00.000Z'),
    )
    fc.assert(
      fc.property(fc.record({ from: values, to: values, range: values }), (query) => {
        const range = readTimeRange(query, now)
        expect(range.from).toBeLessThan(range.to)
        expect(range.to).toBeLessThanOrEqual(now)
      }),
      { numRuns: 200 },
    )
    for (const query of [
      { from: spanParams({ from: now, to: now - 1 }).from, to: spanParams({ from: 0, to: 0 }).to },
      { from: 'yesterday', to: 'today' },
      { range: '5d' },
    ]) {
      expect(readTimeRange(query, now)).toMatchObject({ preset: '1h', isReplaced: true })
    }
    expect(readTimeRange({ range: '7d' }, now)).not.toHaveProperty('isReplaced')
  })
})

test.each([null, 'UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'])(
  'times are typed in the zone in which they are shown: %s',
  (zone) => {
    setTimeZone(zone)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), (index) => {
        const time = Date.UTC(2026, 0, 1) + index * hour
        const again = fromInput(toInput(time)) ?? 0
        // An hour that the clock shows twice.
        expect([time, time - hour, time + hour]).toContain(again)
      }),
    )
    expect(fromInput('')).toBeUndefined()
    expect(fromInput('soon')).toBeUndefined()
  },
)
