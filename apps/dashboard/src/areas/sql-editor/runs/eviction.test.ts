import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type About, staleNames } from './eviction.ts'

const now = 1_800_000_000_000
const limits = { bytes: 1000, ageMs: 10_000 }
const about = (name: string, more: Partial<About> = {}): About => ({
  name,
  user: 'u1',
  at: now,
  bytes: 100,
  ...more,
})

const known = fc.uniqueArray(
  fc.record({
    name: fc.string({ maxLength: 4 }),
    user: fc.constantFrom('u1', 'u2'),
    at: fc.integer({ min: now - 20_000, max: now }),
    bytes: fc.integer({ min: 0, max: 600 }),
  }),
  { selector: ({ name }) => name, maxLength: 12 },
)

test('stored runs and the new one fit, and older runs are dropped first', () => {
  fc.assert(
    fc.property(known, fc.integer({ min: 0, max: 1000 }), (all, bytes) => {
      const next = about('next one', { bytes })
      const deleted = new Set(staleNames(all, { now, next }, limits))
      const stay = all.filter(({ name }) => !deleted.has(name))
      const sum = stay.reduce((total, one) => total + one.bytes, bytes)
      expect(sum).toBeLessThanOrEqual(limits.bytes)
      expect(stay.every(({ user, at }) => user === 'u1' && now - at <= limits.ageMs)).toBe(true)
      const usable = all.filter(({ user, at }) => user === 'u1' && now - at <= limits.ageMs)
      const evicted = usable.filter(({ name }) => deleted.has(name)).map(({ at }) => at)
      expect(Math.max(...evicted, -Infinity)).toBeLessThanOrEqual(
        Math.min(...stay.map(({ at }) => at), Infinity),
      )
    }),
  )
})

test('the replaced run does not count, and is not dropped separately', () => {
  const before = [about('a', { bytes: 900 }), about('b', { bytes: 100, at: now - 1 })]
  expect(staleNames(before, { now, next: about('a', { bytes: 900 }) }, limits)).toEqual([])
})

test('reading alone drops old runs and those of other users', () => {
  const all = [
    about('mine'),
    about('old', { at: now - 10_001 }),
    about('theirs', { user: 'u2' }),
    about('large', { bytes: 5000 }),
  ]
  expect(staleNames(all, { now, user: 'u1' }, limits)).toEqual(['old', 'theirs'])
})
