import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { arranged, followed } from './arrangement.ts'
import { neighbourMove } from './column-moves.ts'
import { foundCells, nextFound } from './found-cells.ts'
import { columnOffsets, columnsInView } from './geometry.ts'
import type { GridColumn } from './grid-types.ts'

const column = (id: string, isFrozen = false): GridColumn => ({
  id,
  name: id,
  align: 'start',
  width: 100,
  isFrozen,
})
const columns = [column('a', true), column('b'), column('c'), column('d')]

describe('visible columns', () => {
  test('are the shown ones in their order, the frozen ones first', () => {
    const { columns: placed, given, frozen } = arranged(columns, [0, 3, 1])
    expect(placed.map(({ id }) => id)).toEqual(['a', 'd', 'b'])
    expect({ given, frozen }).toEqual({ given: [0, 3, 1], frozen: 1 })
    expect(arranged(columns, undefined).given).toEqual([0, 1, 2, 3])
  })

  test('keep the active cell in its column when they are moved', () => {
    const [before, after] = [arranged(columns, undefined), arranged(columns, [0, 2, 1, 3])]
    expect(followed(1, before, after)).toBe(2)
    expect(followed(3, before, arranged(columns, [0, 1]))).toBe(1)
  })

  test('move by one position, and not across the edge of the frozen ones', () => {
    const all = arranged(columns, undefined)
    expect(neighbourMove(all, 2, -1)).toEqual({ before: 'b' })
    expect(neighbourMove(all, 2, 1)).toEqual({ before: undefined })
    expect(neighbourMove(all, 1, -1)).toBeUndefined()
    expect(neighbourMove(all, 3, 1)).toBeUndefined()
  })
})

describe('columns in view', () => {
  const offsets = columnOffsets(Array.from({ length: 200 }, () => 100))

  test('are a few of two hundred, plus the frozen ones', () => {
    const inView = columnsInView(offsets, { frozen: 2, left: 5000, width: 1000 })
    expect(inView).toEqual({ frozen: 2, first: 52, end: 60 })
  })

  test('are not frozen if that would leave no room for the others', () => {
    expect(columnsInView(offsets, { frozen: 3, left: 0, width: 360 }).frozen).toBe(2)
    expect(columnsInView(offsets, { frozen: 3, left: 0, width: 150 }).frozen).toBe(0)
  })

  test('cover every pixel of the view at any scroll position', () => {
    const width = fc.integer({ min: 48, max: 600 })
    fc.assert(
      fc.property(
        fc.array(width, { minLength: 1, maxLength: 60 }),
        fc.record({
          frozen: fc.nat(5),
          scrolled: fc.nat(20_000),
          viewWidth: fc.integer({ min: 100, max: 2000 }),
        }),
        (widths, { frozen, scrolled, viewWidth }) => {
          const edges = columnOffsets(widths)
          const total = edges.at(-1) ?? 0
          const left = Math.min(scrolled, Math.max(total - viewWidth, 0))
          const target = Math.min(frozen, widths.length)
          const inView = columnsInView(edges, { frozen: target, left, width: viewWidth })
          const taken = edges[inView.frozen] ?? 0
          expect(edges[inView.first] ?? 0).toBeLessThanOrEqual(Math.max(left + taken, taken))
          expect(edges[inView.end] ?? 0).toBeGreaterThanOrEqual(Math.min(left + viewWidth, total))
        },
      ),
    )
  })
})

describe('finding', () => {
  const rows = [['Ada', null], ['bea', 'Adam'], undefined, ['x', 'y']]
  const source = { first: 0, rowCount: 4, getRow: (index: number) => rows[index] }
  const found = foundCells('ada', source, { given: [1, 0] })

  test('searches the loaded rows in the order of the screen, case-insensitively', () => {
    expect(found.cells).toEqual([
      { row: 0, column: 1 },
      { row: 1, column: 0 },
    ])
    expect(foundCells('', source, { given: [0] }).cells).toEqual([])
  })

  test('wraps around at both ends', () => {
    expect(nextFound(found, { row: 0, column: 1 }, 1)).toEqual({ row: 1, column: 0 })
    expect(nextFound(found, { row: 3, column: 0 }, 1)).toEqual({ row: 0, column: 1 })
    expect(nextFound(found, { row: 0, column: 1 }, -1)).toEqual({ row: 1, column: 0 })
    expect(nextFound(found, null, 1)).toEqual({ row: 0, column: 1 })
  })
})
