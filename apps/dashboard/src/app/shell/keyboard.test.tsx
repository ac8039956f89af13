import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { followTheme } from '../../lib/browser/theme.ts'
import { acme, install, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { hearPageKeys } from '../../testing/page-keys.ts'

hearPageKeys()

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const home = `/project/${shop.ref}`
const tables = `GET /platform/pg-meta/${shop.ref}/tables`
const table = (id: number, name: string, schema = 'public') => ({
  id,
  schema,
  name,
  kind: 'table',
  rls_enabled: false,
  row_estimate: null,
})
const commandName = 'Search or run a command'

/** The keys are loaded after the page itself, so a visible page may not handle them yet. */
async function openAt(url: string, answers = {}) {
  const app = openApp(url, signedIn(answers))
  await screen.findByRole('heading', { level: 1 })
  await waitFor(async () => {
    await userEvent.keyboard('?')
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return app
}

const openCommands = async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('dialog', { name: commandName })
}
const options = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('option')
    .map((option) => option.textContent)

describe('the command menu', () => {
  test('opens and closes with the same keys and Escape', async () => {
    await openAt('/organizations')
    await openCommands()
    expect(document.activeElement).toBe(screen.getByPlaceholderText(commandName))
    await userEvent.keyboard('{Meta>}k{/Meta}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openCommands()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('opens from the top bar for pointer users', async () => {
    await openAt('/organizations')
    const [button] = screen.getAllByRole('button', { name: new RegExp(commandName, 'u') })
    if (button) await userEvent.click(button)
    expect(await screen.findByRole('dialog', { name: commandName })).toBeTruthy()
  })

  test('goes to a page by a part of its name', async () => {
    const { address } = await openAt(home)
    const dialog = await openCommands()
    await userEvent.keyboard('table ed')
    expect(options(dialog)[0]).toContain('Table editor')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`${home}/editor`))
    expect(screen.queryByRole('dialog', { name: commandName })).toBeNull()
  })

  test('finds a project by its name together with its organization', async () => {
    const { address } = await openAt('/account/me')
    const dialog = await openCommands()
    await userEvent.keyboard('shop acme')
    expect(options(dialog)).toEqual(['ShopAcme'])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(home))
  })

  test('finds tables of the open project on the server and opens them', async () => {
    const { calls, address } = await openAt(home, {
      [tables]: { tables: [table(16_385, 'orders', 'sales')], has_more: false },
    })
    expect(calls.map(({ route }) => route)).not.toContain(tables)
    await openCommands()
    await userEvent.keyboard('ord')
    const found = await screen.findByRole('option', { name: /orders/u })
    expect(found.textContent).toContain('sales')
    await userEvent.click(found)
    await waitFor(() => expect(address()).toBe(`${home}/editor/16385`))
  })

  test('works without tables when the database does not answer', async () => {
    await openAt(home, {
      [tables]: refusal(503, { kind: 'database_unreachable', message: 'Down' }),
    })
    const dialog = await openCommands()
    await userEvent.keyboard('sql')
    await waitFor(() => expect(options(dialog)[0]).toContain('SQL editor'))
  })

  test('sends no query to a database outside of a project', async () => {
    const { calls } = await openAt('/organizations')
    await openCommands()
    await userEvent.keyboard('orders')
    expect(await screen.findByText('No matches for “orders”')).toBeTruthy()
    expect(calls.filter(({ route }) => route.includes('pg-meta'))).toEqual([])
  })

  test('changes the theme, creates projects and signs out', async () => {
    const { address } = await openAt('/organizations')
    followTheme()
    const dialog = await openCommands()
    expect(options(dialog)).toContain('Sign out')
    await userEvent.keyboard('theme classic{Enter}')
    expect(document.documentElement.dataset['theme']).toBe('classic-dark')
    await openCommands()
    await userEvent.keyboard('new project acme{Enter}')
    await waitFor(() => expect(address()).toBe('/new/acme'))
  })
})

describe('navigation keys', () => {
  test.each([
    ['gt', `${home}/editor`],
    ['gs', `${home}/sql/new`],
    ['gp', '/org/acme'],
    ['go', '/organizations'],
    ['ga', '/account/me'],
  ])('%s leads from a project to %s', async (keys, target) => {
    const { address } = await openAt(home)
    await userEvent.keyboard(keys)
    await waitFor(() => expect(address()).toBe(target))
  })

  test('do nothing while the user types', async () => {
    const { address } = await openAt('/organizations')
    await userEvent.type(screen.getByRole('searchbox'), 'ga')
    expect(address()).toBe('/organizations?search=ga')
  })

  test('/ focuses the filter of the page', async () => {
    await openAt('/organizations')
    await userEvent.keyboard('/')
    const field = screen.getByRole('searchbox', { name: 'Search organizations' })
    expect(document.activeElement).toBe(field)
    expect(field).toHaveProperty('value', '')
  })
})

describe('the help', () => {
  test('lists the keys of this page, grouped, and none of another page', async () => {
    await openAt(home)
    await userEvent.keyboard('?')
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const headings = within(help).getAllByRole('heading', { level: 3 })
    expect(headings.map(({ textContent }) => textContent).toSorted()).toEqual(['Everywhere', 'Go'])
    const terms = within(help).getAllByRole('term')
    const listKeys = (label: string) =>
      terms.find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent
    expect(listKeys('Go to Table editor')).toBe('GT')
    expect(listKeys(commandName)).toMatch(/^(?:Ctrl|⌘)K$/u)
    expect(listKeys('Filter the list')).toBe('/')
    expect(listKeys('Go to Access tokens')).toBeUndefined()
  })

  test('names no organizations on installs without them', async () => {
    const only = { ...shop, ref: 'default' }
    openApp(
      '/project/default',
      signedIn({ 'GET /platform/projects': [only], 'GET /platform/projects/default': only }),
      { ...install, capabilities: ['admin-password'] },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }))
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await within(help).findByText('Go to Account')
    expect(within(help).queryByText('Go to Organizations')).toBeNull()
  })
})

test('an organization is offered by name in the command menu', async () => {
  const { address } = await openAt('/account/me', {
    'GET /platform/organizations': [acme, { ...acme, id: 2, name: 'Cobalt', slug: 'cobalt' }],
  })
  await openCommands()
  await userEvent.keyboard('cobalt')
  await userEvent.click(await screen.findByRole('option', { name: 'Cobalt' }))
  await waitFor(() => expect(address()).toBe('/org/cobalt'))
})
