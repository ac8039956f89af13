// @vitest-environment jsdom
import type { TableDetail, TableSummary } from '@basalt/contract/database/tables'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { listenForShortcuts } from '../../../lib/browser/shortcuts.ts'
import { type Answers, rulesFor, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const table = (id: number, name: string, more: Partial<TableSummary> = {}): TableSummary => ({
  id,
  name,
  schema: 'public',
  kind: 'table',
  rls_enabled: true,
  row_estimate: 3,
  ...more,
})

const tables = [
  table(1, 'accounts'),
  table(2, 'events', { kind: 'partitioned_table' }),
  table(3, 'open_table', { rls_enabled: false }),
  table(4, 'orders'),
  table(5, 'reports', { kind: 'view', is_security_invoker: false, row_estimate: null }),
]

const database = `/platform/pg-meta/${shop.ref}`

const detail = (summary: TableSummary): TableDetail => ({
  ...summary,
  comment: null,
  key: [],
  columns: [],
})

const open = (path = '/editor', answers: Answers = {}, shown = tables) =>
  openApp(
    `/project/${shop.ref}${path}`,
    signedIn({
      [`GET ${database}/schemas`]: [
        { name: 'auth', owner: 'postgres', is_protected: true },
        { name: 'public', owner: 'postgres' },
      ],
      [`GET ${database}/tables`]: { tables: shown, has_more: false },
      ...Object.fromEntries(
        tables.flatMap((one) => [
          [`GET ${database}/tables/${one.id}`, detail(one)],
          [`GET ${database}/tables/${one.id}/rows`, { rows: [], has_more: false }],
        ]),
      ),
      ...answers,
    }),
  )

const tree = () => screen.findByRole('tree', { name: 'Tables in public' })
const item = async (name: RegExp | string) => within(await tree()).findByRole('treeitem', { name })
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Open tables' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const focused = () => document.activeElement?.getAttribute('aria-label')

/** A parameter of the request that was made last. */
const lastRequested = (name: string): string | null => {
  const url = vi.mocked(globalThis.fetch).mock.lastCall?.[0]
  return new URL(typeof url === 'string' ? url : '', 'http://basalt.test').searchParams.get(name)
}

describe('the list', () => {
  test('is navigated by arrows, ends and letters, with one row in the tab order', async () => {
    open()
    ;(await item(/^accounts/u)).focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('events, Partitioned table'))
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(focused()).toBe('reports, View, definer'))
    await userEvent.keyboard('or')
    await waitFor(() => expect(focused()).toBe('orders, Table'))
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(focused()).toBe('accounts, Table'))
    const stops = (await tree()).querySelectorAll('[tabindex="0"]')
    expect([...stops].map((one) => one.getAttribute('aria-label'))).toEqual(['accounts, Table'])
  })

  test('shows the schema of the opened table, until another one is chosen', async () => {
    const picker = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Schema' })
    const users = table(9, 'users', { schema: 'auth' })
    open('/editor/9', { [`GET ${database}/tables/9`]: detail(users) })
    await waitFor(async () => expect((await picker()).value).toBe('auth'))
    await userEvent.selectOptions(await picker(), 'public')
    await item(/^accounts/u)
    expect((await picker()).value).toBe('public')
  })

  test('expands partitions below their parent with the arrow keys, and collapses them', async () => {
    open('/editor', {
      [`GET ${database}/tables`]: () =>
        lastRequested('partitions_of') === null
          ? { tables, has_more: false }
          : { tables: [table(9, 'events_2025', { is_partition: true })], has_more: false },
    })
    ;(await item(/^events/u)).focus()
    await userEvent.keyboard('{ArrowRight}')
    const partition = await item(/^events_2025/u)
    expect(partition.getAttribute('aria-level')).toBe('2')
    partition.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(focused()).toBe('events, Partitioned table'))
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.queryByRole('treeitem', { name: /^events_2025/u })).toBeNull()
  })

  test('renders only visible rows, for any number of tables', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => table(at + 1, `t${at}`))
    open('/editor', {}, many)
    const shown = await tree()
    expect(within(shown).getAllByRole('treeitem').length).toBeLessThan(80)
    expect(shown.style.height).toBe(`${10_000 * 40}px`)
  })

  test('opens a table by a click on its icon, too', async () => {
    const { address } = open()
    const icon = (await item(/^orders/u)).querySelector('svg')
    await userEvent.click(icon ?? document.body)
    await waitFor(() => expect(address()).toContain('/editor/4'))
  })

  test('shows in the picker which schemas are protected', async () => {
    open()
    expect(await screen.findByRole('option', { name: 'auth (protected)' })).toBeTruthy()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Schema' }), 'auth')
    expect(await screen.findByText(/a service owns its tables/u)).toBeTruthy()
  })

  test('keeps a pinned table at the top, also after a reload', async () => {
    open()
    ;(await item(/^orders/u)).focus()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(async () => {
      const [first] = within(await tree()).getAllByRole('treeitem')
      expect(first?.getAttribute('aria-label')).toBe('orders, Table, favourite')
    })
    expect(Object.keys(localStorage)).toContain(`basalt.favourites.u1.${shop.ref}`)
  })

  test('sends one request for a search that is typed quickly', async () => {
    const requested: string[] = []
    open()
    await tree()
    const fetched = vi.mocked(globalThis.fetch)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search tables' }), 'acc')
    await waitFor(() => {
      requested.splice(0)
      for (const [url] of fetched.mock.calls) {
        const search = new URL(
          typeof url === 'string' ? url : '',
          'http://basalt.test',
        ).searchParams.get('search')
        if (search !== null) requested.push(search)
      }
      expect(requested).toEqual(['acc'])
    })
  })
})

describe('an open table', () => {
  const protection = `${database}/tables/3/protection`

  test('is protected with one click that shows its SQL and its effect', async () => {
    const answer = {
      statements: ['alter table "public"."open_table" enable row level security'],
      effect: 'Without policies, only the owner can read',
    }
    const { calls } = open('/editor', {
      [`GET ${protection}`]: answer,
      [`POST ${protection}`]: answer,
    })
    await userEvent.click(within(await item(/^open_table/u)).getByText('no RLS'))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/only the owner can read/u)).toBeTruthy()
    expect(dialog.textContent).toContain(
      'alter table "public"."open_table" enable row level security;',
    )
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Row level security is on for open_table')).toBeTruthy()
    expect(calls.filter(({ route }) => route === `POST ${protection}`)).toHaveLength(1)
  })

  test('is marked with the required step, without a dialog when the right is missing', async () => {
    const { calls } = open('/editor', {
      'GET /platform/profile/permissions': rulesFor('Read-only'),
    })
    const badge = within(await item(/^open_table/u)).getByText('no RLS')
    expect(badge.title).toBe(
      'Row level security is off: every role with a grant sees all rows. You need additional permissions to change this table',
    )
    await userEvent.click(badge)
    // The menu shows the confirmation, and would overlap a dialog.
    await userEvent.click(screen.getByRole('button', { name: 'Menu of open_table' }))
    await screen.findByRole('menu')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.filter(({ route }) => route.endsWith('/protection'))).toEqual([])
  })
})

describe('tabs', () => {
  test('are previews until they are kept, and another preview replaces them', async () => {
    open('/editor/1')
    await waitFor(() => expect(tabs()).toEqual(['accounts, preview']))
    ;(await item(/^orders/u)).focus()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(tabs()).toEqual(['orders, preview']))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(tabs()).toEqual(['orders']))
    ;(await item(/^accounts/u)).focus()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(tabs()).toEqual(['orders', 'accounts, preview']))
  })

  test('are moved and closed by keyboard', async () => {
    const { address } = open('/editor/4')
    const stopListening = listenForShortcuts()
    ;(await item(/^orders/u)).focus()
    await userEvent.keyboard('{Enter}')
    ;(await item(/^accounts/u)).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(tabs()).toEqual(['orders', 'accounts']))
    const bar = within(screen.getByRole('navigation', { name: 'Open tables' }))
    bar.getByRole('link', { name: 'accounts' }).focus()
    await userEvent.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}')
    await waitFor(() => expect(tabs()).toEqual(['accounts', 'orders']))
    await userEvent.keyboard('{Alt>}w{/Alt}')
    await waitFor(() => expect(tabs()).toEqual(['orders']))
    expect(address()).toContain('/editor/4')
    stopListening()
  })

  test('of a dropped table are closed, with a message', async () => {
    let now: TableSummary[] = tables
    open('/editor/1', { [`GET ${database}/tables`]: () => ({ tables: now, has_more: false }) })
    ;(await item(/^accounts/u)).focus()
    await userEvent.keyboard('{Enter}')
    ;(await item(/^orders/u)).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(tabs()).toEqual(['accounts', 'orders']))
    now = [table(4, 'orders_new')]
    globalThis.dispatchEvent(new Event('visibilitychange'))
    expect(
      await screen.findByText('public.accounts was dropped, so its tab was closed'),
    ).toBeTruthy()
    await waitFor(() => expect(tabs()).toEqual(['orders_new']))
  })
})

test('the menu of a table copies its name and shows its definition', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  open('/editor', {
    [`GET ${database}/tables/4/definition`]: {
      schema: 'public',
      name: 'orders',
      columns: [],
      primary_keys: [],
      relationships: [],
      sql: 'create table public.orders ();',
    },
  })
  ;(await item(/^orders/u)).focus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  const menu = await screen.findByRole('menu')
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: written },
    configurable: true,
  })
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Copy name' }))
  expect(written).toHaveBeenCalledWith('orders')
  ;(await item(/^orders/u)).focus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Show definition' }))
  const panel = await screen.findByRole('dialog', { name: 'Definition of orders' })
  await waitFor(() => expect(panel.textContent).toContain('create table public.orders ();'))
  expect(within(panel).getByRole('button', { name: 'Download' })).toBeTruthy()
})

describe('a schema without tables', () => {
  test('links to a new table in it', async () => {
    open('/editor', {}, [])
    const link = await screen.findByRole('link', { name: 'New table' })
    expect(link.getAttribute('href')).toBe(`/project/${shop.ref}/editor/new?schema=public`)
    expect(screen.getByText(/Create one with “New table”/u)).toBeTruthy()
  })

  test('suggests the SQL editor without the right to create one here', async () => {
    open('/editor', { 'GET /platform/profile/permissions': rulesFor('Read-only') }, [])
    expect(await screen.findByText(/Create one in the SQL editor/u)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'New table' })).toBeNull()
  })
})

test('dialogs from the menu of a table restore the focus to its row', async () => {
  open('/editor/1')
  await screen.findByRole('grid')
  // The second time all the code of the import is there.
  const names = ['Edit table', 'Duplicate table', 'Show definition', 'Turn on row level security']
  names.push('Import data…', 'Import data…')
  for (const name of names) {
    const row = await item(/^open_table/u)
    row.focus()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await userEvent.click(await screen.findByRole('menuitem', { name }))
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The dialog restores the focus in a later task.
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    expect(focused()).toBe(row.getAttribute('aria-label'))
  }
})

test.each(['/editor', '/editor/4'])(
  'from %s, the row after a table dropped by keyboard gets the focus',
  async (path) => {
    let shown = tables
    open(path, {
      [`GET ${database}/tables`]: () => ({ tables: shown, has_more: false }),
      [`GET ${database}/tables/4/dependents`]: {
        dependents: [],
        referring: [],
        only_for_good: null,
        size_bytes: 65_536,
        row_estimate: 3,
        kept_hours: 24,
      },
      [`POST ${database}/table-changes/preview`]: { statements: [] },
      [`POST ${database}/table-changes`]: () => {
        shown = tables.filter(({ id }) => id !== 4)
        return { id: null, trash_id: null, history_id: null }
      },
    })
    ;(await item(/^orders/u)).focus()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Drop table' }))
    const drop = await screen.findByRole('button', { name: 'Drop table' })
    await waitFor(() => expect(drop.getAttribute('aria-disabled')).toBeNull())
    drop.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^orders/u })).toBeNull())
    await waitFor(() => expect(focused()).toBe('reports, View, definer'))
  },
)
