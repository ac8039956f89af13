// @vitest-environment jsdom
import type { Column, TableDetail } from '@basalt/contract'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

// The first test also loads the page's code.
configure({ asyncUtilTimeout: 5000 })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const column = (name: string, more: Partial<Column> = {}): Column => ({
  name,
  data_type: 'text',
  kind: 'text',
  is_nullable: true,
  is_identity: false,
  is_generated: false,
  is_primary_key: false,
  default_value: null,
  enum_values: [],
  comment: null,
  references: null,
  ...more,
})

const orders: TableDetail = {
  id: 42,
  schema: 'public',
  name: 'orders',
  kind: 'table',
  rls_enabled: false,
  row_estimate: 3,
  comment: null,
  key: ['id'],
  columns: [
    column('id', { data_type: 'bigint', kind: 'number', is_nullable: false, is_primary_key: true }),
    column('total', { data_type: 'numeric(20,2)', kind: 'number' }),
    column('note'),
  ],
}

const rows = [
  ['9007199254740993', '12345678901234567.10', null],
  ['9007199254740994', '1.00', ''],
]

const database = `/platform/pg-meta/${shop.ref}`
const table = `${database}/tables/42`

const open = (answers: Answers = {}, detail: Partial<TableDetail> = {}) =>
  openApp(
    `/project/${shop.ref}/editor/42`,
    signedIn({
      [`GET ${database}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`GET ${database}/tables`]: { tables: [orders], has_more: false },
      [`GET ${table}`]: { ...orders, ...detail },
      [`GET ${table}/rows`]: { rows, has_more: false },
      ...answers,
    }),
  )

const cellWith = async (text: string) => {
  const grid = await screen.findByRole('grid', { name: 'Rows of public.orders' })
  return within(grid).findByRole('gridcell', { name: text })
}

async function type(from: string, text: string) {
  await userEvent.dblClick(await cellWith(from))
  const field = await screen.findByRole('textbox', { name: /numeric|text/u })
  await userEvent.clear(field)
  await userEvent.type(field, `${text}{Enter}`)
}

describe('the rows', () => {
  test('are shown exactly as PostgreSQL printed them, NULL apart from an empty text', async () => {
    open()
    expect(await cellWith('9007199254740993')).toBeTruthy()
    expect(await cellWith('12345678901234567.10')).toBeTruthy()
    expect((await cellWith('NULL')).className).toContain('grid-cell-null')
    const grid = screen.getByRole('grid')
    expect(grid.getAttribute('aria-rowcount')).toBe('3')
    expect(screen.getByText('2 rows')).toBeTruthy()
  })

  test('of an empty table teach how to write the first one', async () => {
    open({ [`GET ${table}/rows`]: { rows: [], has_more: false } })
    expect(await screen.findByRole('heading', { name: 'orders has no rows' })).toBeTruthy()
  })

  test('that row level security hides are not said to be missing', async () => {
    const nothing = { [`GET ${table}/rows`]: { rows: [], has_more: false } }
    open(nothing, { rls_enabled: true, row_estimate: 100_000 })
    expect(await screen.findByRole('heading', { name: 'No row is visible to you' })).toBeTruthy()
  })

  test('that cannot be read say why, and can be asked for again', async () => {
    const answer = vi.fn<() => unknown>(() =>
      refusal(400, { kind: 'invalid_request', message: 'permission denied for table orders' }),
    )
    open({ [`GET ${table}/rows`]: answer })
    expect(await screen.findByText('permission denied for table orders')).toBeTruthy()
    answer.mockReturnValue({ rows, has_more: false })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await cellWith('1.00')).toBeTruthy()
  })

  test('of a table that is gone lead to the others', async () => {
    open({ [`GET ${table}`]: refusal(404, { kind: 'not_found', message: 'No table' }) })
    expect(await screen.findByRole('heading', { name: 'This table does not exist' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all tables' })).toBeTruthy()
  })
})

describe('an edit', () => {
  test('is sent with its key and what was there before, and shows what was stored', async () => {
    const { calls } = open({
      [`PATCH ${table}/rows`]: { row: ['9007199254740994', '2.50', ''] },
    })
    await type('1.00', '2.5')
    expect(await cellWith('2.50')).toBeTruthy()
    expect(calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({
      key: ['9007199254740994'],
      values: { total: '2.5' },
      previous: { total: '1.00' },
    })
  })

  test('that the database refuses keeps what was typed and says why at the cell', async () => {
    open({
      [`PATCH ${table}/rows`]: refusal(422, {
        kind: 'sql_error',
        message: 'invalid input syntax for type numeric: "abc"',
      }),
    })
    await type('1.00', 'abc')
    const cell = await cellWith('abc')
    await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'))
    await userEvent.click(cell)
    // Said at once as well: Enter has moved the active cell on by now.
    expect(await screen.findByText(/^total was not stored: /u)).toBeTruthy()
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('invalid input syntax for type numeric: "abc"')
    await userEvent.click(within(note).getByRole('button', { name: 'Discard' }))
    expect(await cellWith('1.00')).toBeTruthy()
  })

  test('that lost a race shows both values and stores neither by itself', async () => {
    let stored = '1.00'
    const { calls } = open({
      [`GET ${table}/rows`]: () => ({
        rows: [rows[0], ['9007199254740994', stored, '']],
        has_more: false,
      }),
      [`PATCH ${table}/rows`]: (body: unknown) => {
        const { previous } = body as { previous: { total: string } }
        if (previous.total === stored) return { row: ['9007199254740994', '7.00', ''] }
        return refusal(409, { kind: 'conflict', message: 'This row was changed meanwhile.' })
      },
    })
    await cellWith('1.00')
    stored = '5.00'
    await type('1.00', '7')
    await waitFor(async () =>
      expect((await cellWith('7')).getAttribute('aria-invalid')).toBe('true'),
    )
    await userEvent.click(await cellWith('7'))
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('It holds 5.00 now. You typed 7.')
    await userEvent.click(within(note).getByRole('button', { name: 'Store mine' }))
    expect(await cellWith('7.00')).toBeTruthy()
    expect(calls.findLast(({ route }) => route.startsWith('PATCH'))?.body).toMatchObject({
      previous: { total: '5.00' },
    })
  })

  test('without the right is refused with the reason', async () => {
    open({ 'GET /platform/profile/permissions': rulesFor('Read-only') })
    await userEvent.dblClick(await cellWith('1.00'))
    const reason = 'You need additional permissions to edit rows'
    expect(await screen.findByText(reason)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: /numeric/u })).toBeNull()
    expect(screen.getByRole('button', { name: `Read-only: ${reason}` })).toBeTruthy()
  })

  test('in a table without a key is refused with the reason', async () => {
    open({}, { key: [] })
    await userEvent.dblClick(await cellWith('1.00'))
    expect(await screen.findByText(/no primary key, so a single row cannot be named/u)).toBeTruthy()
  })
})

test('deleting names the rows and removes them once the database has', async () => {
  const { calls } = open({ [`DELETE ${table}/rows`]: { deleted: 1 } })
  await cellWith('1.00')
  await userEvent.click(screen.getByRole('rowheader', { name: '2' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1 row' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('9007199254740994 will be deleted')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 1 row' }))
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: '1.00' })).toBeNull())
  expect(calls.find(({ route }) => route.startsWith('DELETE'))?.body).toEqual({
    keys: [['9007199254740994']],
  })
})

test('inserting leaves defaults out, and shows an error at its field', async () => {
  const { calls } = open({
    [`POST ${table}/rows`]: refusal(422, {
      kind: 'sql_error',
      message: 'null value in column "id" violates not-null constraint',
      sql: { sqlstate: '23502', column: 'id' },
    }),
  })
  await cellWith('1.00')
  await userEvent.click(screen.getByRole('button', { name: 'Insert row' }))
  const panel = await screen.findByRole('dialog')
  await userEvent.type(within(panel).getByLabelText('note'), 'hello')
  await userEvent.click(within(panel).getByRole('button', { name: 'Insert row' }))
  const field = within(panel).getByLabelText('id')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({
    values: { note: 'hello' },
  })
})
