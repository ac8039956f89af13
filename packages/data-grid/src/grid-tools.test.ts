// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { arranged } from './arrangement.ts'
import { type Grid, gridTools } from './grid-tools.ts'
import type { GridColumn, GridProps, GridRow, GridSource } from './grid-types.ts'
import { ownFormat } from './own-format.ts'
import type { CellRange } from './selection.ts'
import { controls } from './testing/sheet.tsx'

const column = (name: string, align: GridColumn['align'] = 'start'): GridColumn => ({
  id: name,
  name,
  align,
  width: 100,
})
const columns = [column('id', 'end'), column('name'), column('note')]

const rows: (GridRow | undefined)[] = [
  ['1', 'moss', null],
  ['2', 'fern', ''],
  ['3', 'reed', 'wet'],
]

type Corner = readonly [row: number, column: number]

const range = ([top, left]: Corner, [bottom, right]: Corner = [top, left]): CellRange => ({
  top,
  left,
  bottom,
  right,
})

type Given = {
  source?: Partial<GridSource>
  at?: CellRange
  shown?: number[]
  chosen?: ReadonlySet<number>
  isReadOnly?: boolean
}

/** Returns the interface that the grid passes to its tools, with a record of their calls. */
function openGrid({
  source = {},
  at = range([0, 0]),
  shown,
  chosen,
  isReadOnly = false,
}: Given = {}) {
  const onWrite = vi.fn<NonNullable<GridProps['onWrite']>>()
  const onRefused = vi.fn<(reason: string) => void>()
  const announce = vi.fn<(text: string) => void>()
  const select = vi.fn<Grid['select']>()
  const grid: Grid = {
    columns,
    controls,
    source: {
      first: 0,
      rowCount: rows.length,
      getRow: (index) => rows[index],
      rowLabel: String,
      anchor: { id: 'all', row: 0 },
      ...source,
    },
    selectedRows: chosen,
    onWrite: isReadOnly ? undefined : onWrite,
    onRefused,
    arrangement: arranged(columns, shown),
    selection: {
      // The start of the range is deliberately not its upper left corner.
      active: { row: at.bottom, column: at.left },
      anchor: { row: at.bottom, column: at.left },
      end: { row: at.top, column: at.right },
    },
    select,
    announce,
  }
  return { grid, onWrite, onRefused, say: announce, select }
}

/** Stands for the DataTransfer of a clipboard event, which the test document lacks. */
function getClipboard() {
  const held: Record<string, string> = {}
  const clipboard = { setData: (format: string, text: string) => (held[format] = text) }
  return { held, clipboard: clipboard as unknown as DataTransfer }
}

let copied: string[] = []

beforeEach(() => {
  copied = []
  // The test document has no window to be focused.
  vi.stubGlobal('focus', () => undefined)
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: (text: string) => {
        copied.push(text)
        return Promise.resolve()
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const cutAt = (row: number, at: number, full?: GridSource['whole']): Partial<GridSource> => ({
  isCut: (index, position) => index === row && position === at,
  whole: full,
})

describe('copying', () => {
  test('provides the cells in a format for each kind of program', () => {
    const { grid, say: announce } = openGrid({ at: range([0, 1], [1, 2]) })
    const { held, clipboard } = getClipboard()
    gridTools.copy(grid, clipboard)
    expect(held['text/plain']).toBe('moss\t\nfern\t""')
    expect(held['text/html']).toContain('<td dir="auto">moss</td>')
    expect(held[ownFormat]).toBe('[["moss",null],["fern",""]]')
    expect(announce).toHaveBeenCalledWith('Copied 2 × 2 cells')
  })

  test('copies the columns in the order of the screen', () => {
    const { held, clipboard } = getClipboard()
    gridTools.copy(openGrid({ shown: [2, 0], at: range([2, 0], [2, 1]) }).grid, clipboard)
    expect(held['text/plain']).toBe('wet\t3')
  })

  test('reports rows that are not loaded', () => {
    const source = { rowCount: 5, getRow: (index: number) => rows[index] }
    const { grid, onRefused } = openGrid({ source, at: range([1, 0], [4, 0]) })
    const { held, clipboard } = getClipboard()
    gridTools.copy(grid, clipboard)
    expect(onRefused).toHaveBeenCalledWith('Rows that are not loaded were not copied')
    expect(held['text/plain']).toBe('2\n3')
  })

  test('of a truncated value waits for the full one', async () => {
    const full = async () => Promise.resolve('moss, all of it')
    const { grid, say: announce } = openGrid({
      source: cutAt(0, 1, full),
      at: range([0, 0], [0, 1]),
    })
    const { held, clipboard } = getClipboard()
    gridTools.copy(grid, clipboard)
    expect(held).toEqual({})
    await vi.waitFor(() => expect(copied).toEqual(['1\tmoss, all of it']))
    expect(announce).toHaveBeenCalledWith('Copied 1 × 2 cells')
  })

  test.each([
    [
      'the chosen rows where one of their cells is active',
      range([2, 1]),
      '1\tmoss\t\n3\treed\twet',
    ],
    ['the range of cells that was made among them', range([0, 1], [2, 1]), 'moss\nfern\nreed'],
    ['the cell of another row', range([1, 1]), 'fern'],
  ] as const)('copies %s', (_, at, text) => {
    const { held, clipboard } = getClipboard()
    gridTools.copy(openGrid({ at, chosen: new Set([2, 0]) }).grid, clipboard)
    expect(held['text/plain']).toBe(text)
  })

  test('of selected rows loads truncated values, and reports rows that are not loaded', async () => {
    const source = { ...cutAt(2, 2, async () => Promise.resolve('wet, all of it')), rowCount: 9 }
    const { grid, onRefused } = openGrid({ source, chosen: new Set([0, 2, 8]) })
    gridTools.copy(grid, getClipboard().clipboard)
    await vi.waitFor(() => expect(copied).toEqual(['1\tmoss\t\n3\treed\twet, all of it']))
    expect(onRefused).toHaveBeenCalledWith('Rows that are not loaded were not copied')
  })

  test('of all rows, whose number is unknown, suggests an export', () => {
    const chosen = Object.assign(new Set<number>(), { has: () => true })
    const { grid, onRefused } = openGrid({ chosen })
    const { held, clipboard } = getClipboard()
    gridTools.copy(grid, clipboard)
    expect(onRefused).toHaveBeenCalledWith(expect.stringContaining('Export them instead'))
    expect(held).toEqual({})
  })

  test('of a value that cannot be loaded reports the reason, and copies nothing', async () => {
    const failing = async () => Promise.reject(new Error('the row was deleted'))
    const { grid, onRefused } = openGrid({ source: cutAt(0, 1, failing), at: range([0, 1]) })
    gridTools.copy(grid, getClipboard().clipboard)
    await vi.waitFor(() =>
      expect(onRefused).toHaveBeenCalledWith('A long value could not be read: the row was deleted'),
    )
    expect(copied).toEqual([])
  })

  test.each([
    ['rows', '2\tfern\t""\n3\treed\twet'],
    ['csv', 'name\r\nfern\r\nreed\r\n'],
    ['json', '[\n  { "name": "fern" },\n  { "name": "reed" }\n]\n'],
    ['markdown', '| name |\n| --- |\n| fern |\n| reed |\n'],
  ] as const)('as %s works from a menu', async (format, text) => {
    const { grid } = openGrid({ at: range([1, 1], [2, 1]) })
    await gridTools.copyAs(grid, format)
    expect(copied).toEqual([text])
  })
})

describe('cutting', () => {
  test('copies the cells, whichever rows are selected', () => {
    const { grid, onWrite } = openGrid({ at: range([0, 1]), chosen: new Set([0, 1]) })
    const { held, clipboard } = getClipboard()
    gridTools.cut(grid, clipboard)
    expect(held['text/plain']).toBe('moss')
    expect(onWrite).toHaveBeenCalledOnce()
  })

  test('clears the copied cells that have a value', () => {
    const { grid, onWrite } = openGrid({ at: range([0, 1], [0, 2]) })
    const { held, clipboard } = getClipboard()
    gridTools.cut(grid, clipboard)
    expect(held['text/plain']).toBe('moss\t')
    expect(onWrite).toHaveBeenCalledWith([{ row: 0, column: 1, value: null }], 'clear', [])
  })

  test('clears nothing that was not copied', () => {
    const { grid, onWrite } = openGrid({ source: { rowCount: 4 }, at: range([2, 0], [3, 0]) })
    gridTools.cut(grid, getClipboard().clipboard)
    const { grid: second, onWrite: alsoNot } = openGrid({
      source: cutAt(0, 0, async () => Promise.resolve('whole')),
    })
    gridTools.cut(second, getClipboard().clipboard)
    expect(onWrite).not.toHaveBeenCalled()
    expect(alsoNot).not.toHaveBeenCalled()
  })
})

describe('pasting', () => {
  const plain = (text: string) => ({ own: '', text })

  test('writes the cells, selects them and announces it', () => {
    const { grid, onWrite, select, say: announce } = openGrid({ at: range([1, 1]) })
    expect(gridTools.paste(grid, plain('a\tb\nc\td\n'))).toBe(true)
    expect(onWrite.mock.lastCall?.[0].map(({ value }) => value)).toEqual(['a', 'b', 'c', 'd'])
    const [active, end] = [
      { row: 1, column: 1 },
      { row: 2, column: 2 },
    ]
    expect(select).toHaveBeenCalledWith({ active, anchor: active, end }, 'active')
    expect(announce).toHaveBeenCalledWith('Pasted 4 cells')
  })

  test('continues in new rows below the last one', () => {
    const { grid, onWrite, say: announce } = openGrid({ at: range([2, 0]) })
    gridTools.paste(grid, plain('7\theather\n8\tsage'))
    expect(onWrite.mock.lastCall?.[2]).toEqual([['8', 'sage', undefined]])
    expect(announce).toHaveBeenCalledWith('Pasted 2 cells, 1 new row')
  })

  test('reports columns outside of the grid', () => {
    const { grid, onRefused, onWrite } = openGrid({ at: range([0, 2]) })
    gridTools.paste(grid, plain('a\tb\tc'))
    expect(onRefused).toHaveBeenCalledWith('Not enough columns: skipped 2 columns')
    expect(onWrite).toHaveBeenCalledWith([{ row: 0, column: 2, value: 'a' }], 'paste', [])
  })

  test('is refused in a read-only grid, and left to the browser', () => {
    const { grid, onRefused } = openGrid({ isReadOnly: true })
    expect(gridTools.paste(grid, plain('a'))).toBe(false)
    expect(onRefused).not.toHaveBeenCalled()
  })

  test('of one value into too many rows reports the limit', () => {
    const source = { rowCount: 200_000, getRow: () => rows[0] }
    const { grid, onWrite, onRefused } = openGrid({ source, at: range([0, 0], [150_000, 0]) })
    expect(gridTools.paste(grid, plain('a'))).toBe(false)
    expect(onRefused).toHaveBeenCalledWith('Up to 100,000 rows at once')
    expect(onWrite).not.toHaveBeenCalled()
  })
})

describe('filling down', () => {
  test('takes the row above for a single row, and the first of several', async () => {
    const { grid, onWrite } = openGrid({ at: range([1, 1]) })
    gridTools.fillDown(grid)
    await vi.waitFor(() =>
      expect(onWrite).toHaveBeenCalledWith([{ row: 1, column: 1, value: 'moss' }], 'fill', []),
    )
    const { grid: tall, onWrite: written } = openGrid({ at: range([0, 2], [2, 2]) })
    gridTools.fillDown(tall)
    await vi.waitFor(() => expect(written.mock.lastCall?.[0]).toHaveLength(2))
    expect(written.mock.lastCall?.[0].map(({ value }) => value)).toEqual([null, null])
  })

  test('does nothing in the first row', () => {
    const { grid, onWrite, say: announce } = openGrid({ at: range([0, 1]) })
    gridTools.fillDown(grid)
    expect(onWrite).not.toHaveBeenCalled()
    expect(announce).not.toHaveBeenCalled()
  })

  test('reports rows that are not loaded', async () => {
    const { grid, onRefused, onWrite } = openGrid({
      source: { rowCount: 4 },
      at: range([2, 1], [3, 1]),
    })
    await gridTools.fill(grid, range([1, 1]), range([1, 1], [3, 1]))
    expect(onRefused).toHaveBeenCalledWith('Rows that are not loaded were not changed')
    expect(onWrite).toHaveBeenCalledWith([{ row: 2, column: 1, value: 'fern' }], 'fill', [])
  })
})

describe('clearing', () => {
  test('clears only cells that have a value', () => {
    const { grid, onWrite, say: announce } = openGrid({ at: range([0, 2], [1, 2]) })
    gridTools.clear(grid)
    expect(onWrite).toHaveBeenCalledWith([{ row: 1, column: 2, value: null }], 'clear', [])
    expect(announce).toHaveBeenCalledWith('Cleared 1 cell')
    const { grid: empty, onWrite: never } = openGrid({ at: range([0, 2]) })
    gridTools.clear(empty)
    expect(never).not.toHaveBeenCalled()
  })
})
