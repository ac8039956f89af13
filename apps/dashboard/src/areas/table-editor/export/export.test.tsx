// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { plants } from '../../../testing/plants.ts'
import type { ExportRequest } from './export-request.ts'
import { ExportButton } from './ExportButton.tsx'

const user = userEvent.setup({ delay: null })

/** The addresses of the downloads that the page started. */
let fetched: string[] = []
/** Each export has a unique name. */
let lastExport = 0

beforeEach(() => {
  fetched = []
  lastExport += 1
  // The test document does not navigate.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    fetched.push(this.getAttribute('href') ?? '')
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const prepares = `POST ${database}/tables/42/rows/export`
const state = (more: object = {}) => ({
  id: `e${lastExport}`,
  status: 'waiting',
  rows: 0,
  error: null,
  ...more,
})
const reads = () => `GET ${database}/row-exports/e${lastExport}`
const cancels = () => `DELETE ${database}/row-exports/e${lastExport}`

const filter = {
  match: 'all' as const,
  conditions: [{ column: 'name', operator: 'eq' as const, values: ['moss'] }],
}
const as = { role: 'anon', claims: {} }

/** The first rows of the table, by their keys. */
const selected = (keys: string[][]): ExportRequest['chosen'] => ({
  keys,
  count: keys.length,
  isWhole: false,
  indexes: new Set(keys.keys()),
  placeOf: (index) => JSON.stringify([keys[index]?.[0] ?? null]),
})

type Options = { answers?: Answers; requested?: Partial<ExportRequest>; without?: string }

const counts = `GET ${database}/row-counts`

const open = ({ answers = {}, requested = {}, ...options }: Options = {}) =>
  openPart(
    () => (
      <ExportButton
        projectRef={shop.ref}
        table={plants}
        view={{}}
        chosen={selected([])}
        {...requested}
      />
    ),
    {
      ...options,
      answers: {
        [prepares]: state(),
        [reads()]: state({ status: 'done', rows: 3 }),
        [counts]: [{ id: plants.id, rows: 3 }],
        ...answers,
      },
    },
  )

async function openPanel() {
  await user.click(await screen.findByRole('button', { name: 'Export rows' }))
  return within(await screen.findByRole('dialog', { name: 'Export rows from plants' }))
}

const choices = (panel: ReturnType<typeof within>, group: string) =>
  within(panel.getByRole('group', { name: group }))
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ labels, checked }) => [labels?.[0]?.textContent, checked])

const press = (panel: ReturnType<typeof within>) =>
  user.click(panel.getByRole('button', { name: 'Export' }))

/** The end of an export shows a message, so the next test starts without one. */
const done = () => screen.findByText('3 rows of plants exported')

describe('an export', () => {
  test('has all rows and columns as CSV, and the browser downloads its file', async () => {
    const { listBodies } = open()
    const panel = await openPanel()
    await panel.findByLabelText('All rows, 3')
    expect(choices(panel, 'Rows')).toEqual([['All rows, 3', true]])
    await press(panel)
    await done()
    expect(listBodies(prepares)).toEqual([
      { format: 'csv', columns: ['id', 'name', 'price'], view: {} },
    ])
    expect(fetched).toEqual([`/platform/projects/${shop.ref}/row-exports/e${lastExport}/file`])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('has the selected rows by default, by their keys, in the displayed order', async () => {
    const sort = [{ column: 'name', descending: true }]
    const { listBodies } = open({
      requested: { chosen: selected([['1'], ['3']]), view: { filter, sort, as } },
    })
    const panel = await openPanel()
    await panel.findByLabelText('All rows, 3')
    expect(choices(panel, 'Rows')).toEqual([
      ['2 selected rows', true],
      ['Rows that match the filter', false],
      ['All rows, 3', false],
    ])
    await press(panel)
    await done()
    expect(listBodies(prepares)).toMatchObject([{ keys: [['1'], ['3']] }])
    expect(listBodies(prepares)).toHaveProperty('0.view', { sort, as })
  })

  test('has the filtered rows, or all rows as the same impersonated role', async () => {
    const view = { filter, sort: [{ column: 'price' }], as }
    const { listBodies } = open({ requested: { view } })
    const panel = await openPanel()
    expect(choices(panel, 'Rows')[0]).toEqual(['Rows that match the filter', true])
    await press(panel)
    await done()
    expect(listBodies(prepares)).toHaveProperty('0.view', view)
    cleanup()
    lastExport += 1
    const { listBodies: later } = open({ requested: { view } })
    const again = await openPanel()
    await user.click(again.getByRole('radio', { name: 'All rows, 3' }))
    await press(again)
    await done()
    expect(later(prepares)).toHaveProperty('0.view', { sort: view.sort, as })
    expect(later(prepares)).not.toHaveProperty('0.keys')
  })

  test('of more rows than can be listed uses their ranges', async () => {
    const view = { sort: [{ column: 'name' }], filter }
    const indexes = new Set([...Array(12_000).keys(), 12_005].map((at) => at - 20))
    const chosen = {
      ...selected([]),
      count: indexes.size,
      indexes,
      placeOf: (index: number) => JSON.stringify([null, String(index)]),
    }
    const { listBodies } = open({ requested: { chosen, view } })
    const panel = await openPanel()
    expect(choices(panel, 'Rows')[0]).toEqual(['12,001 selected rows', true])
    await press(panel)
    await done()
    expect(listBodies(prepares)).toMatchObject([
      {
        view,
        ranges: [
          { first: [null, '-20'], last: [null, '11979'] },
          { first: [null, '11985'], last: [null, '11985'] },
        ],
      },
    ])
    expect(listBodies(prepares)).not.toHaveProperty('0.keys')
  })

  test('of a selection without loaded ends is refused with a message', async () => {
    const chosen = { ...selected([]), count: 2, indexes: new Set([1, 2]), placeOf: () => undefined }
    open({ requested: { chosen } })
    const panel = await openPanel()
    await press(panel)
    expect(
      await panel.findByText(/first and last rows of the selection are not loaded/u),
    ).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Cancel' }))
  })

  test('of all rows, selected as a whole, has the displayed ones', async () => {
    const chosen = { ...selected([]), count: Infinity, isWhole: true }
    open({ requested: { chosen, view: { filter } } })
    expect(choices(await openPanel(), 'Rows')).toEqual([
      ['Rows that match the filter', true],
      ['All rows, 3', false],
    ])
    await user.keyboard('{Escape}')
  })

  test('explains how spreadsheets treat formulas, and escapes them on request', async () => {
    const { listBodies } = open()
    const panel = await openPanel()
    const box = panel.getByRole('checkbox', { name: 'Escape formulas' })
    expect(panel.getByText(/The file is an exact copy/u)).toBeTruthy()
    await user.click(box)
    expect(panel.getByText(/so the file is not an exact copy/u)).toBeTruthy()
    await user.click(panel.getByRole('radio', { name: 'JSON' }))
    expect(panel.queryByRole('checkbox', { name: 'Escape formulas' })).toBeNull()
    await user.click(panel.getByRole('radio', { name: 'TSV' }))
    await press(panel)
    expect(
      await screen.findByText(/exported\. Formulas were escaped with an apostrophe/u),
    ).toBeTruthy()
    expect(listBodies(prepares)).toMatchObject([{ format: 'tsv', harmless: true }])
  })

  test('of a search or of SQL conditions can have the displayed rows, too', async () => {
    open({ requested: { view: { where: 'price > 1' } } })
    expect(choices(await openPanel(), 'Rows')).toHaveLength(2)
    cleanup()
    open({ requested: { view: { search: { text: 'o', columns: ['name'] } } } })
    expect(choices(within(await screen.findByRole('dialog')), 'Rows')).toHaveLength(2)
    await user.keyboard('{Escape}')
  })

  test('shows no estimate of a small table that could not be counted', async () => {
    const answers = { [counts]: [] }
    open({ answers, requested: { table: { ...plants, row_estimate: 3 } } })
    expect(choices(await openPanel(), 'Rows')).toEqual([['All rows', true]])
    await user.keyboard('{Escape}')
  })

  test('is written in the chosen format, which describes its purpose', async () => {
    const { listBodies } = open()
    const panel = await openPanel()
    const formats = panel.getByRole('group', { name: 'Format' })
    expect(formats.textContent).toContain('An empty cell is NULL')
    await user.click(panel.getByRole('radio', { name: 'JSON lines' }))
    expect(formats.textContent).toContain('One object per line.')
    await press(panel)
    await done()
    expect(listBodies(prepares)).toMatchObject([{ format: 'jsonl' }])
  })

  test('leaves out deselected columns, and needs one at least', async () => {
    const { listBodies } = open()
    const panel = await openPanel()
    await user.click(panel.getByText('All 3 columns'))
    await user.click(panel.getByRole('checkbox', { name: 'name' }))
    expect(panel.getByText('2 of 3 columns')).toBeTruthy()
    await user.click(panel.getByRole('checkbox', { name: 'id' }))
    await user.click(panel.getByRole('checkbox', { name: 'price' }))
    await user.hover(panel.getByRole('button', { name: 'Export' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Choose at least one column')
    await press(panel)
    expect(listBodies(prepares)).toEqual([])
    await user.click(panel.getByRole('checkbox', { name: 'price' }))
    await press(panel)
    await done()
    expect(listBodies(prepares)).toMatchObject([{ columns: ['price'] }])
  })

  test('that the server refuses shows the reason and keeps its settings', async () => {
    open({
      answers: {
        [prepares]: refusal(422, { kind: 'sql_error', message: 'permission denied for table' }),
      },
    })
    const panel = await openPanel()
    await user.click(panel.getByRole('radio', { name: 'SQL' }))
    await press(panel)
    expect(await panel.findByText('permission denied for table')).toBeTruthy()
    expect(panel.getByRole<HTMLInputElement>('radio', { name: 'SQL' }).checked).toBe(true)
    expect(fetched).toEqual([])
    await user.click(panel.getByRole('button', { name: 'Cancel' }))
  })

  test('needs the right to read rows, and shows that', async () => {
    const { listBodies } = open({ without: 'tenant:Sql:Read' })
    const panel = await openPanel()
    await user.hover(panel.getByRole('button', { name: 'Export' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain('read rows')
    await press(panel)
    expect(listBodies(prepares)).toEqual([])
    await user.click(panel.getByRole('button', { name: 'Cancel' }))
  })
})

describe('a running download', () => {
  test('shows how many rows are written, of how many', async () => {
    let isDone = false
    open({
      answers: {
        [reads()]: () =>
          isDone ? state({ status: 'done', rows: 3 }) : state({ status: 'sending', rows: 2 }),
      },
    })
    await press(await openPanel())
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', {
      name: 'Exporting plants: 2 rows',
    })
    expect([bar.value, bar.max]).toEqual([2, 3])
    isDone = true
    await done()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('is cancelled by a click, and reported as incomplete', async () => {
    let isEnded = false
    const { calls } = open({
      answers: {
        [reads()]: () => state({ status: isEnded ? 'cancelled' : 'sending', rows: 1 }),
        [cancels()]: () => {
          isEnded = true
          return state({ status: 'cancelled', rows: 1 })
        },
      },
    })
    await press(await openPanel())
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(
      await screen.findByText('The export was cancelled. The file is incomplete.'),
    ).toBeTruthy()
    expect(calls.filter(({ route }) => route === cancels())).toHaveLength(1)
  })

  test('that the database does not finish shows the reason', async () => {
    open({
      answers: { [reads()]: state({ status: 'failed', error: 'canceling statement' }) },
    })
    await press(await openPanel())
    expect(await screen.findByText('plants was not exported: canceling statement')).toBeTruthy()
  })
})
