import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'

import { cutIn, fullIn } from './full-cells.ts'
import type { GridSource } from './grid-types.ts'
import { matchingWidth, getGutterWidth } from './widths.ts'

type Whole = NonNullable<GridSource['whole']>

const getSource = (more: Partial<GridSource>): GridSource => ({
  first: 0,
  rowCount: 3,
  getRow: (index) => [`a${index}`, `b${index}`, `c${index}`],
  rowLabel: String,
  anchor: { id: 'all', row: 0 },
  ...more,
})
const arrangement = { given: [2, 0] }
const all = { top: 0, bottom: 2, left: 0, right: 1 }

describe('truncated values', () => {
  test("are found at their position on the screen, by the owner's column", () => {
    const source = getSource({ isCut: (row, column) => column === 2 || row === 1 })
    expect(cutIn(all, { source, arrangement })).toEqual([
      { row: 0, column: 2 },
      { row: 1, column: 2 },
      { row: 1, column: 0 },
      { row: 2, column: 2 },
    ])
    expect(cutIn({ ...all, left: 1 }, { source, arrangement })).toEqual([{ row: 1, column: 0 }])
  })

  test('do not exist in a source without truncation', async () => {
    const source = getSource({})
    expect(cutIn(all, { source, arrangement })).toEqual([])
    const whole = await fullIn(all, { source, arrangement, onRefused: undefined })
    expect(whole?.getRow(1)).toEqual(['a1', 'b1', 'c1'])
  })

  test('are loaded one by one, and the others stay unchanged', async () => {
    const whole = vi.fn<Whole>(async (row, column) =>
      Promise.resolve(column === 0 ? null : `whole ${row}`),
    )
    const source = getSource({ isCut: (row) => row === 1, whole })
    const read = await fullIn(all, { source, arrangement, onRefused: undefined })
    expect(read?.getRow(1)).toEqual([null, 'b1', 'whole 1'])
    expect(read?.getRow(0)).toEqual(['a0', 'b0', 'c0'])
    expect(whole.mock.calls).toEqual([
      [1, 2],
      [1, 0],
    ])
    expect(source.getRow(1)).toEqual(['a1', 'b1', 'c1'])
  })

  test('are refused together if one cannot be read', async () => {
    const onRefused = vi.fn<(reason: string) => void>()
    const whole = async (row: number) =>
      row === 2 ? Promise.reject(new Error('timeout')) : Promise.resolve('whole')
    const source = getSource({ isCut: () => true, whole })
    expect(await fullIn(all, { source, arrangement, onRefused })).toBeUndefined()
    expect(onRefused).toHaveBeenCalledExactlyOnceWith('A long value could not be read: timeout')
  })

  test('are refused without a request if they are too many, or cannot be read', async () => {
    const onRefused = vi.fn<(reason: string) => void>()
    const whole = vi.fn<Whole>(async () => Promise.resolve('whole'))
    const many = getSource({ rowCount: 5000, isCut: () => true, whole })
    const tall = { ...all, bottom: 4999 }
    expect(await fullIn(tall, { source: many, arrangement, onRefused })).toBeUndefined()
    expect(whole).not.toHaveBeenCalled()
    const unreadable = getSource({ isCut: () => true })
    expect(await fullIn(all, { source: unreadable, arrangement, onRefused })).toBeUndefined()
    expect(onRefused).toHaveBeenCalledTimes(2)
  })

  test('are never treated as full values', async () => {
    const positions = fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(2)), { selector: String })
    await fc.assert(
      fc.asyncProperty(positions, async (cut) => {
        const isCut = (row: number, column: number) =>
          cut.some(([r, c]) => r === row && c === column)
        const source = getSource({
          rowCount: 6,
          isCut,
          getRow: (row) => [0, 1, 2].map((at) => (isCut(row, at) ? 'half' : 'whole')),
          whole: async () => Promise.resolve('whole'),
        })
        const position = { source, arrangement: { given: [0, 1, 2] }, onRefused: undefined }
        const read = await fullIn({ top: 0, bottom: 5, left: 0, right: 2 }, position)
        const rows = Array.from({ length: 6 }, (_, at) => read?.getRow(at))
        expect(rows.flat().every((value) => value === 'whole')).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})

describe('widths', () => {
  const column = { id: 'a', name: 'a', align: 'start', width: 100 } as const

  test('fit the longest loaded value, within limits', () => {
    const getRow = (index: number) => (index === 1 ? undefined : ['x'.repeat(20 * index)])
    const source = getSource({ getRow })
    expect(matchingWidth(column, 0, source)).toBe(Math.round(40 * 7.3 + 22))
    const empty = getSource({ rowCount: 0 })
    expect(matchingWidth(column, 0, empty)).toBeGreaterThanOrEqual(48)
    const huge = getSource({ getRow: () => ['x'.repeat(100_000)] })
    expect(matchingWidth(column, 0, huge)).toBe(1200)
  })

  test('fit the heading with its type if values are short', () => {
    const source = getSource({ getRow: () => ['x'] })
    const plain = matchingWidth({ ...column, name: 'created at' }, 0, source)
    const typed = matchingWidth({ ...column, name: 'created at', detail: 'timestamptz' }, 0, source)
    expect(typed).toBeGreaterThan(plain)
  })

  test('of the gutter fit the longest label, at either end', () => {
    const labelled = (rowLabel: GridSource['rowLabel']) => getGutterWidth(getSource({ rowLabel }))
    expect(labelled(() => '1')).toBe(44)
    expect(labelled((row) => (row === 2 ? '~1,000,000,000' : '1'))).toBe(18 + 14 * 7)
    expect(labelled((row) => (row === 0 ? '−1,000,000,000' : '1'))).toBe(18 + 14 * 7)
    expect(getGutterWidth(getSource({ rowCount: 0 }))).toBe(44)
  })
})
