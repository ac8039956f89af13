import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  type Bounds,
  entered,
  isAtEdge,
  type Move,
  moved,
  moveOfKey,
  oneCell,
  getRange,
} from './selection.ts'

const start = { row: 6, column: 1 }
const extent = { firstRow: 0, rowCount: 10, columnCount: 3 }
const bounds: Bounds = { ...extent, start, last: undefined, pageRows: 4 }
const key = (name: string, more: Partial<KeyboardEvent> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})
const move = (from: { row: number; column: number }, to: Move) =>
  moved(oneCell(from), { move: to, extend: false }, bounds).active

describe('keys', () => {
  test('arrows move by one cell and stop at the edges', () => {
    expect(move({ row: 0, column: 0 }, 'right')).toEqual({ row: 0, column: 1 })
    expect(move({ row: 0, column: 0 }, 'up')).toEqual({ row: 0, column: 0 })
    expect(move({ row: 9, column: 2 }, 'down')).toEqual({ row: 9, column: 2 })
  })

  test('with Mod they move to the end of the row or column', () => {
    const target = moveOfKey(key('ArrowDown', { ctrlKey: true }))
    expect(target).toEqual({ move: 'column-end', extend: false })
    expect(move({ row: 2, column: 1 }, 'column-end')).toEqual({ row: 9, column: 1 })
    expect(moveOfKey(key('End', { metaKey: true }))?.move).toBe('last')
  })

  test('Tab continues in the next row, and leaves the grid after the last cell', () => {
    expect(move({ row: 0, column: 2 }, 'next')).toEqual({ row: 1, column: 0 })
    expect(move({ row: 1, column: 0 }, 'previous')).toEqual({ row: 0, column: 2 })
    expect(isAtEdge({ row: 9, column: 2 }, 'next', bounds)).toBe(true)
    expect(isAtEdge({ row: 9, column: 1 }, 'next', bounds)).toBe(false)
  })

  test('Enter after Tab moves down from the column in which the sequence began', () => {
    const along = (steps: Move[]) =>
      steps.reduce((at, to) => moved(at, { move: to, extend: false }, bounds), oneCell(start))
    const below = (steps: Move[]) =>
      moved(entered(along(steps)), { move: 'down', extend: false }, bounds).active
    expect(below(['next'])).toEqual({ row: 7, column: 1 })
    expect(below(['previous', 'next', 'next'])).toEqual({ row: 7, column: 1 })
    // A move elsewhere, or into the next row, starts a new sequence.
    expect(below(['next', 'up'])).toEqual({ row: 6, column: 2 })
    expect(below(['next', 'next'])).toEqual({ row: 8, column: 0 })
    expect(below([])).toEqual({ row: 7, column: 1 })
  })

  test('Shift extends the range from where it began', () => {
    const from = oneCell({ row: 4, column: 1 })
    const stretched = moved(from, { move: 'page-up', extend: true }, bounds)
    expect(getRange(stretched)).toEqual({ top: 0, bottom: 4, left: 1, right: 1 })
    const additional = moved(stretched, { move: 'right', extend: true }, bounds)
    expect(getRange(additional)).toEqual({ top: 0, bottom: 4, left: 1, right: 2 })
    expect(additional.active).toEqual({ row: 4, column: 1 })
    const next = moved(additional, { move: 'left', extend: false }, bounds)
    expect(next).toEqual(oneCell({ row: 4, column: 0 }))
  })
})

test('without an active cell a move continues from the last one, or goes to the start', () => {
  const down = { move: 'down', extend: false } as const
  const last = { row: 2, column: 2 }
  expect(moved(null, down, { ...bounds, last })).toEqual(oneCell({ row: 3, column: 2 }))
  expect(moved(null, down, bounds)).toEqual(oneCell(start))
  expect(moved(null, { ...down, move: 'last' }, bounds)).toEqual(oneCell({ row: 9, column: 2 }))
})

test('a move never leaves the existing cells, and Shift never moves the active one', () => {
  const anyMove = fc.constantFrom<Move[]>(
    'up',
    'down',
    'left',
    'right',
    'page-up',
    'page-down',
    'row-start',
    'row-end',
    'column-start',
    'column-end',
    'first',
    'last',
    'next',
    'previous',
  )
  fc.assert(
    fc.property(
      fc.record({
        firstRow: fc.integer({ min: -500, max: 0 }),
        rowCount: fc.integer({ min: 1, max: 900 }),
        columnCount: fc.integer({ min: 1, max: 40 }),
        pageRows: fc.integer({ min: 1, max: 60 }),
      }),
      fc.array(fc.record({ move: anyMove, extend: fc.boolean() }), { maxLength: 40 }),
      (reach, moves) => {
        const begin = { row: reach.firstRow, column: 0 }
        const within = { ...reach, start: begin, last: undefined }
        let selection = moved(null, { move: 'down', extend: false }, within)
        for (const step of moves) {
          const next = moved(selection, step, within)
          expect(next.active).toEqual(step.extend ? selection.active : next.end)
          expect(getRange(next)).toEqual(getRange({ anchor: next.active, end: next.end }))
          selection = next
        }
        const { top, bottom, left, right } = getRange(selection)
        expect(top).toBeGreaterThanOrEqual(within.firstRow)
        expect(bottom).toBeLessThan(within.firstRow + within.rowCount)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThan(within.columnCount)
      },
    ),
  )
})
