import { expect, test } from 'vitest'

import { type Candidate, choosePlaces } from './places.ts'

let number = 0
const candidates = (count: number, change: Partial<Candidate> = {}): Candidate[] =>
  Array.from({ length: count }, () => ({
    runid: String((number += 1)),
    kind: 'sql' as const,
    isAtomic: true,
    wasInterrupted: false,
    hasSucceeded: false,
    ...change,
  }))

const count = (runs: readonly Candidate[], atWork = { long: 0, short: 0, request: 0 }) => {
  const lanes = choosePlaces(runs, atWork).map(({ lane }) => lane)
  const of = (lane: string) => lanes.filter((one) => one === lane).length
  return [of('long'), of('short'), of('request')]
}

test('jobs that never ended take no place of others', () => {
  expect(count(candidates(50))).toEqual([6, 12, 0])
  const full = { long: 6, short: 0, request: 0 }
  expect(count(candidates(50, { wasInterrupted: true }), full)).toEqual([0, 0, 0])
  expect(count(candidates(50, { hasSucceeded: true }), full)).toEqual([3, 12, 0])
  expect(count(candidates(50, { isAtomic: false }), full)).toEqual([6, 0, 0])
})

test('runs that were interrupted get long places first, and jobs that ended well short ones', () => {
  const others = candidates(20)
  const [good] = candidates(1, { hasSucceeded: true })
  const [interrupted] = candidates(1, { wasInterrupted: true })
  const runs = [...others, ...(good ? [good] : []), ...(interrupted ? [interrupted] : [])]
  const chosen = choosePlaces(runs, { long: 5, short: 11, request: 0 })
  expect(chosen.map(({ runid, lane }) => ({ runid, lane }))).toEqual([
    { runid: interrupted?.runid, lane: 'long' },
    { runid: good?.runid, lane: 'long' },
    { runid: others[0]?.runid, lane: 'short' },
  ])
})

test('requests hold no connection', () => {
  const busy = { long: 12, short: 12, request: 0 }
  expect(count(candidates(150, { kind: 'http' }), busy)).toEqual([0, 0, 100])
})
