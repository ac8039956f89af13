// @vitest-environment jsdom
import { behindTable, type TableSummary } from '@basalt/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage.ts'
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

/** The tables that the server names for this question: the first 200, or 250 behind others. */
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

const tree = () => screen.findByRole('tree', { name: 'Tables of public' })
const item = async (name: RegExp) => within(await tree()).findByRole('treeitem', { name })
const focused = () => String(document.activeElement?.getAttribute('aria-label'))
const focusComesTo = (label: string) => waitFor(() => expect(focused()).toBe(label))
const allAreRead = () =>
  waitFor(async () => expect((await tree()).style.height).toBe(`${tables.length * 40}px`))

/** Long enough for whatever would still move the focus. */
const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 100)
  })

/** The list with the focus on its first row; further pages wait for `until`. */
async function open(until?: Promise<void>) {
  openApp(
    `/project/${shop.ref}/editor`,
    signedIn({
      [`GET ${database}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`GET ${database}/tables`]: async (_: unknown, query: URLSearchParams) => {
        if (query.has('after')) await until
        return answerTo(query)
      },
    }),
  )
  ;(await item(/^t0,/u)).focus()
}

/** The list while End waits for the second page. */
async function openAndEnd() {
  let letOn = () => {}
  await open(new Promise((resolve) => (letOn = resolve)))
  await userEvent.keyboard('{End}')
  await focusComesTo('t199, Table')
  return { letOn }
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
])('%s while End reads is what is done in its stead', async (key, label) => {
  const { letOn } = await openAndEnd()
  await userEvent.keyboard(key)
  await focusComesTo(label)
  letOn()
  await settle()
  expect(focused()).toBe(label)
})

test('a press into another field while End reads keeps the focus there', async () => {
  const { letOn } = await openAndEnd()
  const search = screen.getByRole('searchbox', { name: 'Search tables' })
  await userEvent.click(search)
  letOn()
  await allAreRead()
  await settle()
  expect(document.activeElement).toBe(search)
})

test('a press on another row while End reads keeps the focus there', async () => {
  const { letOn } = await openAndEnd()
  const row = await item(/^t190,/u)
  await userEvent.click(row)
  letOn()
  await settle()
  expect(document.activeElement).toBe(row)
})

test('a row far down that becomes a favourite keeps the focus, and the keys go on from it', async () => {
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
