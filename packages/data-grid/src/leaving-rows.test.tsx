// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { CellEditor } from './CellEditor.tsx'
import { Grid } from './Grid.tsx'
import { loadTools } from './load-tools.ts'
import { sheet, sheetRows } from './testing/sheet.tsx'

beforeAll(loadTools)
afterEach(cleanup)

const user = userEvent.setup({ delay: null })
const active = () => document.querySelector('.grid-cell-active')?.textContent

type State = 'leaving' | 'unread' | 'read'

/** A grid whose rows are about to be replaced, are not loaded yet, or are there. */
async function open(state: State) {
  const written = vi.fn<(cells: unknown) => void>()
  const onKey = vi.fn<() => boolean>(() => false)
  let show: (next: State) => void = () => undefined
  function Sheet() {
    const [at, setAt] = useState<State>('read')
    useLayoutEffect(() => {
      show = setAt
    }, [])
    const source = {
      ...sheet.source,
      getRow: (row: number) => (at === 'unread' ? undefined : sheetRows[row]),
      isLeaving: () => at === 'leaving',
      anchor: { id: at === 'unread' ? 'next' : 'all', row: 0 },
    }
    return (
      <Grid
        {...sheet}
        source={source}
        onKey={onKey}
        onWrite={written}
        renderEditor={(edit) => (
          <CellEditor
            edit={edit}
            label="cell"
            value={null}
            isNullable
            takesEmpty
            onSave={written}
          />
        )}
      />
    )
  }
  render(<Sheet />)
  await user.click(screen.getByRole('gridcell', { name: 'moss' }))
  screen.getByRole('grid').focus()
  act(() => show(state))
  onKey.mockClear()
  return { written, onKey, show: (next: State) => act(() => show(next)) }
}

test.each(['leaving', 'unread'] as const)(
  'keys for rows that are %s neither edit, write nor copy, then or later',
  async (state) => {
    const { written, show } = await open(state)
    const setData = vi.fn<() => void>()
    const grid = screen.getByRole('grid')
    await user.keyboard('heath{Enter}{F2}{Delete}{Control>}d{/Control}')
    fireEvent.copy(grid, { clipboardData: { setData } })
    fireEvent.cut(grid, { clipboardData: { setData } })
    fireEvent.paste(grid, { clipboardData: { getData: () => 'reed' } })
    expect(screen.queryByRole('textbox')).toBeNull()
    show('read')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(written).not.toHaveBeenCalled()
    expect(setData).not.toHaveBeenCalled()
  },
)

test('keys move the selection among rows that are not loaded yet', async () => {
  const { written, show } = await open('unread')
  await user.keyboard('{ArrowDown}{ArrowRight}')
  show('read')
  await user.click(screen.getByRole('gridcell', { name: 'moss' }))
  screen.getByRole('grid').focus()
  show('leaving')
  await user.keyboard('{ArrowRight}')
  expect(active()).toBe('1')
  expect(written).not.toHaveBeenCalled()
})

test('keys of the page are left to it while rows are replaced', async () => {
  const { onKey } = await open('leaving')
  const isTaken = (init: KeyboardEventInit) =>
    !fireEvent.keyDown(screen.getByRole('grid'), { bubbles: true, ...init })
  expect(isTaken({ key: 'F5' })).toBe(false)
  expect(isTaken({ key: 'k', ctrlKey: true })).toBe(false)
  expect(isTaken({ key: 'x' })).toBe(true)
  expect(onKey).not.toHaveBeenCalled()
})
