// @vitest-environment jsdom
import type { AuditEntry } from '@basalt/contract/organization/audit'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { acme, install, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const list = 'GET /platform/organizations/acme/audit'
const verify = `${list}/verify`

const entry = (number: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  chain: 'organization:1',
  number: String(number),
  at: '2026-01-01T10:00:00.000Z',
  action: 'project.renamed',
  outcome: 'done',
  actor: { kind: 'user', id: 'u1', name: 'olga@example.test' },
  project_ref: shop.ref,
  target: { kind: 'project', id: shop.ref, name: 'Store' },
  before: { name: 'Shop' },
  after: { name: 'Store' },
  request_id: 'request-0001',
  ip_address: '127.0.0.1',
  user_agent: 'Firefox',
  hash: 'ab'.repeat(32),
  ...more,
})

const page = (rows: AuditEntry[], more = {}) => ({
  rows,
  next_cursor: null,
  retention_hours: 168,
  ...more,
})

const open = (answer: object, url = '/org/acme/audit', more = {}) =>
  openApp(url, signedIn({ [list]: answer, ...more }))

describe('the audit log', () => {
  test('shows actor, action, target, origin and outcome', async () => {
    open(
      page([
        entry(3),
        entry(2, {
          actor: { kind: 'token', id: 'u1', name: 'olga@example.test (deploy)' },
          outcome: 'refused',
        }),
        entry(1, { actor: { kind: 'system', id: null, name: 'Project lifecycle' } }),
      ]),
    )
    const [, first, second, third] = await screen.findAllByRole('row')
    expect(first?.textContent).toContain('Renamed a project')
    expect(within(first ?? document.body).getByText('Shop')).toBeTruthy()
    expect(within(second ?? document.body).getByText('Access token')).toBeTruthy()
    expect(within(second ?? document.body).getAllByText('Denied').length).toBeGreaterThan(0)
    expect(within(third ?? document.body).getByText('System')).toBeTruthy()
  })

  test('shows the plan’s retention', async () => {
    open(page([entry(1)]))
    expect(await screen.findByText(/Your plan keeps entries for 7 days/u)).toBeTruthy()
  })

  test('opens a row with its changes, the request id and the JSON', async () => {
    open(page([entry(7)]))
    await userEvent.click(await screen.findByRole('button', { name: 'Renamed a project' }))
    const panel = await screen.findByRole('dialog', { name: 'Renamed a project' })
    const changes = within(panel).getByRole('region', { name: 'Changes' })
    expect(changes.textContent).toBe('Changesname− Shop+ Store')
    expect(within(panel).getByText('request-0001')).toBeTruthy()
    await userEvent.click(within(panel).getByRole('tab', { name: 'JSON' }))
    expect(within(panel).getByText(/"number": "7"/u)).toBeTruthy()
  })

  test('has its filters in the address and sends them', async () => {
    const { address } = open(page([entry(1)]))
    await userEvent.selectOptions(await screen.findByLabelText('Result'), 'Failed')
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Projects')
    await waitFor(() => expect(address()).toContain('outcome=failed'))
    await waitFor(() => expect(address()).toContain('action=project'))
    const isRequested = ([url]: unknown[]) =>
      typeof url === 'string' && url.includes('outcome=failed') && url.includes('action=project')
    await waitFor(() => expect(vi.mocked(fetch).mock.calls.some(isRequested)).toBe(true))
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe('/org/acme/audit'))
  })

  test('shows older rows on demand', async () => {
    let requested = 0
    open(() => {
      requested += 1
      return requested === 1 ? page([entry(2)], { next_cursor: 'older' }) : page([entry(1)])
    })
    expect(await screen.findByText(/1 row so far/u)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Load older entries' }))
    expect(await screen.findByText(/2 rows ·/u)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load older entries' })).toBeNull()
  })

  test('without rows explains its content; without a match suggests the next step', async () => {
    open(page([]))
    expect(await screen.findByRole('heading', { name: 'No entries yet' })).toBeTruthy()
    cleanup()
    open(page([]), '/org/acme/audit?outcome=failed')
    expect(await screen.findByRole('heading', { name: 'No matching entries' })).toBeTruthy()
  })

  test('that cannot be loaded shows the error and can be retried', async () => {
    let isBroken = true
    open(() =>
      isBroken ? refusal(403, { kind: 'forbidden', message: 'Not today' }) : page([entry(1)]),
    )
    const alert = await screen.findByRole('alert')
    isBroken = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Renamed a project')).toBeTruthy()
  })

  test('is hidden without the right to read it, and every control has the reason', async () => {
    const { calls } = open(page([entry(1)]), '/org/acme/audit', {
      'GET /platform/profile/permissions': [],
    })
    expect(
      await screen.findByText('You need additional permissions to read the audit log'),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    expect(calls.map(({ route }) => route)).not.toContain(list)
  })
})

describe('verifying', () => {
  const lines = (...all: object[]) =>
    new Response(all.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const result = {
    type: 'result',
    is_whole: true,
    checked: 8,
    first_number: '1',
    last_number: '8',
    head_hash: 'cd'.repeat(32),
    broken: null,
  }
  const press = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Verify' }))
    return screen.findByRole('dialog', { name: 'Verify the audit log' })
  }

  test('a valid log shows the hash of its end', async () => {
    const progress = { type: 'progress', checked: 8, total: 8 }
    open(page([entry(1)]), '/org/acme/audit', { [verify]: lines(progress, result) })
    const dialog = await press()
    expect(await within(dialog).findByText('Verification passed')).toBeTruthy()
    expect(within(dialog).getByText('cd'.repeat(32))).toBeTruthy()
  })

  test('a broken log names the first wrong number', async () => {
    const broken = { number: '5', reason: 'This entry is missing' }
    open(page([entry(1)]), '/org/acme/audit', {
      [verify]: lines({ ...result, is_whole: false, checked: 4, broken }),
    })
    const dialog = await press()
    expect(await within(dialog).findByText('Verification failed at entry 5')).toBeTruthy()
    expect(within(dialog).getByRole('alert').textContent).toContain('This entry is missing')
  })

  test('an incomplete check is no success', async () => {
    open(page([entry(1)]), '/org/acme/audit', {
      [verify]: lines({ type: 'progress', checked: 1, total: 8 }),
    })
    const dialog = await press()
    expect(await within(dialog).findByText('The log could not be verified')).toBeTruthy()
  })
})

describe('the log of the account', () => {
  test('shows the user’s own actions anywhere', async () => {
    openApp('/account/audit', signedIn({ 'GET /platform/profile/audit': page([entry(1)]) }))
    expect(await screen.findByText('Renamed a project')).toBeTruthy()
    expect(screen.getByText(/for the retention period of its plan/u)).toBeTruthy()
  })

  test('exists without accounts as well, with all actions', async () => {
    openApp(
      '/account/audit',
      signedIn({
        'GET /platform/profile/audit': page([entry(1)], { retention_hours: null }),
        'GET /platform/projects': [{ ...shop, organization_slug: acme.slug }],
      }),
      { ...install, capabilities: [] },
    )
    expect(await screen.findByText(/Entries are kept indefinitely/u)).toBeTruthy()
  })
})
