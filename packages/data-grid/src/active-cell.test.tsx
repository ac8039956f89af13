// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { CellEditor } from './CellEditor.tsx'
import type { CellPosition, GridProps } from './grid-types.ts'
import { Grid } from './Grid.tsx'
import { loadTools } from './load-tools.ts'
import { controls } from './testing/sheet.tsx'

beforeAll(loadTools)
afterEach(cleanup)

const columns = ['a', 'b', 'c'].map((id) => ({
  id,
  name: id,
  align: 'start' as const,
  width: 100,
}))
const source: GridProps['source'] = {
  first: 0,
  rowCount: 200,
  getRow: (row) => columns.map(({ id }) => `${id}${row + 1}`),
  rowLabel: (row) => String(row + 1),
  anchor: { id: 'all', row: 0 },
}

const user = userEvent.setup({ delay: null })
const cell = (name: string) => screen.getByRole('gridcell', { name })
const active = () => document.querySelector('.grid-cell-active')?.textContent
/** The cell that `aria-activedescendant` names. */
const reported = () => {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant') ?? ''
  return document.querySelector(`[id="${id}"]`)?.textContent
}
const selected = () => {
  const cells = screen.getAllByRole('gridcell', { selected: true })
  return [cells[0]?.textContent, cells.at(-1)?.textContent, cells.length]
}

/** Opens a grid whose cell b5 is active; returns its writes and the active cells it reported. */
async function open(props: Partial<GridProps> = {}) {
  const log: string[] = []
  const onActiveChange = vi.fn<(cell: CellPosition | null) => void>()
  const put = (at: CellPosition, value: string | null) =>
    void log.push(`${source.getRow(at.row)?.[at.column]} = ${value}`)
  render(
    <Grid
      label="Sheet"
      columns={columns}
      source={source}
      controls={controls}
      onActiveChange={onActiveChange}
      onWrite={(cells) => cells.forEach((one) => put(one, one.value))}
      renderEditor={(edit) => (
        <CellEditor
          edit={edit}
          label="cell"
          value={source.getRow(edit.row)?.[edit.column] ?? null}
          isNullable
          takesEmpty
          onSave={(value) => put(edit, value)}
        />
      )}
      {...props}
    />,
  )
  await user.click(cell('b5'))
  screen.getByRole('grid').focus()
  return { log, onActiveChange }
}

const extended = '{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}'

test.each([
  ['typing', 'where{Enter}', 'b5 = where', 'b6'],
  ['typing and Tab', 'where{Tab}', 'b5 = where', 'c5'],
  ['F2', '{F2}x{Enter}', 'b5 = x', 'b6'],
  ['Enter', '{Enter}x{Enter}', 'b5 = x', 'b6'],
  ['an arrow', '{ArrowDown}', undefined, 'b6'],
  ['an arrow to the side', '{ArrowLeft}', undefined, 'a5'],
  ['Tab', '{Tab}', undefined, 'c5'],
  ['Shift Tab', '{Shift>}{Tab}{/Shift}', undefined, 'a5'],
  ['End', '{End}', undefined, 'c5'],
])('%s applies to the cell where the range began', async (...[, keys, written, next]) => {
  const { log } = await open()
  await user.keyboard(extended)
  expect(active()).toBe('b5')
  expect(selected()).toEqual(['b5', 'c7', 6])
  await user.keyboard(keys)
  expect(log).toEqual(written === undefined ? [] : [written])
  expect(active()).toBe(next)
  expect(selected()).toEqual([next, next, 1])
})

test('a moved end of a range is in view and announced, and the owner receives its first cell', async () => {
  const { onActiveChange } = await open()
  await user.keyboard(extended)
  expect(reported()).toBe('c7')
  await user.keyboard('{Shift>}{PageDown}{PageDown}{ArrowLeft}{/Shift}')
  expect(reported()).toMatch(/^b\d\d$/u)
  expect(onActiveChange).toHaveBeenLastCalledWith({ row: 4, column: 1 })
  await user.keyboard('{Shift>}{PageUp}{PageUp}{/Shift}')
  expect(reported()).toBe('b7')
  await user.keyboard('{ArrowDown}')
  expect(reported()).toBe('b6')
})

test('typing scrolls to the cell where the range began, however far the range extends', async () => {
  const { log } = await open()
  await user.keyboard('{Shift>}{PageDown}{PageDown}{PageDown}{/Shift}')
  expect(screen.queryByRole('gridcell', { name: 'b5' })).toBeNull()
  await user.keyboard('here{Enter}')
  expect(log).toEqual(['b5 = here'])
  expect(cell('b5')).toBeTruthy()
  expect(active()).toBe('b6')
})

test('the pointer extends a range from where it began', async () => {
  const { log } = await open()
  await user.keyboard('{Shift>}')
  await user.click(cell('c8'))
  await user.click(cell('a3'))
  await user.keyboard('{/Shift}')
  expect(selected()).toEqual(['a3', 'b5', 6])
  expect([active(), reported()]).toEqual(['b5', 'a3'])
  await user.keyboard('where{Enter}')
  expect(log).toEqual(['b5 = where'])
})

test('a paste starts at the upper left corner of the range, which stays in view', async () => {
  const { log } = await open()
  await user.keyboard('{Shift>}{ArrowUp}{ArrowLeft}{/Shift}')
  const text = Array.from({ length: 60 }, (_, at) => `p${at}\tq${at}`).join('\n')
  fireEvent.paste(screen.getByRole('grid'), { clipboardData: { getData: () => text } })
  expect([log[0], log[1], log.at(-1)]).toEqual(['a4 = p0', 'b4 = q0', 'b63 = q59'])
  expect(active()).toBe('a4')
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(active()).toBeUndefined()
  expect(reported()).toBe('b62')
})

test('a menu opened by keys is that of the cell where the range began', async () => {
  const onCellMenu = vi.fn<NonNullable<GridProps['onCellMenu']>>()
  await open({ onCellMenu })
  await user.keyboard(`${extended}{Shift>}{F10}{/Shift}`)
  expect(onCellMenu.mock.lastCall?.[0]).toEqual({ row: 4, column: 1 })
  expect(selected()).toEqual(['b5', 'c7', 6])
})

test.each([
  ['Mod Space', '{Control>} {/Control}', 'b'],
  ['Mod A', '{Control>}a{/Control}', 'a'],
  ['Shift Space', '{Shift>} {/Shift}', 'a'],
])('%s leaves the active cell where it is', async (_, keys, first) => {
  const { log } = await open()
  await user.keyboard(keys)
  expect(selected()[0]).toMatch(new RegExp(`^${first}`, 'u'))
  expect(active()).toBe('b5')
  await user.keyboard('here{Enter}')
  expect(log).toEqual(['b5 = here'])
})

test.each([
  ['{ArrowDown}', 'b6'],
  ['{ArrowLeft}', 'a5'],
  ['{Home}', 'a5'],
  ['{End}', 'c5'],
  ['{Control>}{Home}{/Control}', 'a1'],
  ['{Control>}{ArrowUp}{/Control}', 'b1'],
  ['{Control>}{End}{/Control}', 'c200'],
])('%s restores the cleared active cell, and moves it', async (keys, next) => {
  await open()
  await user.keyboard(`{Escape}${keys}`)
  expect(active()).toBe(next)
  expect(selected()).toEqual([next, next, 1])
})

test('a range continues from the cleared active cell', async () => {
  await open()
  await user.keyboard('{Escape}{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  expect(selected()).toEqual(['b5', 'c6', 4])
  expect(active()).toBe('b5')
})

test.each([
  ['{ArrowDown}', 'a101'],
  ['{ArrowRight}', 'a101'],
  ['{PageDown}', 'a101'],
  ['{Shift>}{ArrowDown}{/Shift}', 'a101'],
  ['{End}', 'c101'],
  ['{Control>}{Home}{/Control}', 'a1'],
  ['{Control>}{End}{/Control}', 'c200'],
])('%s moves into the rows in view if the cleared cell is not among them', async (keys, next) => {
  await open()
  await user.keyboard('{Escape}')
  fireEvent.scroll(screen.getByRole('grid'), { target: { scrollTop: 3200 } })
  await user.keyboard(keys)
  expect(active()).toBe(next)
})

test.each(['{Control>}{ArrowUp}{/Control}', '{Control>}{Home}{/Control}'])(
  '%s sets an active cell after Escape, too, if the rows are read from there',
  async (keys) => {
    await open({ onEdge: () => true })
    await user.keyboard(`{Escape}${keys}`)
    expect(active()?.at(0)).toBe(keys.includes('Home') ? 'a' : 'b')
  },
)
