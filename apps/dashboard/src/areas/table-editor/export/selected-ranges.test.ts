import fc from 'fast-check'
import { expect, test } from 'vitest'

import { selectedRanges } from './selected-ranges.ts'

const placeOf = (index: number) => JSON.stringify([String(index)])

test('ranges have exactly the selected rows, for any selection', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: -30, max: 30 })), (chosen) => {
      const ranges = selectedRanges({ indexes: new Set(chosen), placeOf }) ?? []
      const rows = ranges.flatMap(({ first, last }) => {
        const [from, to] = [Number(first[0]), Number(last[0])]
        return Array.from({ length: to - from + 1 }, (_, at) => from + at)
      })
      expect(rows).toEqual(chosen.toSorted((a, b) => a - b))
      const gaps = ranges
        .slice(1)
        .map(({ first }, at) => Number(first[0]) - Number(ranges[at]?.last[0]))
      expect(gaps.every((gap) => gap > 1)).toBe(true)
    }),
  )
})

test('only the ends of a range need to be loaded', () => {
  const indexes = new Set([3, 4, 5, 6])
  const ends = (index: number) => (index === 3 || index === 6 ? placeOf(index) : undefined)
  expect(selectedRanges({ indexes, placeOf: ends })).toEqual([{ first: ['3'], last: ['6'] }])
  expect(selectedRanges({ indexes: new Set([4, 5, 6]), placeOf: ends })).toBeNull()
})
