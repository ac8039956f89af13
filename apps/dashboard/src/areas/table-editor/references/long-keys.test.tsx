// @vitest-environment jsdom
import type { TableDetail } from '@basalt/contract/database/tables'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { openRowPanel } from '../../../testing/open-row-panel.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { column, plants } from '../../../testing/plants.ts'
import { timersDone } from '../../../testing/timers.ts'

// Parcels refer to lines of orders by two columns.

beforeEach(() => storage.queuesEdits.set(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup({ delay: null })
const changes = `POST ${database}/changes`
const number = { data_type: 'integer', kind: 'number' } as const

const getPart = (name: string, referenced: string) =>
  column(name, {
    ...number,
    references: {
      table_id: 7,
      schema: 'public',
      table: 'lines',
      column: referenced,
      pairs: [
        { column: 'order', referenced: 'order_id' },
        { column: 'line', referenced: 'number' },
      ],
    },
  })

const parcels: TableDetail = {
  ...plants,
  name: 'parcels',
  columns: [column('id', number), getPart('order', 'order_id'), getPart('line', 'number')],
}

const lines: TableDetail = {
  ...plants,
  id: 7,
  name: 'lines',
  key: ['order_id', 'number'],
  columns: [column('order_id', number), column('number', number), column('note')],
}

const candidates = {
  [`GET ${database}/tables/7/candidates`]: (_: unknown, query: URLSearchParams) => ({
    label_column: 'note',
    candidates: [
      { key: ['5', '1'], label: 'Moss' },
      { key: ['6', '2'], label: 'Reed' },
    ].map((row) => ({ ...row, value: row.key[query.get('column') === 'order_id' ? 0 : 1] })),
    next: null,
  }),
}

type Sent = { operations: { values: object; previous: object }[] }

let tables = 0

/** Each test has a separate table, because staged edits belong to it. */
function open(row: (string | null)[], answers: object = {}) {
  tables += 1
  return openTable(
    { ...parcels, id: 100 + tables },
    {
      rows: [row],
      answers: {
        ...candidates,
        [`GET ${database}/tables/7`]: lines,
        [`GET ${database}/tables/7/rows`]: { rows: [['5', '1', 'Moss']], has_more: false },
        ...answers,
      },
    },
  )
}

test('a row chosen in one cell sets all of its columns with one change, undone at once', async () => {
  const app = open(['9', '5', '1'], {
    [changes]: saved({ row: ['9', '6', '2'] }),
  })
  await user.dblClick(await app.cellWith('5'))
  await user.click(await screen.findByRole('button', { name: '6, 2 Reed' }))
  const sent = () => app.calls.filter(({ route }) => route === changes)
  await waitFor(() => expect(sent()).toHaveLength(1))
  const [first] = sent().map(({ body }) => body as Sent)
  expect(first?.operations).toMatchObject([
    { values: { order: '6', line: '2' }, previous: { order: '5', line: '1' } },
  ])
  await app.cellWith('6')
  await app.cellWith('2')
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('with staging its columns are staged together, and one undo removes them', async () => {
  const app = open(['9', '5', '1'])
  storage.queuesEdits.set(true)
  await user.dblClick(await app.cellWith('5'))
  await user.click(await screen.findByRole('button', { name: '6, 2 Reed' }))
  await app.cellWith('6')
  await app.cellWith('2')
  expect(app.calls.filter(({ route }) => route === changes)).toEqual([])
  await timersDone()
  await user.keyboard('{Control>}z{/Control}')
  await app.cellWith('5')
  await app.cellWith('1')
  expect(screen.queryByRole('gridcell', { name: '6' })).toBeNull()
})

test('a refused row keeps the choice', async () => {
  const app = open(['9', '5', '1'], {
    [changes]: { outcome: 'refused', operation: 0, message: 'no such line', sqlstate: '23503' },
  })
  await user.dblClick(await app.cellWith('5'))
  await user.click(await screen.findByRole('button', { name: '6, 2 Reed' }))
  expect((await screen.findAllByText(/no such line/u)).length).toBeGreaterThan(0)
  await app.cellWith('6')
  await app.cellWith('2')
})

test('the referenced row is shown by all of its columns', async () => {
  const app = open(['9', '5', '1'])
  await user.click(await app.cellWith('5'))
  await user.click(await screen.findByRole('button', { name: 'Show the row in lines' }))
  expect(await screen.findByText('Moss')).toBeTruthy()
  const requested = app.calls.find(({ route }) => route === `GET ${database}/tables/7/rows`)
  expect(JSON.parse(requested?.query.get('view') ?? '')).toEqual({
    filter: {
      match: 'all',
      conditions: [
        { column: 'order_id', operator: 'eq', values: ['5'] },
        { column: 'number', operator: 'eq', values: ['1'] },
      ],
    },
  })
})

test('a partly NULL key references no row, and names the columns', async () => {
  const app = open(['9', '5', null])
  await user.click(await app.cellWith('5'))
  await timersDone()
  expect(screen.queryByRole('button', { name: 'Show the row in lines' })).toBeNull()
  await user.keyboard(' ')
  expect(await screen.findByText('No row in lines: line is NULL')).toBeTruthy()
  expect(app.calls.some(({ route }) => route === `GET ${database}/tables/7/rows`)).toBe(false)
})

test('a row chosen in the form of a new one fills all of its fields', async () => {
  openRowPanel({ table: parcels, shown: { mode: 'insert' }, answers: candidates })
  await user.click(await screen.findByRole('button', { name: 'Find a row for line' }))
  await user.click(await screen.findByRole('button', { name: '6, 2 Reed' }))
  const value = async (name: string) =>
    (await screen.findByRole<HTMLTextAreaElement>('textbox', { name })).value
  expect(await value('order')).toBe('6')
  expect(await value('line')).toBe('2')
  const panel = within(await screen.findByRole('complementary'))
  expect(panel.queryByText(/Choosing a row sets/u)).toBeNull()
})

/** The first column was refused by itself; later requests are answered with `second`. */
async function withOneRefused(second: object) {
  const answers = [
    { outcome: 'refused', operation: 0, message: 'no such line', sqlstate: '23503' },
    second,
  ]
  const app = open(['9', '5', '1'], { [changes]: () => answers.shift() })
  await user.dblClick(await app.cellWith('5'))
  await user.keyboard('{Control>}a{/Control}6{Enter}')
  await screen.findByRole('button', { name: '1 unsaved' })
  const last = () => app.calls.findLast(({ route }) => route === changes)?.body as Sent
  return { app, last }
}

const both = { values: { order: '6', line: '2' }, previous: { order: '5', line: '1' } }

test.each([
  ['typed', async () => user.keyboard('{Control>}a{/Control}2{Control>}{Enter}{/Control}')],
  ['chosen', async () => user.click(await screen.findByRole('button', { name: /Reed/u }))],
])('a refused value is saved with the one %s in the other column', async (_, store) => {
  const { app, last } = await withOneRefused(saved({ row: ['9', '6', '2'] }))
  await user.dblClick(await app.cellWith('1'))
  await store()
  await waitFor(() => expect(last().operations).toMatchObject([both]))
  await app.cellWith('6')
  await app.cellWith('2')
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 unsaved' })).toBeNull())
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull()
})

test('a refused value is no part of the displayed key', async () => {
  const { app } = await withOneRefused({})
  await user.click(await app.cellWith('1'))
  await user.click(await screen.findByRole('button', { name: 'Show the row in lines' }))
  await screen.findByText('Moss')
  const requested = app.calls.find(({ route }) => route === `GET ${database}/tables/7/rows`)
  expect(requested?.query.get('view')).toContain('"values":["5"]')
})

test('the arrow key leads from the find button, and from the field, to the first row', async () => {
  openRowPanel({ table: parcels, shown: { mode: 'insert' }, answers: candidates })
  await user.click(await screen.findByRole('button', { name: 'Find a row for line' }))
  const first = await screen.findByRole('button', { name: '5, 1 Moss' })
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(first)
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'line' }))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(first)
})
