// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { arranged } from './arrangement.ts'
import { CellPanel } from './CellPanel.tsx'
import { FindBar } from './FindBar.tsx'
import type { CellPosition, GridColumn, GridRow, GridSource } from './grid-types.ts'
import { controls } from './testing/sheet.tsx'

const user = userEvent.setup({ delay: null })

afterEach(cleanup)

const column = (name: string): GridColumn => ({
  id: name,
  name,
  detail: 'text',
  align: 'start',
  width: 100,
})
const columns = [column('id'), column('name'), column('note')]

const getSource = (rows: readonly (GridRow | undefined)[], more: Partial<GridSource> = {}) => ({
  first: 0,
  rowCount: rows.length,
  getRow: (index: number) => rows[index],
  rowLabel: (index: number) => `~${index + 1}`,
  anchor: { id: 'all', row: 0 },
  ...more,
})

describe('the panel of a cell', () => {
  const open = (source: GridSource, cell: CellPosition = { row: 0, column: 2 }) => {
    const of = (next: CellPosition) => (
      <CellPanel
        controls={controls}
        column={columns[next.column] ?? column('')}
        cell={next}
        source={source}
        onClose={() => undefined}
      />
    )
    const { rerender } = render(of(cell))
    return { show: (next: CellPosition) => rerender(of(next)) }
  }
  const value = () => screen.getByRole('region', { name: 'Value' }).textContent

  test('shows the names of its column and row, and NULL distinct from an empty text', () => {
    const { show } = open(getSource([['1', '', null]]))
    expect(screen.getByRole('complementary', { name: 'note, row ~1' })).toBeTruthy()
    expect(value()).toBe('NULL')
    expect(screen.queryByRole('button', { name: 'Copy value' })).toBeNull()
    show({ row: 0, column: 1 })
    expect(value()).toBe('Empty string')
    show({ row: 0, column: 0 })
    expect(value()).toBe('1')
    expect(screen.getByRole('button', { name: 'Copy value' })).toBeTruthy()
  })

  test('waits for a row that is not loaded', () => {
    open(getSource([undefined]))
    expect(value()).toBe('Loading…')
  })

  test('loads a truncated value in full, once', async () => {
    const full = vi.fn<NonNullable<GridSource['whole']>>(async (row) =>
      Promise.resolve(`all of row ${row}`),
    )
    const rows = [
      ['1', 'a', 'beg'],
      ['2', 'b', 'short'],
    ]
    const { show } = open(getSource(rows, { isCut: (row) => row === 0, whole: full }))
    expect(value()).toBe('Loading…')
    expect(await screen.findByText('all of row 0')).toBeTruthy()
    show({ row: 1, column: 2 })
    expect(value()).toBe('short')
    expect(full.mock.calls).toEqual([[0, 2]])
  })

  test('shows the response for the active cell, not for the previous one', async () => {
    const answers: ((value: string) => void)[] = []
    const full = async () => new Promise<string>((resolve) => answers.push(resolve))
    const { show } = open(getSource([['1', 'aa', 'bb']], { isCut: () => true, whole: full }))
    show({ row: 0, column: 1 })
    answers[1]?.('the second')
    expect(await screen.findByText('the second')).toBeTruthy()
    answers[0]?.('the first')
    await Promise.resolve()
    expect(value()).toBe('the second')
  })

  test('reports why a value could not be read', async () => {
    const full = async () => Promise.reject(new Error('the row was deleted'))
    open(getSource([['1', 'a', 'beg']], { isCut: () => true, whole: full }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The value could not be loaded: the row was deleted',
    )
  })
})

describe('finding', () => {
  const rows: GridRow[] = [
    ['1', 'moss', null],
    ['2', 'fern', 'under MOSS'],
    ['3', 'mossy', ''],
  ]

  async function open(text: string, source: GridSource = getSource(rows), shown?: number[]) {
    const onShow = vi.fn<(cell: CellPosition) => void>()
    const onClose = vi.fn<() => void>()
    function Bar() {
      const [typed, setTyped] = useState('')
      return (
        <FindBar
          controls={controls}
          source={source}
          arrangement={arranged(columns, shown)}
          active={null}
          text={typed}
          onTextChange={setTyped}
          {...{ onShow, onClose }}
        />
      )
    }
    render(<Bar />)
    await user.type(screen.getByRole('textbox', { name: 'Find' }), text)
    return { onShow, onClose }
  }
  const count = () => screen.getByRole('status').textContent

  test('searches while typing, and counts the matches, case-insensitively', async () => {
    const { onShow } = await open('moss')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find' }))
    expect(count()).toBe('3')
    expect(onShow).not.toHaveBeenCalled()
  })

  test('moves on with Enter and back with Shift, and wraps around at both ends', async () => {
    const { onShow } = await open('moss')
    await user.keyboard('{Enter}{Enter}{Enter}{Enter}')
    expect(onShow.mock.calls.map(([{ row, column: position }]) => [row, position])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
      [0, 1],
    ])
    expect(count()).toBe('1 of 3')
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    expect(count()).toBe('3 of 3')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(count()).toBe('1 of 3')
  })

  test('counts columns by their position on the screen, and skips hidden ones', async () => {
    const { onShow } = await open('moss', getSource(rows), [2, 0])
    expect(count()).toBe('1')
    await user.keyboard('{Enter}')
    expect(onShow).toHaveBeenCalledExactlyOnceWith({ row: 1, column: 0 })
  })

  test('reports that nothing was found, and does not move', async () => {
    const { onShow } = await open('oak')
    expect(count()).toBe('None')
    await user.keyboard('{Enter}')
    expect(onShow).not.toHaveBeenCalled()
  })

  test('reports that there may be more if there are too many matches to count', async () => {
    const endless = getSource([], { rowCount: 500_000, getRow: () => ['x', 'x', 'x'] })
    await open('x', endless)
    expect(count()).toBe('10,002+')
  })

  test('returns the focus with Escape', async () => {
    const { onClose } = await open('moss')
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
