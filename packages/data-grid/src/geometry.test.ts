import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  columnOffsets,
  maxScrollHeight,
  movedTo,
  revealed,
  type Scroll,
  scrolledTo,
  visibleColumns,
} from './geometry.ts'

const tall: Scroll = { top: 0, scrollTop: 0, contentHeight: 320_000_000, viewHeight: 600 }

describe('a scroll range larger than a browser supports', () => {
  test('ends with the last row at the end of the bar', () => {
    const end = scrolledTo(tall, maxScrollHeight - tall.viewHeight)
    expect(end.top).toBe(tall.contentHeight - tall.viewHeight)
  })

  test('moves the rows by the distance of the wheel, so that none is skipped', () => {
    const middle = movedTo(tall, 100_000_000)
    const turned = scrolledTo(middle, middle.scrollTop + 120)
    expect(turned.top).toBe(100_000_120)
  })

  test('moves the bar with the rows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 319_999_400 }), (top) => {
        const moved = movedTo(tall, top)
        expect(moved.top).toBe(top)
        expect(moved.scrollTop).toBeLessThanOrEqual(maxScrollHeight - tall.viewHeight)
      }),
    )
  })
})

test('a short table scrolls pixel by pixel', () => {
  const short: Scroll = { top: 0, scrollTop: 0, contentHeight: 3200, viewHeight: 600 }
  expect(scrolledTo(short, 777).top).toBe(777)
  expect(scrolledTo(short, 9000).top).toBe(2600)
})

test('columns in view are those that overlap the visible strip', () => {
  const offsets = columnOffsets([100, 200, 50, 300])
  expect(offsets).toEqual([0, 100, 300, 350, 650])
  expect(visibleColumns(offsets, { left: 0, width: 100 })).toEqual({ first: 0, end: 1 })
  expect(visibleColumns(offsets, { left: 150, width: 160 })).toEqual({ first: 1, end: 3 })
  expect(visibleColumns(offsets, { left: 640, width: 500 })).toEqual({ first: 3, end: 4 })
})

test('revealing scrolls to a hidden range, and keeps the position for a visible one', () => {
  expect(revealed({ from: 100, length: 50 }, { start: 120, size: 10 })).toBe(100)
  expect(revealed({ from: 100, length: 50 }, { start: 90, size: 10 })).toBe(90)
  expect(revealed({ from: 100, length: 50 }, { start: 160, size: 10 })).toBe(120)
})
