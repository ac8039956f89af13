import type { Organization } from '@basalt/contract/organization/organization-list'
import type { Project } from '@basalt/contract/project/project-reading'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { acme, install, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const list = 'GET /platform/projects'
const project = (name: string, more: Partial<Project> = {}): Project => ({
  ...shop,
  name,
  ref: name.toLowerCase().padEnd(20, 'x'),
  ...more,
})

const open = (projects: object, url = '/org/acme', organization: Partial<Organization> = {}) =>
  openApp(
    url,
    signedIn({
      [list]: projects,
      'GET /platform/organizations': [{ ...acme, ...organization }],
    }),
  )

const rows = () => within(screen.getByRole('region', { name: 'Projects' })).queryAllByRole('link')
const namesShown = () => rows().map((row) => row.querySelector('.font-medium')?.textContent)

const three = [
  project('Warehouse', { status: 'COMING_UP', inserted_at: '2026-03-01T00:00:00Z' }),
  project('Analytics', { status: 'INACTIVE', inserted_at: '2026-01-01T00:00:00Z' }),
  project('Shop', { status: 'ACTIVE_HEALTHY', inserted_at: '2026-02-01T00:00:00Z' }),
]

describe('the projects of an organization', () => {
  test('are sorted by name and link to their home', async () => {
    open(three)
    await screen.findByRole('link', { name: /Warehouse/u })
    expect(namesShown()).toEqual(['Analytics', 'Shop', 'Warehouse'])
    expect(rows()[1]?.getAttribute('href')).toBe('/project/shopxxxxxxxxxxxxxxxx')
    expect(screen.getByText('3 projects')).toBeTruthy()
  })

  test('show their region and size', async () => {
    const inFrankfurt = project('Shop', { region: 'eu-central-1', compute_size: 'ci_small' })
    const placements = [{ cloud_provider: 'AWS' as const, region: 'eu-central-1' }]
    openApp('/org/acme', signedIn({ [list]: [inFrankfurt] }), { ...install, placements })
    const link = await screen.findByRole('link', { name: /Shop.*Frankfurt/u })
    const row = link.closest('tr')
    cleanup()
    // On one machine the region is meaningless.
    open([inFrankfurt])
    expect(await screen.findByRole('link', { name: /Shop\s*shopx/u })).toBeTruthy()
    expect(screen.queryByText(/Frankfurt/u)).toBeNull()
    expect(row?.textContent).toContain('Small')
  })

  test.each([
    ['newest', ['Warehouse', 'Shop', 'Analytics']],
    ['status', ['Warehouse', 'Shop', 'Analytics']],
    ['nonsense', ['Analytics', 'Shop', 'Warehouse']],
  ])('the order %s of the address is applied if it exists', async (sort, names) => {
    open(three, `/org/acme?sort=${sort}`)
    await screen.findByRole('link', { name: /Warehouse/u })
    expect(namesShown()).toEqual(names)
  })

  test('another order is stored in the address', async () => {
    const { address } = open(three)
    await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Newest first')
    await waitFor(() => expect(namesShown()).toEqual(['Warehouse', 'Shop', 'Analytics']))
    expect(address()).toBe('/org/acme?sort=newest')
  })

  test('are found by name and by ref, and search and order combine', async () => {
    const { address } = open(three, '/org/acme?sort=newest')
    const search = await screen.findByRole('searchbox', { name: 'Search projects' })
    await userEvent.type(search, 'SHOPXX')
    await waitFor(() => expect(namesShown()).toEqual(['Shop']))
    expect(new URL(address(), 'http://basalt.test').searchParams.toString()).toBe(
      'sort=newest&search=SHOPXX',
    )
    expect(screen.getByText('1 of 3 projects')).toBeTruthy()
  })

  test('a search without a match reports that and keeps the field', async () => {
    open(three, '/org/acme?search=zinc')
    expect(await screen.findByText('No project matches “zinc”')).toBeTruthy()
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'zinc')
  })

  test('of other organizations and preview branches are left out', async () => {
    open([
      project('Shop'),
      project('Branch', { parent_project_ref: 'shopxxxxxxxxxxxxxxxx' }),
      project('Elsewhere', { organization_slug: 'other' }),
    ])
    await screen.findByRole('link', { name: /Shop/u })
    expect(namesShown()).toEqual(['Shop'])
  })

  test('have an empty state with the first step', async () => {
    open([])
    expect(await screen.findByRole('heading', { name: 'Create the first project' })).toBeTruthy()
    const links = within(screen.getByRole('main')).getAllByRole('link', { name: 'New project' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/new/acme'])
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  test('that cannot be loaded show the error and can be retried', async () => {
    let isBroken = true
    open(() => (isBroken ? refusal(403, { kind: 'forbidden', message: 'Not today' }) : three))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('The organization could not be loaded')).toBeTruthy()
    isBroken = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /Warehouse/u })).toBeTruthy()
  })
})

test.each([
  ['INACTIVE', 'Paused'],
  ['ACTIVE_HEALTHY', 'Healthy'],
  ['ACTIVE_UNHEALTHY', 'Unhealthy'],
  ['COMING_UP', 'Coming up'],
  ['UNKNOWN', 'Unknown'],
  ['GOING_DOWN', 'Going down'],
  ['INIT_FAILED', 'Setup failed'],
  ['REMOVED', 'Removed'],
  ['RESTARTING', 'Restarting'],
  ['RESTORING', 'Restoring'],
  ['RESTORE_FAILED', 'Restore failed'],
  ['UPGRADING', 'Upgrading'],
  ['PAUSING', 'Pausing'],
  ['PAUSE_FAILED', 'Pause failed'],
  ['RESIZING', 'Resizing'],
] as const)('the status %s is shown as “%s”', async (status, word) => {
  open([project('Shop', { status })])
  await screen.findByRole('link', { name: /Shop/u })
  const [, row = document.body] = screen.getAllByRole('row')
  expect(within(row).getByText(word)).toBeTruthy()
})

describe('the list is polled', () => {
  const listens = async (status: Project['status']) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    let current = status
    const { calls } = open(() => [project('Shop', { status: current })])
    await screen.findByRole('link', { name: /Shop/u })
    const requested = () => calls.filter(({ route }) => route === list).length
    return { requested, becomes: (next: Project['status']) => (current = next) }
  }

  test('every 5 s while a project is starting', async () => {
    const { requested, becomes } = await listens('COMING_UP')
    expect(requested()).toBe(1)
    await vi.advanceTimersByTimeAsync(5000)
    await waitFor(() => expect(requested()).toBe(2))
    becomes('ACTIVE_HEALTHY')
    await vi.advanceTimersByTimeAsync(5000)
    expect(await screen.findByText('Healthy')).toBeTruthy()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(requested()).toBe(3)
  })

  test('not at all while no status changes', async () => {
    const { requested } = await listens('INACTIVE')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requested()).toBe(1)
  })
})

test.each([
  ['Owner', 'Your role: Owner'],
  ['Developer', 'Your role: Developer'],
])('the page shows the user’s role: %s', async (role, words) => {
  open(three, '/org/acme', { role })
  expect(await screen.findByText(words)).toBeTruthy()
})
