import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { clearIn, fillOver, type Ground, pasteInto } from './written-cells.ts'

const rows = [
  ['1', 'a', 'x'],
  ['2', null, 'y'],
  ['3', 'c', 'z'],
]
const ground: Ground = {
  // The second column is hidden and the others have changed places.
  given: [2, 0],
  names: ['id', 'note', 'code'],
  lastRow: 2,
  getRow: (index) => rows[index],
}
const at = (top: number, left: number) => ({ top, left, bottom: top, right: left })
const cells = (...values: (string | null)[][]) => ({ kind: 'cells' as const, cells: values })

describe('pasting', () => {
  test('goes to the visible columns, and rows beyond the last become new ones', () => {
    const written = pasteInto(at(2, 0), cells(['p', '7'], ['q', null]), ground)
    expect(written.cells).toEqual([
      { row: 2, column: 2, value: 'p' },
      { row: 2, column: 0, value: '7' },
    ])
    expect(written.newRows).toEqual([[null, undefined, 'q']])
  })

  test('of one cell fills the selection, and so does a pattern whose multiple it is', () => {
    const selected = { top: 0, bottom: 1, left: 0, right: 1 }
    expect(pasteInto(selected, cells(['v']), ground).cells).toHaveLength(4)
    expect(pasteInto(selected, cells(['v', 'w']), ground).cells.map(({ value }) => value)).toEqual([
      'v',
      'w',
      'v',
      'w',
    ])
  })

  test('reports columns beyond the last and rows that are not loaded', () => {
    expect(pasteInto(at(0, 1), cells(['p', 'q']), ground).cutColumns).toBe(1)
    const unloaded = { ...ground, lastRow: 5 }
    expect(pasteInto(at(2, 0), cells(['p'], ['q']), unloaded).missing).toBe(1)
  })

  test('by name writes to hidden columns, too', () => {
    const written = pasteInto(at(0, 0), { kind: 'rows', rows: [{ note: 'n', id: '9' }] }, ground)
    expect(written.cells).toEqual([
      { row: 0, column: 0, value: '9' },
      { row: 0, column: 1, value: 'n' },
    ])
  })

  test('by name writes only the named columns, also with unusual names', () => {
    const names = ['id', 'constructor', 'toString']
    const written = pasteInto(
      at(2, 0),
      { kind: 'rows', rows: [{ id: '9' }, { id: '8' }] },
      { ...ground, names },
    )
    expect(written.cells).toEqual([{ row: 2, column: 0, value: '9' }])
    expect(written.newRows).toEqual([['8', undefined, undefined]])
  })

  test('loses no cell: each is written, new, beyond the last column or not loaded', () => {
    const size = fc.integer({ min: 1, max: 6 })
    fc.assert(
      fc.property(size, size, fc.integer({ min: 0, max: 2 }), (height, width, top) => {
        const pasted = Array.from({ length: height }, () =>
          Array.from({ length: width }, () => 'v'),
        )
        const written = pasteInto(at(top, 0), cells(...pasted), ground)
        const fresh = written.newRows.flat().filter((value) => value !== undefined).length
        expect(written.cells.length + fresh + written.cutColumns * height).toBe(height * width)
      }),
    )
  })
})

describe('filling', () => {
  test('repeats the first row down, and a pattern of rows in its order', () => {
    const filled = fillOver(at(0, 0), { top: 0, bottom: 2, left: 0, right: 0 }, ground)
    expect(filled.cells.map(({ value }) => value)).toEqual(['x', 'x'])
    const upwards = fillOver(
      { top: 1, bottom: 2, left: 1, right: 1 },
      { top: 0, bottom: 2, left: 1, right: 1 },
      ground,
    )
    expect(upwards.cells).toEqual([{ row: 0, column: 0, value: '3' }])
  })

  test('skips rows that are not loaded', () => {
    const filled = fillOver(at(2, 0), { top: 2, bottom: 4, left: 0, right: 0 }, ground)
    expect(filled).toMatchObject({ cells: [], missing: 2 })
  })
})

test('clearing writes only cells that have a value', () => {
  const everything = { ...ground, given: [0, 1, 2] }
  const cleared = clearIn({ top: 0, bottom: 2, left: 1, right: 1 }, everything)
  expect(cleared.cells).toEqual([
    { row: 0, column: 1, value: null },
    { row: 2, column: 1, value: null },
  ])
})
