// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { CellEditor } from './CellEditor.tsx'
import { Grid } from './Grid.tsx'
import { sheet, sheetRows } from './testing/sheet.tsx'

const show = vi.fn<() => void>()
let answer = () => {}
// The presses of a test come one right after the other, before a frame is over.
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

test('an editor closes with the answer, and what was on its way is never drawn', async () => {
  await openEditor()
  fireEvent.keyDown(field() ?? document.body, { key: 'Enter' })
  expect(field()?.value).toBe('heath')
  await act(async () => answer())
  expect(field()).toBeNull()
  expect(show).not.toHaveBeenCalled()
  expect(activeText()).toBe('fern')
})

test('without an answer it closes a frame later, and what is on its way is drawn', async () => {
  await openEditor()
  fireEvent.keyDown(field() ?? document.body, { key: 'Enter' })
  expect(field()?.value).toBe('heath')
  await vi.waitFor(() => expect(field()).toBeNull())
  expect(show).toHaveBeenCalledOnce()
  expect(activeText()).toBe('fern')
})

test('keys that are pressed meanwhile are for the cell that follows', async () => {
  await openEditor()
  await user.keyboard('{Enter}bracken')
  expect(show).toHaveBeenCalledOnce()
  expect(field()?.value).toBe('bracken')
  await user.keyboard('{Escape}')
  expect(activeText()).toBe('fern')
})

test('a key that comes right after the answer is for the cell that follows', async () => {
  await openEditor()
  fireEvent.keyDown(field() ?? document.body, { key: 'Enter' })
  answer()
  // No more than what an answer takes to be heard: React draws later, unless it is told to.
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'b' })
  expect(field()?.value).toBe('b')
  await user.keyboard('{Escape}')
  expect(activeText()).toBe('fern')
})

test('a press on a cell meanwhile chooses that cell', async () => {
  await openEditor()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('gridcell', { name: '1' }))
  expect(field()).toBeNull()
  expect(activeText()).toBe('1')
  act(() => answer())
  await Promise.resolve()
  expect(activeText()).toBe('1')
})

test('an edit that was ended before its editor was here closes at once', () => {
  const close = vi.fn<() => void>()
  const edit = { row: 0, column: 0, typed: 'heath', ended: 'down' as const, close }
  const onSave = () => ({ answered: new Promise(() => {}), show })
  render(<CellEditor edit={edit} label="cell" value="moss" isNullable takesEmpty onSave={onSave} />)
  expect(show).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledOnce()
})
