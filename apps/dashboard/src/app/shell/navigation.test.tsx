import type { Project } from '@basalt/contract/project/project-reading'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { acme, install, profile, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const home = `/project/${shop.ref}`
const rail = () => within(screen.getByRole('navigation', { name: 'Product' }))
const areas = () =>
  rail()
    .getAllByRole('link')
    .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])
const currentArea = () =>
  rail()
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.getAttribute('aria-label'))

describe('the rail', () => {
  test('in a project has its areas and marks the open one', async () => {
    openApp(home, signedIn())
    await screen.findByRole('heading', { name: 'Shop' })
    expect(areas()).toEqual([
      ['Home', home],
      ['Table editor', `${home}/editor`],
      ['SQL editor', `${home}/sql`],
      ['Database', `${home}/database/schemas`],
      ['Advisors', `${home}/advisors/security`],
      ['Observability', `${home}/observability`],
      ['Integrations', `${home}/integrations`],
      ['Logs', `${home}/logs/edge_logs`],
      ['Settings', `${home}/settings/general`],
    ])
    expect(currentArea()).toEqual(['Home'])
  })

  test('in an organization leads to its projects and to the others', async () => {
    openApp('/org/acme', signedIn())
    await screen.findByRole('heading', { name: 'Acme' })
    expect(areas()).toEqual([
      ['Organizations', '/organizations'],
      ['Projects', '/org/acme'],
    ])
    expect(currentArea()).toEqual(['Projects'])
  })

  test('in the account leads to the account, and to the organizations', async () => {
    openApp('/account/tokens', signedIn({ 'GET /platform/profile/access-tokens': [] }))
    await screen.findByRole('heading', { name: 'Access tokens' })
    expect(areas().map(([label]) => label)).toEqual(['Organizations', 'Account'])
    expect(currentArea()).toEqual(['Account'])
  })

  test('of an install for one project names no organizations', async () => {
    const only = { ...shop, ref: 'default', name: 'Database' }
    openApp(
      '/project/default',
      signedIn({
        'GET /platform/projects': [only],
        'GET /platform/projects/default': only,
      }),
      { ...install, capabilities: ['admin-password'] },
    )
    await screen.findByRole('heading', { name: 'Database' })
    expect(areas().map(([label]) => label)).toEqual([
      'Home',
      'Table editor',
      'SQL editor',
      'Database',
      'Advisors',
      'Observability',
      'Integrations',
      'Logs',
      'Settings',
    ])
    const breadcrumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(breadcrumb.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/project/default',
    ])
    expect(breadcrumb.queryByRole('button')).toBeNull()
  })

  test('stays expanded on this device once it was expanded', async () => {
    openApp('/organizations', signedIn())
    await userEvent.click(await screen.findByRole('button', { name: 'Expand navigation' }))
    const fold = screen.getByRole('button', { name: 'Collapse navigation' })
    expect(fold.getAttribute('aria-pressed')).toBe('true')
    expect(localStorage.getItem('basalt.rail-pinned')).toBe('true')
  })
})

describe('the panel of a section', () => {
  const listPages = (name: string) =>
    within(screen.getByRole('navigation', { name })).getAllByRole('link')
  const isCurrent = (link: HTMLElement) => link.getAttribute('aria-current') === 'page'

  test('in the account lists the pages about oneself and marks the open one', async () => {
    openApp('/account/tokens', signedIn({ 'GET /platform/profile/access-tokens': [] }))
    await screen.findByRole('heading', { name: 'Access tokens' })
    const links = listPages('Account')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Account',
      'Security',
      'Access tokens',
      'Audit log',
    ])
    expect(links.filter(isCurrent).map(({ textContent }) => textContent)).toEqual(['Access tokens'])
  })

  test('marks the page that a page without an entry belongs to', async () => {
    openApp('/account/tokens/new', signedIn())
    await screen.findByRole('heading', { level: 1 })
    const current = listPages('Account').filter(isCurrent)
    expect(current.map(({ textContent }) => textContent)).toEqual(['Access tokens'])
  })

  test('in an organization lists its pages, and none is current at an unknown address', async () => {
    openApp('/org/acme/nothing', signedIn())
    await screen.findByRole('heading', { name: /^Page not found/u })
    const links = listPages('Organization')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/org/acme',
      '/org/acme/team',
      '/org/acme/usage',
      '/org/acme/billing',
      '/org/acme/audit',
      '/org/acme/security',
      '/org/acme/sso',
      '/org/acme/general',
    ])
    expect(links.filter(isCurrent)).toEqual([])
  })

  test('lists what an install without accounts has', async () => {
    openApp('/account/me', signedIn(), { ...install, capabilities: [] })
    await screen.findByRole('heading', { name: 'Account' })
    const links = listPages('Account')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Account', 'Audit log'])
  })

  test('lists the page of a preview once it is on, and only then', async () => {
    openApp(`${home}/database/migrations`, signedIn())
    await screen.findByRole('heading', { name: 'Migrations' })
    const names = () => listPages('Database').map(({ textContent }) => textContent)
    expect(names()).toContain('Migrations')
    expect(names()).not.toContain('Column-level privileges')
    act(() => storage.preview('CLS').set(true))
    expect(names()).toContain('Column-level privileges')
  })

  test('is a bar above the page where the window is narrow, with the pages in a drawer', async () => {
    const { address } = openApp('/org/acme', signedIn())
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    await screen.findByRole('heading', { name: 'Acme' })
    const bar = await screen.findByRole('button', { name: 'Organization Projects' })
    expect(screen.queryByRole('link', { name: 'General' })).toBeNull()
    expect(bar.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(bar)
    const drawer = within(await screen.findByRole('dialog', { name: 'Organization' }))
    await userEvent.click(drawer.getByRole('link', { name: 'General' }))
    await waitFor(() => expect(address()).toBe('/org/acme/general'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: 'Organization General' })).toBeTruthy()
  })
})

describe('the switchers', () => {
  const cobalt = { ...acme, id: 2, name: 'Cobalt', slug: 'cobalt-7' }
  const warehouse: Project = { ...shop, id: 2, ref: 'warehouse', name: 'Warehouse' }
  const elsewhere: Project = { ...warehouse, ref: 'elsewhere', organization_slug: 'cobalt-7' }
  const open = (url: string) =>
    openApp(
      url,
      signedIn({
        'GET /platform/organizations': [acme, cobalt],
        'GET /platform/projects': [
          shop,
          { ...warehouse, status: 'INACTIVE' },
          { ...elsewhere, name: 'Elsewhere' },
        ],
        'GET /platform/projects/warehouse': warehouse,
      }),
    )
  const offered = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('option')
      .map((option) => option.textContent)

  test('an organization is found by its name or address and opened by keyboard', async () => {
    const { address } = open('/org/acme')
    await userEvent.click(await screen.findByRole('button', { name: 'Switch organization' }))
    const search = await screen.findByPlaceholderText('Find an organization')
    expect(document.activeElement).toBe(search)
    expect(offered()).toEqual(['AcmeFree', 'CobaltFree', 'New organization'])
    await userEvent.type(search, 'lt-7')
    expect(offered()).toEqual(['CobaltFree', 'New organization'])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/org/cobalt-7'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the organization of the page is marked in the list', async () => {
    open('/org/acme')
    await userEvent.click(await screen.findByRole('button', { name: 'Switch organization' }))
    const chosen = await screen.findByRole('option', { name: /Acme/u })
    expect(within(chosen).getByLabelText('Selected')).toBeTruthy()
    expect(screen.getAllByLabelText('Selected')).toHaveLength(1)
  })

  test('a project is switched to among those of its organization, each with its status', async () => {
    const { address } = open(home)
    await userEvent.click(await screen.findByRole('button', { name: 'Switch project' }))
    await screen.findByPlaceholderText('Find a project')
    expect(offered()).toEqual(['ShopHealthy', 'WarehousePaused', 'New project'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/project/warehouse'))
  })

  test('another project opens in the same section, without the id of a query', async () => {
    const { address } = open(`${home}/sql/templates`)
    await userEvent.click(await screen.findByRole('button', { name: 'Switch project' }))
    await userEvent.click(await screen.findByRole('option', { name: /^Warehouse/u }))
    await waitFor(() => expect(address()).toBe('/project/warehouse/sql/templates'))
  })

  test('a new one can always be created, also when nothing matches', async () => {
    const { address } = open(home)
    await userEvent.click(await screen.findByRole('button', { name: 'Switch project' }))
    await userEvent.type(await screen.findByPlaceholderText('Find a project'), 'zinc')
    expect(offered()).toEqual(['New project'])
    await userEvent.click(screen.getByRole('option', { name: 'New project' }))
    await waitFor(() => expect(address()).toBe('/new/acme'))
  })

  test('Escape closes the list, stays on the page and restores the focus', async () => {
    const { address } = open(home)
    const button = await screen.findByRole('button', { name: 'Switch project' })
    await userEvent.click(button)
    await screen.findByPlaceholderText('Find a project')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByPlaceholderText('Find a project')).toBeNull())
    expect(address()).toBe(home)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Switch project')
  })
})

describe('the account menu', () => {
  const getMenu = async (name = 'Olga Berg') => {
    await userEvent.click(await screen.findByRole('button', { name: `Account menu of ${name}` }))
    return screen.findByRole('menu')
  }

  test('shows the signed-in user and links to their pages', async () => {
    const { address } = openApp('/organizations', signedIn())
    const menu = await getMenu()
    expect(within(menu).getByText('olga@example.test')).toBeTruthy()
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent.replace(/G ?A$/u, '')),
    ).toEqual(['Account', 'Access tokens', 'Support', 'Outbox', 'Feature previews', 'Sign out'])
    await userEvent.click(within(menu).getByRole('menuitem', { name: /^Account/u }))
    await waitFor(() => expect(address()).toBe('/account/me'))
  })

  test('shows the address of users without a name', async () => {
    openApp('/organizations', signedIn({ 'GET /platform/profile': { ...profile, name: null } }))
    const menu = await getMenu('olga@example.test')
    expect(within(menu).getAllByText('olga@example.test')).toHaveLength(1)
  })

  test('marks the theme and changes it', async () => {
    openApp('/organizations', signedIn())
    const themes = within(await getMenu()).getAllByRole('menuitemradio')
    expect(themes.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
      ['Dark', 'false'],
      ['Light', 'false'],
      ['Classic dark', 'false'],
      ['System', 'true'],
    ])
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
    expect(localStorage.getItem('basalt.theme')).toBe('"dark"')
  })

  test('without accounts there is no sign-out', async () => {
    const only = { ...shop, ref: 'default' }
    openApp(
      '/project/default',
      signedIn({ 'GET /platform/projects': [only], 'GET /platform/projects/default': only }),
      { ...install, capabilities: [] },
    )
    const items = within(await getMenu()).getAllByRole('menuitem')
    expect(items.map((item) => item.textContent.replace(/G ?A$/u, ''))).toEqual([
      'Account',
      'Support',
      'Feature previews',
    ])
  })

  test('signing out calls the server, deletes local data and redirects to sign-in', async () => {
    let isSignedIn = true
    const out = refusal(401, { kind: 'unauthenticated', message: 'Sign in' })
    const { calls, address } = openApp(
      '/org/acme',
      signedIn({
        'GET /platform/profile': () => (isSignedIn ? profile : out),
        'POST /platform/sign-out': () => {
          isSignedIn = false
          return { ok: true }
        },
      }),
    )
    await screen.findByRole('heading', { name: 'Acme' })
    expect(localStorage.getItem('basalt.last-organization')).toBe('"acme"')
    await userEvent.click(within(await getMenu()).getByRole('menuitem', { name: 'Sign out' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(address()).toBe('/sign-in')
    expect(calls.map(({ route }) => route)).toContain('POST /platform/sign-out')
    expect(localStorage.getItem('basalt.last-organization')).toBeNull()
  })
})
