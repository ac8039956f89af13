// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import {
  editorField,
  openEditor,
  prepareEditors,
  pressButton,
  shapes,
} from '../../testing/open-editor.tsx'
import { database } from '../../testing/open-part.tsx'

// A foreign key over two columns, "order" and "cell": rows of "lines" are chosen with both.

beforeAll(prepareEditors)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const candidates = `GET ${database}/tables/7/candidates`
const lines = [
  { value: '1', key: ['5', '1'], label: 'Moss' },
  { value: '2', key: ['5', '2'], label: 'Fern' },
  { value: '2', key: ['6', '2'], label: 'Reed' },
]

/** Like the server's search. */
function search(_: unknown, query: URLSearchParams) {
  const within = JSON.parse(query.get('within') ?? '[]') as string[]
  const text = query.get('search') ?? ''
  const rows = lines
    .filter(({ key }) => within.every((value, at) => value === key[at]))
    .filter(({ value, label }) => value.startsWith(text) || label.toLowerCase().includes(text))
  return { label_column: 'note', candidates: rows, next: null }
}

const open = (order: string | null | undefined, more: { typed?: string } = {}) =>
  openEditor(shapes.line, {
    value: '1',
    adjacent: new Map([['order', order]]),
    answers: { [candidates]: search },
    ...more,
  })

const shownRows = async () =>
  (await screen.findAllByRole('button', { name: /Moss|Fern|Reed/u })).map(
    ({ textContent }) => textContent,
  )

test('rows that share the first columns with this one are offered, and one is saved by its value', async () => {
  const { saved, written, calls, user } = open('5')
  expect(await screen.findByText(/Rows of public.lines with order_id 5, searched by/u)).toBeTruthy()
  expect(await shownRows()).toEqual(['1Mosscurrent', '2Fern'])
  const requested = calls.find(({ route }) => route === candidates)?.query
  expect(requested?.get('columns')).toBe('["order_id","number"]')
  expect(requested?.get('within')).toBe('["5"]')
  await user.click(await screen.findByRole('button', { name: '2 Fern' }))
  expect(saved).toHaveBeenCalledExactlyOnceWith('2', '1')
  expect(written).not.toHaveBeenCalled()
})

test('any row is offered on demand, and sets all columns of the key as one change', async () => {
  const { saved, written, closed } = open('5')
  await screen.findByRole('button', { name: '2 Fern' })
  await pressButton('All rows of lines')
  expect(await screen.findByText('Choosing a row sets order, cell')).toBeTruthy()
  await vi.waitFor(async () =>
    expect(await shownRows()).toEqual(['5, 1Mosscurrent', '5, 2Fern', '6, 2Reed']),
  )
  await pressButton('Only with order_id 5')
  await vi.waitFor(async () => expect(await shownRows()).toHaveLength(2))
  await pressButton('All rows of lines')
  await pressButton('6, 2 Reed')
  expect(written).toHaveBeenCalledExactlyOnceWith({ order: '6', cell: '2' })
  expect(saved).not.toHaveBeenCalled()
  expect(closed).toHaveBeenCalledExactlyOnceWith('stay', true)
})

test.each([null, undefined])('when the first column has %s all rows are offered', async (order) => {
  const { written } = open(order)
  expect(await shownRows()).toEqual(['5, 1Moss', '5, 2Fern', '6, 2Reed'])
  expect(screen.queryByRole('button', { current: true })).toBeNull()
  await pressButton('5, 1 Moss')
  expect(written).toHaveBeenCalledExactlyOnceWith({ order: '5', cell: '1' })
})

test('a name that finds one row sets the row with Enter and moves on as the key does', async () => {
  const { written, closed, user } = open(null)
  await user.clear(await editorField())
  await user.type(await editorField(), 'ree{Enter}')
  await vi.waitFor(() => expect(written).toHaveBeenCalledExactlyOnceWith({ order: '6', cell: '2' }))
  expect(closed).toHaveBeenCalledExactlyOnceWith('down', true)
})

test('a typed value is saved in its column alone', async () => {
  const { saved, written, user } = open(null)
  await user.clear(await editorField())
  await user.type(await editorField(), '2')
  await vi.waitFor(async () => expect(await shownRows()).toHaveLength(2))
  await user.keyboard('{Enter}')
  expect(saved).toHaveBeenCalledExactlyOnceWith('2', '1')
  expect(written).not.toHaveBeenCalled()
})

test('without such rows there is a keyboard control that shows all of them', async () => {
  const { user } = open('7')
  expect(await screen.findByText('No matching rows')).toBeTruthy()
  await user.click(await editorField())
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByRole('button', { name: '6, 2 Reed' })).toBeTruthy()
})

test('when the other columns are hidden it reports that, and accepts typed text', async () => {
  const { saved, calls, user } = openEditor(shapes.line, {
    value: '1',
    adjacent: new Map(),
    answers: { [candidates]: search },
  })
  expect(
    await screen.findByText('The foreign key uses order, cell. Show order to choose rows'),
  ).toBeTruthy()
  await user.clear(await editorField())
  await user.type(await editorField(), '2{Enter}')
  await vi.waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith('2', '1'))
  expect(calls.filter(({ route }) => route === candidates)).toEqual([])
})

test('a choice in a key over several columns stays one change', async () => {
  const { saved, user } = openEditor(
    { ...shapes.mood, references: shapes.line.references },
    { value: 'calm', adjacent: new Map([['order', '5']]), answers: { [candidates]: search } },
  )
  await user.selectOptions(await screen.findByRole('combobox'), 'busy')
  await user.keyboard('{Enter}')
  expect(saved).toHaveBeenCalledExactlyOnceWith('busy', 'calm')
})
