// @vitest-environment jsdom
import type { TableSummary } from '@basalt/contract/database/tables'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const tables = ['accounts', 'events', 'orders', 'reports'].map((name, at): TableSummary => ({
  id: at + 1,
  name,
  schema: 'public',
  kind: 'table',
  rls_enabled: true,
  row_estimate: 3,
}))

const database = `/platform/pg-meta/${shop.ref}`

const field = () => screen.getByRole('searchbox', { name: 'Search tables' })
const row = (name: RegExp) => screen.findByRole('treeitem', { name })
const focused = () => document.activeElement?.getAttribute('aria-label')
const focusComesTo = (label: string) => waitFor(() => expect(focused()).toBe(label))

/** The list, whose searches are answered once `letOn` was called. */
async function open() {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  const { address } = openApp(
    `/project/${shop.ref}/editor`,
    signedIn({
      [`GET ${database}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`GET ${database}/tables`]: async (_: unknown, query: URLSearchParams) => {
        const search = query.get('search') ?? ''
        if (search !== '') await until
        return { tables: tables.filter(({ name }) => name.includes(search)), has_more: false }
      },
      ...Object.fromEntries(
        tables.flatMap((one) => [
          [`GET ${database}/tables/${one.id}`, { ...one, comment: null, key: [], columns: [] }],
          [`GET ${database}/tables/${one.id}/rows`, { rows: [], has_more: false }],
        ]),
      ),
    }),
  )
  await row(/^accounts/u)
  // The keys are loaded after the first render.
  await vi.dynamicImportSettled()
  return { address, release }
}

/** Long enough for a search request and its answer. */
const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 300)
  })

test('the down arrow leads to the first row, and further', async () => {
  await open()
  await userEvent.type(field(), '{ArrowDown}')
  await focusComesTo('accounts, Table')
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('events, Table')
})

test('the down arrow waits for the search typed before it', async () => {
  const { release } = await open()
  await userEvent.type(field(), 'or{ArrowDown}')
  await settle()
  expect(document.activeElement).toBe(field())
  release()
  await focusComesTo('orders, Table')
})

test('Enter opens the first found table in a persistent tab, without moving the focus', async () => {
  const { address, release } = await open()
  await userEvent.type(field(), 'or{Enter}')
  await settle()
  expect(address()).toMatch(/\/editor$/u)
  release()
  await waitFor(() => expect(address()).toContain('/editor/3'))
  const tabs = within(await screen.findByRole('navigation', { name: 'Open tables' }))
  expect(await tabs.findByRole('link', { name: 'orders' })).toBeTruthy()
  expect(document.activeElement).toBe(field())
  await userEvent.clear(field())
  await userEvent.type(field(), 'event')
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^orders/u })).toBeNull())
  await row(/^events/u)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toContain('/editor/2'))
})

test.each([
  ['more that is typed', 'd'],
  ['a letter that is taken away again', 'd{Backspace}'],
  ['Escape', '{Escape}'],
  ['the way to another field', '{Shift>}{Tab}{/Shift}'],
])('Enter opens nothing when it is followed by %s', async (_, keys) => {
  const { address, release } = await open()
  await userEvent.type(field(), 'or{Enter}')
  await userEvent.keyboard(keys)
  release()
  await settle()
  await row(/^orders/u)
  expect(address()).toMatch(/\/editor$/u)
})

test('Enter opens nothing without a search or a result', async () => {
  const { address, release } = await open()
  release()
  await userEvent.type(field(), '{Enter}nowhere{Enter}')
  await screen.findByText('No tables match “nowhere”')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await settle()
  expect(address()).toMatch(/\/editor$/u)
  expect(document.activeElement).toBe(field())
})

test('Escape clears the search, and all tables are listed again', async () => {
  const { release } = await open()
  release()
  await userEvent.type(field(), 'or')
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^accounts/u })).toBeNull())
  await userEvent.keyboard('{Escape}')
  await row(/^accounts/u)
  expect(document.activeElement).toBe(field())
  expect(field()).toHaveProperty('value', '')
})
