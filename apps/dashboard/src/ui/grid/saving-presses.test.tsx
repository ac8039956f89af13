// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { pressesDone, sheet, sheetRows } from '../../testing/sheet.ts'
import { CellEditor } from './CellEditor.tsx'
import { Grid } from './Grid.tsx'
import { loadTools } from './load-tools.ts'

beforeAll(loadTools)
afterEach(cleanup)

type Book = { log: string[]; answer: () => void }

/** Rows whose first cell is being saved until that is answered; it takes no edit so long. */
function Sheet({ book }: { book: Book }) {
  const [isSaving, setIsSaving] = useState(true)
  useLayoutEffect(() => void Object.assign(book, { answer: () => setIsSaving(false) }))
  const isBusy = (row: number, column: number) => isSaving && row + column === 0
  const put = (row: number, column: number, value: string | null) =>
    void book.log.push(`${sheetRows[row]?.[column] ?? ''} = ${value}`)
  return (
    <Grid
      {...sheet}
      markOf={(row, column) => (isBusy(row, column) ? 'saving' : undefined)}
      onEditStart={({ row, column }) => !isBusy(row, column)}
      onWrite={(cells) => cells.forEach(({ row, column, value }) => put(row, column, value))}
      renderEditor={(edit) => (
        <CellEditor
          edit={edit}
          label="cell"
          value={sheetRows[edit.row]?.[edit.column] ?? null}
          isNullable
          takesEmpty
          onSave={(value) => put(edit.row, edit.column, value)}
        />
      )}
    />
  )
}

const user = userEvent.setup({ delay: null })
const cell = (name: string) => screen.getByRole('gridcell', { name })
const active = () => document.querySelector('.grid-cell-active')?.textContent

async function open() {
  const book: Book = { log: [], answer: () => undefined }
  render(<Sheet book={book} />)
  await user.click(cell('moss'))
  screen.getByRole('grid').focus()
  return book
}

async function answer(book: Book) {
  act(() => book.answer())
  await pressesDone()
}

test.each([
  ['hello{Enter}', 'moss = hello', 'fern'],
  ['{Enter}hello{Enter}', 'moss = hello', 'fern'],
  ['{Delete}', 'moss = null', 'moss'],
])('%s at a cell that is being saved is done once that is answered', async (keys, log, at) => {
  const book = await open()
  await user.keyboard(keys)
  expect(book.log).toEqual([])
  await answer(book)
  expect(book.log).toEqual([log])
  expect(active()).toBe(at)
})

test('keys move on from a cell that is being saved', async () => {
  await open()
  await user.keyboard('{ArrowRight}')
  expect(active()).toBe('1')
})

test('what was typed at a cell that is being saved is never typed at another', async () => {
  const book = await open()
  await user.keyboard('hello{Enter}')
  await user.click(cell('2'))
  await answer(book)
  expect(book.log).toEqual([])
  expect(active()).toBe('2')
})
