// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useMemo, useState } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import type { CellWrite, GridProps, GridRow } from './grid-types.ts'
import { Grid } from './Grid.tsx'
import { loadTools } from './load-tools.ts'
import { controls } from './testing/sheet.tsx'

// Users are slower than the fetch that starts when they first touch the grid; tests are not.
beforeAll(loadTools)
afterEach(cleanup)

const listColumns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    name: `column ${index}`,
    align: 'start' as const,
    width: 100,
  }))

const plain: GridRow[] = [
  ['a', '1', 'x'],
  ['b', null, 'y'],
  ['c', '3', ''],
]

type Given = Partial<GridProps> & { rows?: readonly GridRow[] }

/** A grid whose owner stores what is written into it. */
function Sheet({ rows: given = plain, onWrite, ...props }: Given) {
  const [rows, setRows] = useState(given)
  const columns = useMemo(() => props.columns ?? listColumns(3), [props.columns])
  const source = useMemo(
    () => ({
      first: 0,
      rowCount: rows.length,
      getRow: (index: number) => rows[index],
      rowLabel: (index: number) => String(index + 1),
      anchor: { id: 'all', row: 0 },
    }),
    [rows],
  )
  const write: GridProps['onWrite'] = (cells, how, newRows) => {
    onWrite?.(cells, how, newRows)
    setRows(written(rows, cells, newRows))
  }
  return (
    <Grid
      label="Sheet"
      source={source}
      controls={controls}
      {...props}
      columns={columns}
      onWrite={write}
    />
  )
}

const written = (
  rows: readonly GridRow[],
  cells: readonly CellWrite[],
  added: readonly (readonly (string | null | undefined)[])[],
): GridRow[] => [
  ...rows.map((row, index) =>
    row.map((value, column) => {
      const cell = cells.find((one) => one.row === index && one.column === column)
      return cell === undefined ? value : cell.value
    }),
  ),
  ...added.map((row) => row.map((value) => value ?? null)),
]

/** The grid with its first cell active, and its tools here. */
async function openSheet(props: Given = {}) {
  const user = userEvent.setup()
  render(<Sheet {...props} />)
  await user.click(screen.getByRole('gridcell', { name: 'a' }))
  screen.getByRole('grid').focus()
  return user
}

const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent),
    )
const active = () => document.querySelector('.grid-cell-active')?.textContent
const said = () => screen.getAllByRole('status').at(-1)?.textContent

test('only the active cell is announced as active, also after rows were removed', async () => {
  const source = (rowCount: number) => ({
    first: 0,
    rowCount,
    rowLabel: String,
    getRow: (index: number) => [`row ${index + 1}`],
    anchor: { id: 'all', row: 0 },
  })
  const view = (of: GridProps['source']) => (
    <Grid label="Rows" columns={listColumns(1)} source={of} controls={controls} />
  )
  const { rerender } = render(view(source(10)))
  await userEvent.click(screen.getByRole('gridcell', { name: 'row 6' }))
  rerender(view(source(3)))
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant') ?? ''
  const named = [...document.querySelectorAll('[role="gridcell"]')].filter((cell) => cell.id === id)
  expect(named.map(({ textContent }) => textContent)).toEqual(['row 3'])
})

test('keys continue from the cleared active cell, or else from the first row in view', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => [`row ${index + 1}`, `b${index + 1}`, ''])
  const user = userEvent.setup()
  render(<Sheet rows={rows} />)
  await user.click(screen.getByRole('gridcell', { name: 'b7' }))
  screen.getByRole('grid').focus()
  await user.keyboard('{Escape}')
  expect(active()).toBeUndefined()
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe('b8')
  await user.keyboard('{Escape}')
  const grid = screen.getByRole('grid')
  grid.scrollTop = 320 * 32
  fireEvent.scroll(grid)
  await user.keyboard('{PageDown}')
  expect(active()).toBe('row 321')
  await user.keyboard('{Escape}')
  fireEvent.scroll(grid, { target: { scrollTop: 9000 } })
  await user.keyboard('{Control>}{Home}{/Control}')
  expect(active()).toBe('row 1')
})

test('aria-activedescendant names the active cell only while it is on the screen', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => [`row ${index + 1}`, '', ''])
  const user = userEvent.setup()
  render(<Sheet rows={rows} />)
  await user.click(screen.getByRole('gridcell', { name: 'row 2' }))
  const grid = screen.getByRole('grid')
  const reported = () => {
    const id = grid.getAttribute('aria-activedescendant')
    return id === null ? null : (document.querySelector(`[id="${id}"]`)?.textContent ?? 'nothing')
  }
  expect(reported()).toBe('row 2')
  fireEvent.scroll(grid, { target: { scrollTop: 6000 } })
  expect(reported()).toBeNull()
  fireEvent.scroll(grid, { target: { scrollTop: 0 } })
  expect(reported()).toBe('row 2')
})

describe('the keyboard', () => {
  test('moves between cells, to the ends with Mod, and extends the range with Shift', async () => {
    const user = await openSheet()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(active()).toBe('NULL')
    await user.keyboard('{Control>}{End}{/Control}')
    expect(active()).toBe('')
    await user.keyboard('{Control>}{Home}{/Control}{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
    const selected = screen
      .getAllByRole('gridcell')
      .filter(
        (cell) => cell.ariaSelected === 'true' || cell.getAttribute('aria-selected') === 'true',
      )
    expect(selected.map(({ textContent }) => textContent)).toEqual(['a', '1', 'b', 'NULL'])
  })

  test('selects a row with Shift Space, a column with Mod Space, everything with Mod A', async () => {
    const user = await openSheet()
    const count = () => document.querySelectorAll('[role=gridcell][aria-selected=true]').length
    await user.keyboard('{Shift>} {/Shift}')
    expect(count()).toBe(3)
    await user.keyboard('{ArrowUp}{Control>} {/Control}')
    expect(count()).toBe(3)
    await user.keyboard('{Control>}a{/Control}')
    expect(count()).toBe(9)
  })

  test('moves a column with its cell, and announces it', async () => {
    const onColumnMove = vi.fn<NonNullable<GridProps['onColumnMove']>>()
    const user = await openSheet({ onColumnMove })
    await user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}')
    expect(onColumnMove).toHaveBeenCalledWith('c0', 'c2')
    expect(said()).toBe('column 0 moved right')
    await user.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}')
    expect(onColumnMove).toHaveBeenCalledTimes(1)
  })

  test('moves the column whose heading has the focus', async () => {
    const onColumnMove = vi.fn<NonNullable<GridProps['onColumnMove']>>()
    const user = await openSheet({ onColumnMove, onColumnMenu: () => undefined })
    screen.getByRole('button', { name: 'column 1' }).focus()
    await user.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}')
    expect(onColumnMove).toHaveBeenLastCalledWith('c1', 'c0')
    expect(said()).toBe('column 1 moved left')
    await user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}{ArrowRight}')
    expect(onColumnMove).toHaveBeenLastCalledWith('c1', undefined)
    expect(onColumnMove).toHaveBeenCalledTimes(2)
  })

  test("opens the menus of the column and of the cell, with the owner's column index", async () => {
    const onColumnMenu = vi.fn<NonNullable<GridProps['onColumnMenu']>>()
    const onCellMenu = vi.fn<NonNullable<GridProps['onCellMenu']>>()
    const user = await openSheet({ onColumnMenu, onCellMenu, shown: [2, 0] })
    await user.keyboard('{ArrowDown}{Alt>}{ArrowDown}{/Alt}')
    expect(onColumnMenu.mock.lastCall?.[0]).toBe('c0')
    await user.keyboard('{Shift>}{F10}{/Shift}')
    expect(onCellMenu.mock.lastCall?.[0]).toEqual({ row: 1, column: 0 })
    const heading = screen.getAllByRole('columnheader').at(-1)?.querySelector('button')
    await user.pointer({ keys: '[MouseRight]', target: heading ?? document.body })
    expect(onColumnMenu.mock.lastCall?.[0]).toBe('c0')
    expect(onColumnMenu).toHaveBeenCalledTimes(2)
    expect(onCellMenu).toHaveBeenCalledTimes(1)
  })

  test('opens the panel of a cell with Space, which Escape closes first', async () => {
    const user = await openSheet({ rows: [['a', 'long\ntext', null]] })
    await user.keyboard('{ArrowRight} ')
    const panel = await screen.findByRole('complementary', { name: 'column 1, row 1' })
    expect(panel.querySelector('pre')?.textContent).toBe('long\ntext')
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByRole('complementary', { name: 'column 2, row 1' })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(active()).toBe('NULL')
  })

  test('finds text with Mod F, steps through the matches, and closes with Escape', async () => {
    const user = await openSheet({
      rows: [
        ['a', 'Fjord', 'x'],
        ['b', 'no', 'a fjord'],
      ],
    })
    await user.keyboard('{Control>}f{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Find' }), 'FJORD')
    expect(await screen.findByText('2', { selector: 'output' })).toBeTruthy()
    await user.keyboard('{Enter}{Enter}')
    expect(active()).toBe('a fjord')
    expect(await screen.findByText('2 of 2')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('grid'))
  })
})

/** Stands for the DataTransfer of a clipboard event, which jsdom lacks. */
function clipboard() {
  const data = new Map<string, string>()
  return {
    setData: (format: string, text: string) => void data.set(format, text),
    getData: (format: string) => data.get(format) ?? '',
  }
}

describe('the clipboard', () => {
  test('copies a range and pastes it elsewhere, with NULL distinct from an empty text', async () => {
    const onWrite = vi.fn<NonNullable<GridProps['onWrite']>>()
    const user = await openSheet({ onWrite })
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{ArrowRight}{ArrowRight}{/Shift}')
    const copied = clipboard()
    fireEvent.copy(screen.getByRole('grid'), { clipboardData: copied })
    expect(copied.getData('text/plain')).toBe('b\t\ty\nc\t3\t""')
    expect(said()).toBe('Copied 2 × 3 cells')
    await user.keyboard('{ArrowDown}{Home}')
    fireEvent.paste(screen.getByRole('grid'), { clipboardData: copied })
    expect(onWrite.mock.lastCall?.[1]).toBe('paste')
    expect(shown().slice(2)).toEqual([
      ['b', 'NULL', 'y'],
      ['c', '3', ''],
    ])
    expect(said()).toBe('Pasted 3 cells, 1 new row')
  })

  test('never writes a truncated value: a cut loads the full value first', async () => {
    const onWrite = vi.fn<NonNullable<GridProps['onWrite']>>()
    const rows: GridRow[] = [
      ['a', 'lon', 'x'],
      ['b', '', 'y'],
    ]
    const source: GridProps['source'] = {
      first: 0,
      rowCount: 2,
      getRow: (index) => rows[index],
      rowLabel: String,
      anchor: { id: 'all', row: 0 },
      isCut: (row, column) => row === 0 && column === 1,
      whole: async () => Promise.resolve('longer than that'),
    }
    const user = await openSheet({ onWrite, source })
    await user.keyboard('{ArrowRight}{ArrowDown}{Control>}d{/Control}')
    await waitFor(() =>
      expect(onWrite).toHaveBeenCalledWith(
        [{ row: 1, column: 1, value: 'longer than that' }],
        'fill',
        [],
      ),
    )
  })

  test('fills down, clears, and announces the result', async () => {
    const user = await openSheet()
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
    await waitFor(() => expect(said()).toBe('Filled 2 cells'))
    expect(shown().map(([first]) => first)).toEqual(['a', 'a', 'a'])
    await user.keyboard('{Delete}')
    expect(said()).toBe('Cleared 3 cells')
    expect(shown().map(([first]) => first)).toEqual(['NULL', 'NULL', 'NULL'])
  })

  test('reports why a paste was refused, and writes nothing', async () => {
    const [onWrite, onRefused] = [vi.fn<() => void>(), vi.fn<(reason: string) => void>()]
    const source: GridProps['source'] = {
      first: 0,
      rowCount: 2,
      getRow: (index) => (index === 0 ? plain[0] : undefined),
      rowLabel: String,
      anchor: { id: 'all', row: 0 },
    }
    const user = await openSheet({ source, onWrite, onRefused })
    await user.paste('1\t2\n3\t4\n')
    expect(onRefused).toHaveBeenCalledWith(
      '1 row of the target range is not loaded, so nothing was pasted',
    )
    expect(onWrite).not.toHaveBeenCalled()
  })
})

test('a scroll position is kept while the event of its last move is pending', async () => {
  const rows = Array.from({ length: 500 }, (_, at) => [`row ${at}`, null, ''])
  render(<Sheet rows={rows} />)
  const scroller = document.querySelector('.grid-view') ?? document.body
  Object.defineProperty(scroller, 'clientHeight', { value: 600 })
  fireEvent.scroll(scroller, { target: { scrollTop: 300 } })
  scroller.scrollTop = 900
  // The scroll position is corrected 200 ms after the last scroll event.
  await new Promise((resolve) => void setTimeout(resolve, 300))
  expect(scroller.scrollTop).toBe(900)
})

describe('the document', () => {
  const wide = [Array.from({ length: 200 }, (_, index) => (index === 0 ? 'a' : `v${index}`))]

  test('contains only the columns in view of two hundred, in the rows and in the heading', async () => {
    await openSheet({ columns: listColumns(200), rows: wide })
    expect(screen.getAllByRole('gridcell').length).toBeLessThan(20)
    expect(screen.getAllByRole('columnheader').length).toBeLessThan(20)
    expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('201')
  })

  test('shows how the rows are sorted, and lays out each value in its own direction', async () => {
    const columns = listColumns(3).map((column, at) =>
      at === 1 ? { ...column, sorted: 'descending' as const } : column,
    )
    await openSheet({ columns })
    const sorted = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'))
    expect(sorted).toEqual([null, null, 'descending', null])
    expect(screen.getByRole('gridcell', { name: 'a' }).getAttribute('dir')).toBe('auto')
  })
})
