// @vitest-environment jsdom
import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { queryClient } from '../../lib/network/query-client.ts'
import { storage } from '../../lib/storage/storage.ts'
import { type Answers, refusal, shop } from '../../testing/answers.ts'
import { database } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { column, plants } from '../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const orders: TableDetail = {
  ...plants,
  name: 'orders',
  row_estimate: 10_000_000,
  columns: [
    column('id', { data_type: 'bigint', kind: 'number', is_nullable: false, is_primary_key: true }),
    column('status', { data_type: 'state', kind: 'enum', enum_values: ['new', 'paid', 'sent'] }),
    column('note'),
  ],
}

const rows = [
  ['1', 'paid', 'moss'],
  ['2', 'new', null],
  // As many as are prefetched: with fewer, each page would be requested as it becomes visible.
  ...Array.from({ length: 300 }, (_, at) => [String(at + 3), 'new', null]),
]

const table = `${database}/tables/42`
const noCost = { refusal: null, estimated_rows: 1234, scan: null, index: null }

type Options = { search?: string; answers?: Answers; detail?: Partial<TableDetail> }

const open = ({ answers = {}, ...rest }: Options = {}) =>
  openTable(orders, {
    rows,
    hasMore: true,
    ...rest,
    answers: { [`GET ${table}/rows/plan`]: noCost, ...answers },
  })

const shown = () => screen.findByRole('gridcell', { name: 'moss' })
const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

describe('a filter', () => {
  test('with a group is written, applied, put into the address and shown', async () => {
    const app = open()
    await shown()
    await press('Filter')
    const form = within(await screen.findByRole('form', { name: 'Filter' }))
    await user.selectOptions(form.getByLabelText('Column'), 'status')
    await user.selectOptions(form.getByLabelText('Value'), 'paid')
    await user.click(form.getByRole('button', { name: 'Add group' }))
    const group = within(form.getByRole('group', { name: 'Group of conditions' }))
    await user.type(group.getAllByLabelText('Value')[0] ?? document.body, '7')
    await user.selectOptions(group.getAllByLabelText('Column')[1] ?? document.body, 'note')
    await user.selectOptions(group.getAllByLabelText('Operator')[1] ?? document.body, 'is')
    await user.click(form.getByRole('button', { name: 'Apply' }))
    const applied = within(await screen.findByRole('region', { name: 'Active filters and sort' }))
    expect(applied.getByText('(id equals 7 or note is null)')).toBeTruthy()
    expect(decodeURIComponent(app.address())).toContain(
      '?filter=status.eq.paid,or(id.eq.7,note.is.null)',
    )
    await waitFor(() =>
      expect(app.lastView()).toEqual({
        filter: {
          match: 'all',
          conditions: [
            { column: 'status', operator: 'eq', values: ['paid'] },
            {
              match: 'any',
              conditions: [
                { column: 'id', operator: 'eq', values: ['7'] },
                { column: 'note', operator: 'is', values: ['null'] },
              ],
            },
          ],
        },
      }),
    )
  })

  test('in SQL shows the position of a mistake, and is not applied with it', async () => {
    const mistaken = { message: 'column "nte" does not exist', position: 8 }
    const app = open({
      answers: {
        [`GET ${table}/rows/plan`]: (_: unknown, query: URLSearchParams) =>
          query.get('view')?.includes('nte') === true
            ? { ...noCost, refusal: mistaken, estimated_rows: 0 }
            : noCost,
      },
    })
    await shown()
    await press('Filter')
    const form = within(await screen.findByRole('form', { name: 'Filter' }))
    await user.click(form.getByRole('button', { name: 'Remove condition' }))
    await user.click(form.getByRole('button', { name: 'Write SQL' }))
    const field = form.getByRole('textbox', { name: 'SQL after where' })
    await user.type(field, 'length(nte) > 3{Enter}')
    const fault = await form.findByRole('alert')
    expect(fault.textContent).toContain('length(nte) > 3\n       ^')
    expect(fault.textContent).toContain('column "nte" does not exist')
    expect(app.address()).not.toContain('where')
    await user.clear(field)
    await user.type(field, 'length(note) > 3{Enter}')
    await waitFor(() => expect(app.lastView()).toEqual({ where: 'length(note) > 3' }))
    expect(await screen.findByRole('button', { name: /^Remove where/u })).toBeTruthy()
  })

  test('that is unfinished names the missing part, without a request', async () => {
    const { calls } = open()
    await shown()
    await press('Filter')
    const form = within(await screen.findByRole('form', { name: 'Filter' }))
    await user.click(form.getByRole('button', { name: 'Apply' }))
    expect((await form.findByRole('alert')).textContent).toBe('Enter a value for id')
    expect(calls.filter(({ route }) => route.endsWith('/plan'))).toEqual([])
  })

  test('is removed part by part, and as a whole', async () => {
    const app = open({ search: '?filter=status.eq.paid,note.eq.moss&sort=note.desc' })
    await shown()
    await press('Remove status equals paid')
    await waitFor(() => expect(app.address()).toContain('?filter=note.eq.moss&sort=note.desc'))
    await press('Clear all')
    await waitFor(() => expect(app.address()).toBe(`/project/${shop.ref}/editor/42`))
    await waitFor(() => expect(app.lastView()).toBeUndefined())
  })

  test('that another one replaces immediately is aborted', async () => {
    const requested: string[] = []
    open({
      search: '?filter=status.eq.paid,note.eq.moss',
      answers: {
        [`GET ${table}/rows`]: (_: unknown, query: URLSearchParams) => {
          const view = query.get('view') ?? ''
          requested.push(view)
          const isWhole = view.includes('paid') && view.includes('moss')
          return isWhole ? { rows, has_more: false } : new Promise<object>(() => undefined)
        },
      },
    })
    await shown()
    const applied = await screen.findByRole('region', { name: 'Active filters and sort' })
    for (const name of ['Remove status equals paid', 'Remove note equals moss'])
      fireEvent.click(within(applied).getByRole('button', { name }))
    await waitFor(() => expect(requested).toHaveLength(3))
    const { method, path } = databaseTables.rows
    expect(queryClient.isFetching({ queryKey: [method, path] })).toBe(1)
  })

  test('for a dropped column is left out with a message, and the rest stays', async () => {
    const app = open({ search: '?filter=dropped.eq.1,status.eq.paid' })
    expect(
      await screen.findByText('The column dropped no longer exists and was ignored.'),
    ).toBeTruthy()
    await waitFor(() => expect(app.address()).toContain('?filter=status.eq.paid'))
    expect(app.lastView()?.filter?.conditions).toHaveLength(1)
  })

  test('that is invalid shows a notice about other rows, until it is dismissed', async () => {
    const app = open({ search: '?filter=nope' })
    const title = 'Some filters in this link could not be applied'
    expect(await screen.findByText(title)).toBeTruthy()
    await waitFor(() => expect(app.address()).toBe(`/project/${shop.ref}/editor/42`))
    await press('Close')
    expect(screen.queryByText(title)).toBeNull()
  })

  test('without a matching row offers to show all of them', async () => {
    const app = open({
      search: '?filter=status.eq.sent',
      answers: { [`GET ${table}/rows`]: { rows: [], has_more: false } },
    })
    expect(await screen.findByRole('heading', { name: 'No rows match the filter' })).toBeTruthy()
    await press('Show all rows')
    await waitFor(() => expect(app.address()).toBe(`/project/${shop.ref}/editor/42`))
  })
})

test('a table that is opened again has its last view, and one click shows all rows', async () => {
  open({ search: '?sort=note.desc' })
  await shown()
  const stored = storage.tableView(shop.ref, 42).get()
  expect(stored).toEqual({ sort: 'note.desc' })
  cleanup()
  const app = open()
  storage.tableView(shop.ref, 42).set(stored)
  expect(await screen.findByText('Restored view:')).toBeTruthy()
  await waitFor(() => expect(app.address()).toContain('?sort=note.desc'))
  expect(app.lastView()).toEqual({ sort: [{ column: 'note', descending: true }] })
  await press('Clear all')
  await waitFor(() => expect(storage.tableView(shop.ref, 42).get()).toBeUndefined())
})

test('rows are sorted by several columns, which are moved by keyboard', async () => {
  const app = open()
  await shown()
  await press('Sort')
  const form = within(await screen.findByRole('form', { name: 'Sort' }))
  await user.selectOptions(form.getByLabelText('Add column'), 'status')
  await user.selectOptions(form.getByLabelText('Add column'), 'note')
  const note = within(form.getByRole('listitem', { name: 'note' }))
  await user.selectOptions(note.getByLabelText('Direction'), 'descending')
  await user.selectOptions(note.getByLabelText('NULL order'), 'last')
  note.getByRole('button', { name: 'Move up' }).focus()
  await user.keyboard('{Enter}')
  await user.click(form.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(app.address()).toContain('?sort=note.desc.nullslast,status'))
  const heading = await screen.findByRole('columnheader', { name: /note/u })
  await waitFor(() => expect(heading.getAttribute('aria-sort')).toBe('descending'))
})

describe('the cost of a view', () => {
  const scan = { rows: 10_000_000, size_bytes: 9.4 * 1024 ** 3 }
  const index = {
    columns: ['note'],
    sql: 'create index concurrently on "orders" ("note")',
    design: { method: 'btree', columns: [{ name: 'note' }] },
  }

  test('is shown without a suitable index, with the index that would help', async () => {
    open({
      search: '?sort=note',
      answers: { [`GET ${table}/rows/plan`]: { ...noCost, scan, index } },
    })
    expect(
      await screen.findByText(
        'This reads about 10,000,000 rows (9.4 GB) because no index supports it',
      ),
    ).toBeTruthy()
    expect(screen.getByText(index.sql)).toBeTruthy()
  })

  test('may be the whole table when a search text is rare', async () => {
    open({
      search: '?search=moss&search_in=note',
      answers: { [`GET ${table}/rows/plan`]: { ...noCost, scan: { ...scan, is_at_most: true } } },
    })
    expect(
      await screen.findByText(
        'This may read the whole table, about 10,000,000 rows (9.4 GB), because no index supports it',
      ),
    ).toBeTruthy()
  })

  test('disappears once a click has created the index', async () => {
    let isMade = false
    const { calls } = open({
      search: '?sort=note',
      answers: {
        [`GET ${table}/rows/plan`]: () => (isMade ? noCost : { ...noCost, scan, index }),
        [`POST ${table}/indexes`]: () => {
          isMade = true
          return { name: 'orders_note_idx' }
        },
      },
    })
    await press('Create index')
    expect(await screen.findByText('Index orders_note_idx created')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(index.sql)).toBeNull())
    expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual(index.design)
  })

  test('is not shown for a small table', async () => {
    const { calls } = open({ search: '?sort=note', detail: { row_estimate: 900 } })
    await shown()
    await screen.findByRole('region', { name: 'Active filters and sort' })
    expect(calls.filter(({ route }) => route.endsWith('/plan'))).toEqual([])
  })

  test('can be avoided by cancelling the read, in the database too, and the rows can be loaded later', async () => {
    let isSlow = true
    open({
      search: '?sort=note',
      answers: {
        [`GET ${table}/rows/plan`]: { ...noCost, scan, index },
        [`GET ${table}/rows`]: () =>
          isSlow ? new Promise<object>(() => undefined) : { rows, has_more: false },
      },
    })
    await press('Cancel')
    isSlow = false
    await press('Load rows')
    expect(await shown()).toBeTruthy()
  })
})

test('a search covers the chosen columns, and explains a timeout', async () => {
  const tooLong = 'The search took longer than 5 s. Search fewer columns.'
  const app = open({
    answers: {
      [`GET ${table}/rows`]: (_: unknown, query: URLSearchParams) =>
        query.get('view') === null
          ? { rows, has_more: true }
          : refusal(422, { kind: 'sql_error', message: tooLong }),
    },
  })
  await shown()
  await press('Search')
  const field = await screen.findByRole('searchbox', { name: 'Search all rows' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await press('1 column')
  await user.click(await screen.findByRole('checkbox', { name: 'status' }))
  await user.keyboard('{Escape}')
  await user.type(field, 'moss{Enter}')
  expect(await screen.findByText(tooLong)).toBeTruthy()
  expect(app.lastView()).toEqual({ search: { text: 'moss', columns: ['status', 'note'] } })
  expect(decodeURIComponent(app.address())).toContain('?search=moss&search_in=status,note')
})

describe('the footer', () => {
  test('shows an estimate of filtered rows until they are counted', async () => {
    const app = open({
      search: '?filter=status.eq.paid',
      answers: { [`GET ${table}/count`]: { count: '9007199254740993' } },
    })
    expect(await screen.findByText('~1,234 rows')).toBeTruthy()
    await press('Count rows')
    expect(await screen.findByText('9,007,199,254,740,993 rows')).toBeTruthy()
    const counted = app.calls.find(({ route }) => route === `GET ${table}/count`)
    expect(counted?.query.get('view')).toContain('paid')
  })

  test('is disabled for rows that could not be loaded, until they are', async () => {
    let isRefused = true
    open({
      answers: {
        [`GET ${table}/rows`]: () =>
          isRefused
            ? refusal(422, { kind: 'sql_error', message: 'permission denied for table orders' })
            : { rows, has_more: true },
      },
    })
    expect(await screen.findByText('permission denied for table orders')).toBeTruthy()
    // The footer is here.
    expect(await screen.findByRole('button', { name: 'Definition' })).toBeTruthy()
    expect(screen.queryByText(/\d rows$/u)).toBeNull()
    for (const name of ['Count rows', 'Go to…', 'First rows', 'Last rows'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    isRefused = false
    await press('Try again')
    expect(await screen.findByRole('button', { name: 'Count rows' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Last rows' })).toBeTruthy()
  })

  test('jumps to a row number, estimated from statistics', async () => {
    const app = open({
      answers: {
        [`GET ${table}/rows`]: (_: unknown, query: URLSearchParams) =>
          query.get('row') === '500001'
            ? { rows: [['500123', 'sent', 'fern']], has_more: true, from: ['500123'] }
            : { rows, has_more: true },
      },
    })
    await shown()
    await press('Go to…')
    await user.type(await screen.findByRole('textbox', { name: 'Row number' }), '500,001')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('gridcell', { name: 'fern' })).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: '~500,001' })).toBeTruthy()
    const before = () => app.calls.find(({ query }) => query.get('direction') === 'backward')
    await waitFor(() => expect(before()?.query.get('from')).toBe('["500123"]'))
    const near = 'Showing rows near row 500,001: its position is estimated'
    expect(await screen.findByText(near)).toBeTruthy()
    await press('Go to exact row')
    await waitFor(() =>
      expect(app.calls.filter(({ query }) => query.get('exact') === 'true')).toHaveLength(1),
    )
  })

  test('jumps to a key, and refuses an invalid row number', async () => {
    const app = open()
    await shown()
    await press('Go to…')
    await user.type(await screen.findByRole('textbox', { name: 'Row number' }), 'x{Enter}')
    expect(await screen.findByText('Enter a whole number of 1 or more')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Go by'), 'key')
    await user.type(await screen.findByRole('textbox', { name: 'id' }), '77{Enter}')
    await waitFor(() =>
      expect(
        app.calls
          .filter(({ query }) => query.get('from') === '["77"]')
          .map(({ query }) => query.get('direction')),
      ).toEqual(expect.arrayContaining(['forward', 'backward'])),
    )
  })
})
