import fc from 'fast-check'
import { expect, test } from 'vitest'

import { compare, measure, measurePairs, median } from './statistics.mjs'

test('the median of an even number of figures is between the middle two', () => {
  expect(median([9, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

test('pairs are measured alternately and the first is not counted', async () => {
  const order: string[] = []
  const figures = [100, 1, 2, 3]
  const result = await measurePairs(
    () => {
      order.push('ours')
      return Promise.resolve(figures[order.filter((side) => side === 'ours').length - 1] ?? 0)
    },
    () => {
      order.push('floor')
      return Promise.resolve(8)
    },
    3,
  )

  expect(result).toMatchObject({ median: 2, floor: 8 })
  expect(result.spread).toEqual([0.1875, 0.3125])
  expect(order.join(' ')).toBe('ours floor floor ours ours floor floor ours')
})

const line = (figures: { median: number; floor: number | null }, target: number | null) =>
  measure({ name: 'a', unit: 'ms', figures, target })

test('with a baseline the ratio is compared, without one the median', () => {
  expect(line({ median: 30, floor: 10 }, 2)).toMatchObject({ ratio: 3, ok: false })
  expect(line({ median: 30, floor: 20 }, 2)).toMatchObject({ ratio: 1.5, ok: true })
  expect(line({ median: 2.9, floor: null }, 3)).toMatchObject({ ratio: null, ok: true })
  expect(line({ median: 3.1, floor: null }, 3)).toMatchObject({ ok: false })
  expect(line({ median: 99, floor: null }, null)).toMatchObject({ target: null, ok: true })
})

test('two versions differ only when their middle halves do not overlap', () => {
  expect(compare([10, 11, 12, 13, 90], [20, 21, 22, 23, 5])).toEqual({
    ours: { lower: 11, median: 12, upper: 13 },
    theirs: { lower: 20, median: 21, upper: 22 },
    ratio: 12 / 21,
    differs: true,
  })
  expect(compare([10, 11, 12, 13, 14], [13, 14, 15, 16, 17])).toMatchObject({ differs: true })
  expect(compare([10, 11, 12, 13, 14], [12, 13, 14, 15, 16])).toMatchObject({ differs: false })
})

test('swapping the versions only inverts the ratio', () => {
  const figures = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(figures, figures, (own, theirs) => {
      const [one, other] = [compare(own, theirs), compare(theirs, own)]
      expect(one.differs).toBe(other.differs)
      expect(one.ratio * other.ratio).toBeCloseTo(1)
      expect(compare(own, own).differs).toBe(false)
    }),
  )
})
