// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLayoutEffect, useMemo, useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { CellEditor } from './CellEditor.tsx'
import { Grid } from './Grid.tsx'
import { loadTools } from './load-tools.ts'

beforeAll(loadTools)
afterEach(cleanup)

const columns = ['name', 'note'].map((id) => ({
  id,
  name: id,
  align: 'start' as const,
  width: 100,
}))
const stored = [
  ['fern', 'wet'],
  ['moss', 'dark'],
]

type Book = { log: string[]; answer: () => void }

/** Rows whose cell `fern` is being saved until that is answered; it takes no edit so long. */
function Shelf({ book }: { book: Book }) {
  const [isSaving, setIsSaving] = useState(true)
  useLayoutEffect(() => void Object.assign(book, { answer: () => setIsSaving(false) }))
  const source = useMemo(
    () => ({
      first: 0,
      rowCount: stored.length,
      getRow: (row: number) => stored[row],
      rowLabel: String,
      anchor: { id: 'one', row: 0 },
    }),
    [],
  )
  const isBusy = (row: number, column: number) => isSaving && row + column === 0
  const put = (row: number, column: number, value: string | null) =>
    void book.log.push(`${stored[row]?.[column] ?? ''} = ${value}`)
  return (
    <Grid
      label="Shelf"
      columns={columns}
      source={source}
      markOf={(row, column) => (isBusy(row, column) ? 'saving' : undefined)}
      onEditStart={({ row, column }) => !isBusy(row, column)}
      onWrite={(cells) => cells.forEach(({ row, column, value }) => put(row, column, value))}
      renderEditor={(edit) => (
        <CellEditor
          edit={edit}
          label="cell"
          value={stored[edit.row]?.[edit.column] ?? null}
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
  render(<Shelf book={book} />)
  await user.click(cell('fern'))
  screen.getByRole('grid').focus()
  return book
}

async function answer(book: Book) {
  act(() => book.answer())
  let isOver = false
  setTimeout(() => (isOver = true), 20)
  await waitFor(() => expect(isOver).toBe(true), { interval: 5 })
}

test.each([
  ['hello{Enter}', 'fern = hello', 'moss'],
  ['{Enter}hello{Enter}', 'fern = hello', 'moss'],
  ['{Delete}', 'fern = null', 'fern'],
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
  expect(active()).toBe('wet')
})

test('what was typed at a cell that is being saved is never typed at another', async () => {
  const book = await open()
  await user.keyboard('hello{Enter}')
  await user.click(cell('dark'))
  await answer(book)
  expect(book.log).toEqual([])
  expect(active()).toBe('dark')
})
