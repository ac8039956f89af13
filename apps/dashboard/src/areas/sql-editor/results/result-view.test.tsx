// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { shop } from '../../../testing/answers.ts'
import { openPart } from '../../../testing/open-part.tsx'
import {
  cellNamed,
  chooseIn,
  openResult,
  orders,
  ordersStatement,
} from '../../../testing/open-result.tsx'
import { unpinResult, usePinnedResults } from '../runs/pinned-results.ts'
import type { StatementResult } from '../runs/run-model.ts'
import { PinnedPane } from './PinnedPane.tsx'
import { ResultView } from './ResultView.tsx'

afterEach(() => {
  cleanup()
  for (const id of ['1 0', '2 0']) unpinResult(id)
  vi.unstubAllGlobals()
})

const summary = {
  updated_at: '2026-01-01T00:00:00Z',
  visibility: 'private',
  folder_id: null,
  is_favourite: false,
  is_own: true,
  owner: null,
  may_change: true,
  version: 1,
}

/** The cells of one column, from top to bottom. */
const shown = (column: number) =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[column]?.textContent)

/** Opens the menu of the heading by the key of its column. */
async function openColumnMenu(column: number) {
  const row = (await screen.findAllByRole('row'))[1]
  await userEvent.click(within(row as HTMLElement).getAllByRole('gridcell')[column] as HTMLElement)
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
}

async function sortBy(column: number, item: string) {
  await openColumnMenu(column)
  await userEvent.click(await screen.findByRole('menuitemradio', { name: item }))
}

describe('rows', () => {
  test('are sorted by their type, exactly, with a note', async () => {
    openResult()
    await cellNamed('9.5')
    await sortBy(2, 'Sort descending')
    await screen.findByText('Sorted in this browser by total (numeric)')
    expect(shown(2)).toEqual(['9007199254740993.1', '10', '9.5'])
    await openColumnMenu(2)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Clear sort' }))
    await waitFor(() => expect(shown(0)).toEqual(['1', '2', '3']))
  })

  test('of text are sorted by the language of the browser, with a note', async () => {
    openResult()
    await cellNamed('FR')
    await sortBy(1, 'Sort ascending')
    expect(
      await screen.findByText(/Sorted by \w+ with the collation of this browser/u),
    ).toBeTruthy()
    expect(shown(1)).toEqual(['DE', 'DE', 'FR'])
  })

  test('are filtered locally, and keep their original numbers', async () => {
    openResult()
    await cellNamed('FR')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter rows' }), 'false')
    expect(await screen.findByText('1 of 3 rows match')).toBeTruthy()
    expect(shown(0)).toEqual(['2'])
    expect(screen.getByRole('rowheader').textContent).toContain('2')
    await userEvent.type(screen.getByRole('searchbox'), ' nowhere')
    expect(await screen.findByText('No matching rows')).toBeTruthy()
  })

  test('that are incomplete are sorted with a warning; only a new query uses the database', async () => {
    const path = `/platform/projects/${shop.ref}/content`
    const { listBodies, calls, address } = openResult(
      { limit: 3 },
      { [`POST ${path}`]: (body: unknown) => ({ ...summary, ...(body as object) }) },
    )
    await cellNamed('FR')
    await sortBy(2, 'Sort ascending')
    await screen.findByText(/Limited to the first 3 rows: only the 3 loaded rows/u)
    await userEvent.click(screen.getByRole('button', { name: 'New query with this order' }))
    await waitFor(() => expect(address()).toMatch(/\/sql\/[\da-f-]{36}$/u))
    expect(listBodies(`POST ${path}`)).toEqual([
      expect.objectContaining({
        name: 'Ordered result',
        sql: 'select *\nfrom (\nselect * from shop.orders\n) as result\norder by 3;\n',
      }),
    ])
    expect(calls.some(({ route }) => route.includes('/query'))).toBe(false)
  })

  test('that are still loading are in their original order, and charted once complete', async () => {
    openResult({ result: { ...orders, state: 'running' } })
    await cellNamed('FR')
    await sortBy(2, 'Sort descending')
    await screen.findByText('Sorted and filtered when loading finishes.')
    expect(shown(0)).toEqual(['1', '2', '3'])
    await userEvent.click(screen.getByRole('tab', { name: 'Chart' }))
    expect(await screen.findByText('Shown when loading finishes: 3 rows so far')).toBeTruthy()
  })

  test('that are still loading cannot be copied or pinned yet', async () => {
    openResult({ result: { ...orders, state: 'running' } })
    await cellNamed('FR')
    for (const name of ['Copy rows', 'Download rows', 'Pin result'])
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('a row', () => {
  test('is shown with all its columns, and the next one by a key', async () => {
    openResult()
    await userEvent.click(await cellNamed('FR'))
    await userEvent.keyboard('{Enter}')
    const panel = await screen.findByRole('complementary', { name: 'Row' })
    expect(within(panel).getByText('Row 2 of 3')).toBeTruthy()
    expect(within(panel).getByText('9.5')).toBeTruthy()
    await userEvent.keyboard('{ArrowDown}')
    expect(await within(panel).findByText('9007199254740993.1')).toBeTruthy()
    expect(within(panel).getByText('NULL')).toBeTruthy()
    expect(
      within(panel).getByRole('button', { name: 'Next row' }).getAttribute('aria-disabled'),
    ).toBe('true')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('complementary', { name: 'Row' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('grid', { name: 'Result' }))
  })
})

describe('a chart', () => {
  test('is restored for this query, and its points are read by keys with all digits', async () => {
    sqlStorage.resultChart(shop.ref, 'one').remove()
    const { address } = openResult()
    await userEvent.click(await screen.findByRole('tab', { name: 'Chart' }))
    await userEvent.selectOptions(await screen.findByLabelText('Type'), 'Line')
    await userEvent.selectOptions(screen.getByLabelText('X'), 'id')
    const drawing = await screen.findByRole('group', { name: 'Chart of total by id' })
    drawing.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(within(drawing).getByRole('status').textContent).toContain('9007199254740993.1')
    await userEvent.click(screen.getByLabelText('Log scale'))
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    expect(screen.getByRole('rowheader', { name: '3' })).toBeTruthy()
    expect(JSON.parse(sqlStorage.resultChart(shop.ref, 'one').get() ?? '')).toMatchObject({
      type: 'line',
      x: 'id',
      isLog: true,
    })
    expect(address()).toBe('/')
  })

  test.each(['Bars', 'Area', 'Scatter'])(
    'of the type %s is drawn with labels and swapped axes',
    async (type) => {
      openResult()
      await userEvent.click(await screen.findByRole('tab', { name: 'Chart' }))
      await userEvent.selectOptions(await screen.findByLabelText('Type'), type)
      await userEvent.selectOptions(screen.getByLabelText('X'), 'id')
      await userEvent.click(screen.getByLabelText('Labels'))
      await userEvent.click(screen.getByLabelText('Swap axes'))
      const drawing = await screen.findByRole('img', { name: /^total by id: 3 points/u })
      expect(drawing.querySelector('canvas')).toBeTruthy()
    },
  )
})

test('a pivot adds the numbers exactly, and is copied like any result', async () => {
  userEvent.setup()
  openResult()
  await userEvent.click(await screen.findByRole('tab', { name: 'Pivot' }))
  expect(await screen.findByRole('grid', { name: 'Pivot' })).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Rows'), 'country')
  await userEvent.selectOptions(screen.getByLabelText('Columns'), 'None')
  expect(await cellNamed('9007199254741003.1')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Measure'), 'count')
  await chooseIn('Copy rows', 'CSV')
  await screen.findByText('2 rows copied as CSV')
  expect(await navigator.clipboard.readText()).toBe('country,count\r\nDE,2\r\nFR,1\r\n')
})

describe('a map', () => {
  const positions: StatementResult = {
    ...orders,
    fields: [
      { name: 'name', type: 'text' },
      { name: 'latitude', type: 'numeric' },
      { name: 'longitude', type: 'numeric' },
    ],
    rows: [
      ['Berlin', '52.5', '13.4'],
      ['Nowhere', '152.5', '13.4'],
    ],
    rowCount: 2,
  }

  test('is offered when columns have positions', async () => {
    openResult({ result: positions })
    await userEvent.click(await screen.findByRole('tab', { name: 'Map' }))
    const map = await screen.findByRole('img', { name: 'Map of 1 point' })
    expect(screen.getByText(/1 row without valid coordinates/u)).toBeTruthy()
    expect(within(map).getByText('name: Berlin', { exact: false })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Fit world' }))
    expect(within(map).getByText('60° N')).toBeTruthy()
    await userEvent.click(map.querySelector('circle') ?? map)
    const panel = await screen.findByRole('complementary', { name: 'Row' })
    expect(within(panel).getByText('Berlin')).toBeTruthy()
  })

  test('is not offered for other rows', async () => {
    openResult()
    await cellNamed('FR')
    expect(screen.queryByRole('tab', { name: 'Map' })).toBeNull()
  })
})

describe('a pinned result', () => {
  const later = { ...orders, rows: [...orders.rows.slice(0, 2), ['4', 'IT', '1', 't']] }

  const noneAdjacent = { statements: [], chosen: undefined, onChoose: () => undefined }

  function Both() {
    const pinned = usePinnedResults(shop.ref)
    return (
      <>
        <ResultView
          id="1 0"
          result={orders}
          projectRef={shop.ref}
          queryId="one"
          statement={ordersStatement}
        />
        <PinnedPane pinned={pinned} present={later} {...noneAdjacent} />
      </>
    )
  }

  test('stays next to the next one, shows differences, and disappears when it is unpinned', async () => {
    openPart(Both)
    await cellNamed('FR')
    await userEvent.click(screen.getByRole('button', { name: 'Pin result' }))
    const pane = await screen.findByRole('complementary', { name: 'Pinned result' })
    expect(within(pane).getByText(/select \* from shop\.orders/u)).toBeTruthy()
    expect(pane.textContent).toContain(
      '3 rows: 2 in both results, 1 only in this one, 1 only in the current result',
    )
    await userEvent.click(within(pane).getByRole('button', { name: 'Unpin' }))
    expect(screen.queryByRole('complementary', { name: 'Pinned result' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Pin result' })).toBeTruthy()
  })
})
