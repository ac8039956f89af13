// @vitest-environment jsdom
import type { TableDetail } from '@basalt/contract/database/tables'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { queryClient } from '../../lib/network/query-client.ts'
import { storage } from '../../lib/storage/storage.ts'
import { invalidateTables } from '../../product/invalidate-tables.ts'
import { type Answers, refusal, rulesFor, shop } from '../../testing/answers.ts'
import { database } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { column, plants } from '../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const orders: TableDetail = {
  ...plants,
  name: 'orders',
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

const table = `${database}/tables/42`

const open = (answers: Answers = {}, detail: Partial<TableDetail> = {}) =>
  openTable(orders, { rows, answers, detail })

const cellWith = async (text: string) => {
  const grid = await screen.findByRole('grid', { name: 'Rows of public.orders' })
  return within(grid).findByRole('gridcell', { name: text })
}

describe('the rows', () => {
  test('are shown exactly as PostgreSQL printed them, NULL distinct from an empty text', async () => {
    open()
    expect(await cellWith('9007199254740993')).toBeTruthy()
    expect(await cellWith('12345678901234567.10')).toBeTruthy()
    expect((await cellWith('NULL')).className).toContain('grid-cell-null')
    const grid = screen.getByRole('grid')
    expect(grid.getAttribute('aria-rowcount')).toBe('3')
    expect(await screen.findByText('2 rows')).toBeTruthy()
  })

  test('of an empty table explain how to insert the first one', async () => {
    open({ [`GET ${table}/rows`]: { rows: [], has_more: false } })
    expect(await screen.findByRole('heading', { name: 'orders has no rows' })).toBeTruthy()
  })

  test('hidden by row level security are not reported as missing', async () => {
    const nothing = { [`GET ${table}/rows`]: { rows: [], has_more: false } }
    open(nothing, { rls_enabled: true, row_estimate: 100_000, hides_rows: true })
    expect(await screen.findByRole('heading', { name: 'No visible rows in orders' })).toBeTruthy()
    expect(screen.getByText(/rows that no policy makes visible to you/u)).toBeTruthy()
    expect(screen.queryByText(/100,000/u)).toBeNull()
  })

  test('that were deleted are not in an outdated estimate', async () => {
    const nothing = { [`GET ${table}/rows`]: { rows: [], has_more: false } }
    open(nothing, { rls_enabled: true, row_estimate: 100_000, hides_rows: false })
    expect(await screen.findByRole('heading', { name: 'orders has no rows' })).toBeTruthy()
    expect(screen.getByText('0 rows')).toBeTruthy()
    expect(screen.queryByText(/100,000/u)).toBeNull()
  })

  test('are reloaded when their table was changed', async () => {
    let now = rows
    open({ [`GET ${table}/rows`]: () => ({ rows: now, has_more: false }) })
    expect(await cellWith('1.00')).toBeTruthy()
    now = []
    void invalidateTables(queryClient)
    expect(await screen.findByRole('heading', { name: 'orders has no rows' })).toBeTruthy()
  })

  test('that cannot be loaded show the reason, and can be retried', async () => {
    const answer = vi.fn<() => unknown>(() =>
      refusal(400, { kind: 'invalid_request', message: 'permission denied for table orders' }),
    )
    open({ [`GET ${table}/rows`]: answer })
    expect(await screen.findByText('permission denied for table orders')).toBeTruthy()
    answer.mockReturnValue({ rows, has_more: false })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await cellWith('1.00')).toBeTruthy()
  })

  test('of a dropped table link to the others', async () => {
    open({ [`GET ${table}`]: refusal(404, { kind: 'not_found', message: 'No table' }) })
    expect(await screen.findByRole('heading', { name: 'Table not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all tables' })).toBeTruthy()
  })
})

test('a table that another user drops while it is open is closed, and removed from the list', async () => {
  let isDeleted = false
  const deleted = refusal(404, { kind: 'not_found', message: 'Table not found' })
  const unlessDeleted = (answer: unknown) => () => (isDeleted ? deleted : answer)
  open({
    [`GET ${table}`]: unlessDeleted(orders),
    [`GET ${table}/rows`]: unlessDeleted({ rows, has_more: false }),
    [`GET ${database}/tables`]: () => ({ tables: isDeleted ? [] : [orders], has_more: false }),
  })
  await cellWith('1.00')
  const readAgain = await screen.findByRole('button', { name: 'Refresh' })
  isDeleted = true
  await userEvent.click(readAgain)
  expect(await screen.findByText('public.orders was dropped, so its tab was closed')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  expect(await screen.findByText('No tables in public')).toBeTruthy()
})

test('columns are reset to the table’s layout, with their widths', async () => {
  open()
  await cellWith('1.00')
  storage.columnWidths(shop.ref, 42).set({ note: 341 })
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  expect(storage.columnWidths(shop.ref, 42).get()).toEqual({})
  expect(screen.getByRole('button', { name: 'Reset' }).getAttribute('aria-disabled')).toBe('true')
})

describe('an edit', () => {
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
    expect(await screen.findByText(/no primary key. Add one to edit its cells/u)).toBeTruthy()
  })

  test('is in every view that is shown afterwards', async () => {
    const held = ['1', '1.00', 'moss']
    open({
      [`GET ${table}/rows`]: () => ({ rows: [[...held]], has_more: false }),
      [`GET ${table}/rows/plan`]: { refusal: null, estimated_rows: 1, scan: null, index: null },
      [`POST ${database}/changes`]: () => {
        held[2] = 'fern'
        return { outcome: 'saved', results: [{ row: held }], history_id: null, cascaded: 0 }
      },
    })
    await userEvent.dblClick(await cellWith('moss'))
    const field = await screen.findByRole('textbox', { name: /^note, / })
    await userEvent.clear(field)
    await userEvent.type(field, 'fern{Enter}')
    await screen.findByText('Saved')
    await userEvent.click(screen.getByRole('button', { name: 'Sort' }))
    const form = within(await screen.findByRole('form', { name: 'Sort' }))
    await userEvent.selectOptions(form.getByLabelText('Add column'), 'note')
    await userEvent.click(form.getByRole('button', { name: 'Apply' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull())
    expect(await cellWith('fern')).toBeTruthy()
    expect(screen.queryByRole('gridcell', { name: 'moss' })).toBeNull()
  })
})

test('inserting omits defaults, and shows an error at its field', async () => {
  const { calls } = open({
    [`POST ${database}/changes`]: {
      outcome: 'refused',
      operation: 0,
      message: 'null value in column "id" violates not-null constraint',
      sqlstate: '23502',
      column: 'id',
    },
  })
  await cellWith('1.00')
  await userEvent.click(screen.getByRole('button', { name: 'Insert row' }))
  const panel = await screen.findByRole('complementary', { name: 'New row of orders' })
  await userEvent.type(within(panel).getByLabelText('note'), 'hello')
  await userEvent.click(within(panel).getByRole('button', { name: 'Insert row' }))
  const field = within(panel).getByLabelText('id')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  const sent = calls.find(({ route }) => route === `POST ${database}/changes`)?.body
  expect(sent).toMatchObject({
    operations: [{ op: 'insert', table: 42, values: { note: 'hello' } }],
  })
})

test('the menu of a cell does not offer NULL for a NOT NULL column', async () => {
  open()
  const clearing = async (text: string) => {
    await userEvent.pointer({ keys: '[MouseRight]', target: await cellWith(text) })
    const entry = await screen.findByRole('menuitem', { name: /^Set NULL/u })
    const isDisabled = entry.getAttribute('aria-disabled')
    await userEvent.keyboard('{Escape}')
    return isDisabled
  }
  expect(await clearing('9007199254740993')).toBe('true')
  expect(await clearing('1.00')).not.toBe('true')
})
