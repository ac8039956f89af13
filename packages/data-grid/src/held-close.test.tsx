// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { CellEditor } from './CellEditor.tsx'
import { Grid } from './Grid.tsx'
import { sheet, sheetRows } from './testing/sheet.tsx'

const show = vi.fn<() => void>()
let answer = () => {}
// The events of the test follow each other within one frame.
const user = userEvent.setup({ delay: null })

/** A grid that waits for `answer` where an edit is stored; its first cell is being edited. */
async function openEditor() {
  const answered = new Promise<void>((resolve) => (answer = resolve))
  render(
    <Grid
      {...sheet}
      renderEditor={(edit) => (
        <CellEditor
          edit={edit}
          label="cell"
          value={sheetRows[edit.row]?.[edit.column] ?? null}
          isNullable
          takesEmpty
          onSave={() => ({ answered, show })}
        />
      )}
    />,
  )
  await user.click(screen.getByRole('gridcell', { name: 'moss' }))
  screen.getByRole('grid').focus()
  await user.keyboard('heath')
}

const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'cell' })
const activeText = () => {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant')
  return screen.getAllByRole('gridcell').find((cell) => cell.id === id)?.textContent
}

beforeEach(() => show.mockClear())

test('an editor closes with the response, and the pending state is never drawn', async () => {
  await openEditor()
  fireEvent.keyDown(field() ?? document.body, { key: 'Enter' })
  expect(field()?.value).toBe('heath')
  await act(async () => answer())
  expect(field()).toBeNull()
  expect(show).not.toHaveBeenCalled()
  expect(activeText()).toBe('fern')
})

test('without a response it closes a frame later, and the pending state is drawn', async () => {
  await openEditor()
  fireEvent.keyDown(field() ?? document.body, { key: 'Enter' })
  expect(field()?.value).toBe('heath')
  await vi.waitFor(() => expect(field()).toBeNull())
  expect(show).toHaveBeenCalledOnce()
  expect(activeText()).toBe('fern')
})

test('keys pressed before the response are for the next cell', async () => {
  await openEditor()
  await user.keyboard('{Enter}bracken')
  expect(show).toHaveBeenCalledOnce()
  expect(field()?.value).toBe('bracken')
  await user.keyboard('{Escape}')
  expect(activeText()).toBe('fern')
})

test('a key right after the response is for the next cell', async () => {
  await openEditor()
  fireEvent.keyDown(field() ?? document.body, { key: 'Enter' })
  answer()
  // Enough microtasks to process a response; React renders later unless it is flushed.
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'b' })
  expect(field()?.value).toBe('b')
  await user.keyboard('{Escape}')
  expect(activeText()).toBe('fern')
})

test('a press on a cell before the response selects that cell', async () => {
  await openEditor()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('gridcell', { name: '1' }))
  expect(field()).toBeNull()
  expect(activeText()).toBe('1')
  act(() => answer())
  await Promise.resolve()
  expect(activeText()).toBe('1')
})

test('an edit that ended before its editor was loaded closes at once', () => {
  const close = vi.fn<() => void>()
  const edit = { row: 0, column: 0, typed: 'heath', ended: 'down' as const, close }
  const onSave = () => ({ answered: new Promise(() => {}), show })
  render(<CellEditor edit={edit} label="cell" value="moss" isNullable takesEmpty onSave={onSave} />)
  expect(show).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledOnce()
})
