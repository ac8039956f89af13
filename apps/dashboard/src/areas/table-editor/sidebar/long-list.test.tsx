// @vitest-environment jsdom
import { behindTable, type TableSummary } from '@basalt/contract/database/tables'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { profile, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const tables = Array.from({ length: 700 }, (_, at): TableSummary => ({
  id: at + 1,
  name: `t${at}`,
  schema: 'public',
  kind: 'table',
  rls_enabled: true,
  row_estimate: 3,
}))

const database = `/platform/pg-meta/${shop.ref}`

/** The server's tables for a query: the first 200, or 250 after others. */
function answerTo(query: URLSearchParams) {
  const ids = query.get('ids')?.split(',')
  if (ids !== undefined) {
    return { tables: tables.filter(({ id }) => ids.includes(String(id))), has_more: false }
  }
  const after = query.get('after')
  const from = after === null ? 0 : tables.findIndex((one) => behindTable(one) === after) + 1
  const end = from === 0 ? 200 : from + 250
  return { tables: tables.slice(from, end), has_more: end < tables.length }
}

const tree = () => screen.findByRole('tree', { name: 'Tables in public' })
const item = async (name: RegExp) => within(await tree()).findByRole('treeitem', { name })
const focused = () => String(document.activeElement?.getAttribute('aria-label'))
const focusComesTo = (label: string) => waitFor(() => expect(focused()).toBe(label))
const allAreRead = () =>
  waitFor(async () => expect((await tree()).style.height).toBe(`${tables.length * 40}px`))

/** Long enough for any later focus change. */
const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 100)
  })

/** The page of a table, or of none; further pages of the list wait for `until`. */
function openPage(path: string, until?: Promise<void>) {
  openApp(
    `/project/${shop.ref}/editor${path}`,
    signedIn({
      [`GET ${database}/schemas`]: [
        { name: 'public', owner: 'postgres' },
        { name: 'shop', owner: 'postgres' },
      ],
      [`GET ${database}/tables`]: async (_: unknown, query: URLSearchParams) => {
        if (query.has('after')) await until
        return answerTo(query)
      },
      ...Object.fromEntries(
        tables.flatMap((one) => [
          [`GET ${database}/tables/${one.id}`, { ...one, comment: null, key: [], columns: [] }],
          [`GET ${database}/tables/${one.id}/rows`, { rows: [], has_more: false }],
        ]),
      ),
    }),
  )
}

/** The list with the focus on its first row; further pages wait for `until`. */
async function open(until?: Promise<void>) {
  openPage('', until)
  ;(await item(/^t0,/u)).focus()
}

/** The list while End waits for the second page. */
async function openAndEnd() {
  let release = () => {}
  await open(new Promise((resolve) => (release = resolve)))
  await userEvent.keyboard('{End}')
  await focusComesTo('t199, Table')
  return { release }
}

test.each<[number[], string, string]>([
  [[], 't699', 't698'],
  [[301], 't699', 't698'],
  [[700], 't698', 't697'],
  [[301, 700], 't698', 't697'],
])('End goes to the last table, with %j kept on top', async (favourites, last, above) => {
  await open()
  act(() => storage.favouriteTables(profile.id, shop.ref).set(favourites))
  await waitFor(() =>
    expect(screen.queryAllByRole('treeitem', { name: /favourite/u })).toHaveLength(
      favourites.length,
    ),
  )
  await userEvent.keyboard('{End}')
  await focusComesTo(`${last}, Table`)
  await allAreRead()
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe(`${last}, Table`)
  await userEvent.keyboard('{ArrowUp}')
  await focusComesTo(`${above}, Table`)
})

test.each([
  ['{Home}', 't0, Table'],
  ['{ArrowUp}', 't198, Table'],
  ['t', 't0, Table'],
  [' ', 't199, Table'],
  ['{Control>}{Enter}{/Control}', 't199, Table, favourite'],
])('%s while End is loading replaces it', async (key, label) => {
  const { release } = await openAndEnd()
  await userEvent.keyboard(key)
  await focusComesTo(label)
  release()
  await settle()
  expect(focused()).toBe(label)
})

test('a click into another field while End is loading keeps the focus there', async () => {
  const { release } = await openAndEnd()
  const search = screen.getByRole('searchbox', { name: 'Search tables' })
  await userEvent.click(search)
  release()
  await allAreRead()
  await settle()
  expect(document.activeElement).toBe(search)
})

test('a click on another row while End is loading keeps the focus there', async () => {
  const { release } = await openAndEnd()
  const row = await item(/^t190,/u)
  await userEvent.click(row)
  release()
  await settle()
  expect(document.activeElement).toBe(row)
})

test('a distant row that is pinned keeps the focus, and the keys continue from it', async () => {
  await open()
  await userEvent.keyboard('{End}')
  await focusComesTo('t699, Table')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(document.querySelector('[data-place="0"]')?.getAttribute('aria-label')).toBe(
      't699, Table, favourite',
    ),
  )
  expect(focused()).toBe('t699, Table, favourite')
  await userEvent.keyboard('{ArrowDown}')
  await focusComesTo('t0, Table')
})

/** The scroll container: as high as the window, because the DOM has no layout. */
const box = async () => (await tree()).parentElement ?? document.body
const getMiddle = (position: number) => position * 40 - (innerHeight - 40) / 2
const standsAt = (top: number) => waitFor(async () => expect((await box()).scrollTop).toBe(top))
const isOpen = async (name: RegExp) =>
  waitFor(async () => expect((await item(name)).getAttribute('aria-selected')).toBe('true'))
const scrollTo = (list: HTMLElement, top: number) => {
  list.scrollTop = top
  fireEvent.scroll(list)
}
const searchField = () => screen.getByRole('searchbox', { name: 'Search tables' })

/** Number of requested pages of the list. */
const pagesRequested = () =>
  vi
    .mocked(globalThis.fetch)
    .mock.calls.filter(([url]) => typeof url === 'string' && url.includes('after=')).length

describe('the row of the open table', () => {
  test('is loaded and scrolled to the middle when its address is opened', async () => {
    openPage('/650')
    await isOpen(/^t649,/u)
    await standsAt(getMiddle(649))
    expect(document.activeElement).toBe(document.body)
  })

  test('scrolls into view for any navigation, without moving the focus', async () => {
    openPage('/3')
    const stored = [3, 181, 650].map((id) => ({ ...tables[id - 1], isPreview: false }))
    act(() => storage.openTables(shop.ref).set(JSON.stringify(stored)))
    await isOpen(/^t2,/u)
    await settle()
    expect((await box()).scrollTop).toBe(0)
    for (const [name, top] of [
      ['t180', getMiddle(180)],
      ['t649', getMiddle(649)],
      ['t2', getMiddle(2)],
    ] as const) {
      const bar = within(screen.getByRole('navigation', { name: 'Open tables' }))
      const tab = await bar.findByRole('link', { name })
      await userEvent.click(tab)
      await isOpen(new RegExp(`^${name},`, 'u'))
      await standsAt(Math.max(0, top))
      expect(document.activeElement).toBe(tab)
    }
  })

  test('does not scroll the list in which it was clicked', async () => {
    openPage('/3')
    await isOpen(/^t2,/u)
    const list = await box()
    scrollTo(list, 190)
    // The first is half above the edge, and the last half below it.
    for (const name of [/^t4,/u, /^t23,/u, /^t10,/u]) {
      await userEvent.click(within(await item(name)).getByRole('link'))
      await isOpen(name)
      await settle()
      expect(list.scrollTop).toBe(190)
    }
  })

  test('is not scrolled when more tables are loaded for another reason', async () => {
    openPage('/3')
    await isOpen(/^t2,/u)
    ;(await item(/^t0,/u)).focus()
    await userEvent.keyboard('{End}')
    await focusComesTo('t699, Table')
    await allAreRead()
    const { scrollTop } = await box()
    await settle()
    expect((await box()).scrollTop).toBe(scrollTop)
    expect(scrollTop).toBeGreaterThan(getMiddle(650))
  })

  test.each<[string, (list: HTMLElement) => unknown, number]>([
    ['a scroll', (list) => scrollTo(list, 40), 40],
    ['a turn of the wheel', (list) => fireEvent.wheel(list), 0],
    ['a press', (list) => fireEvent.pointerDown(list), 0],
    ['a key', async () => fireEvent.keyDown(await item(/^t0,/u), { key: 'Home' }), 0],
    ['a search', () => fireEvent.input(searchField(), { target: { value: 't1' } }), 0],
  ])('is not read on to any more after %s', async (_, act_, top) => {
    let release = () => {}
    openPage('/650', new Promise((resolve) => (release = resolve)))
    await item(/^t0,/u)
    await waitFor(() => expect(pagesRequested()).toBe(1))
    await act_(await box())
    release()
    await settle()
    await settle()
    expect([pagesRequested(), (await box()).scrollTop]).toEqual([1, top])
  })

  test('is not searched in another schema, nor when a search excludes it', async () => {
    openPage('/650', new Promise(() => {}))
    await waitFor(() => expect(pagesRequested()).toBe(1))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Schema' }), 'shop')
    await screen.findByRole('tree', { name: 'Tables in shop' })
    await userEvent.type(searchField(), 't1')
    await settle()
    await settle()
    expect(pagesRequested()).toBe(1)
  })
})
