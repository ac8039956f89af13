// @vitest-environment jsdom
import { affectedServices, clientLibraries, supportCategories } from '@basalt/catalog'
import type { OperatorSupportSummary, SupportRequest } from '@basalt/contract/support'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { acme, install, profile, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '273cc1d4-58c7-46ed-a774-e7237549e990'
const request: SupportRequest = {
  id,
  number: 12,
  category: 'Dashboard_bug',
  severity: 'High',
  subject: 'The editor is empty',
  status: 'open',
  created_at: '2026-11-21T09:00:00Z',
  updated_at: '2026-11-21T09:00:00Z',
  email: 'olga@example.test',
  has_account: true,
  organization: { slug: 'acme', name: 'Acme' },
  project: { ref: shop.ref, name: 'Shop' },
  affected_services: ['Dashboard'],
  client_library: null,
  message: 'Nothing is shown',
  sid: 'req-1',
  allows_access: true,
  attachments: [{ id: 'f1', name: 'app.log', type: 'text/plain', size_bytes: 1536 }],
  messages: [],
}

const answered: SupportRequest = {
  ...request,
  status: 'answered',
  messages: [{ id: '1', from: 'support', text: 'Try again', created_at: '2026-11-21T10:00:00Z' }],
}

const signedOut = {
  'GET /platform/profile': refusal(401, { kind: 'unauthenticated', message: 'x' }),
}
const create = 'POST /platform/support/requests'
const createPublic = 'POST /platform/support/public-requests'
const attach = 'POST /platform/support/attachments'

const sent = (calls: { route: string; body: unknown }[], route: string) =>
  calls.filter((one) => one.route === route).map(({ body }) => body)

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

async function choose(label: string, option: string) {
  const field = await screen.findByLabelText(label)
  await userEvent.selectOptions(field, await within(field).findByRole('option', { name: option }))
}

describe('the form', () => {
  test('SPEC.md section 3, “Support categories”: each of the ten can be chosen', async () => {
    openApp('/support/new', signedIn())
    const category = await screen.findByLabelText('Category')
    const options = within(category).getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({ value }) => value)).toEqual([
      '',
      ...supportCategories.map((one) => one.id),
    ])
    expect(screen.getAllByRole('checkbox', { name: /./u })).toHaveLength(
      affectedServices.length + 1,
    )
  })

  test('is filled in from the link and sends its values', async () => {
    const { calls, address } = openApp(
      '/support/new?category=dashboard_bug&sid=req-1&subject=Client+error&message=Path+name%3A+%2F',
      signedIn({
        [create]: { id, number: 12 },
        [`GET /platform/support/requests/${id}`]: request,
      }),
    )
    await choose('Severity', 'Urgent')
    await choose('Organization', 'Acme')
    await choose('Project', 'Shop')
    await choose('Client library', 'Python (alpha)')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Database' }))
    await userEvent.click(screen.getByRole('checkbox', { name: /Allow support to access/u }))
    await userEvent.type(screen.getByLabelText('Message'), ' and more')
    await press('Send request')
    await waitFor(() => expect(address()).toBe(`/support/${id}`))
    expect(sent(calls, create)).toEqual([
      {
        category: 'Dashboard_bug',
        severity: 'Urgent',
        affected_services: ['Database'],
        client_library: 'Python (alpha)',
        subject: 'Client error',
        message: 'Path name: / and more',
        sid: 'req-1',
        attachments: [],
        organization_slug: 'acme',
        project_ref: shop.ref,
        allows_access: true,
      },
    ])
    expect(storage.supportDraft.get()).toBeUndefined()
  })

  test('reports each missing value at its field, focuses the first, and sends nothing', async () => {
    const { calls } = openApp('/support/new', signedIn())
    await press('Send request')
    const alerts = await screen.findAllByRole('alert')
    expect(alerts.map(({ textContent }) => textContent)).toEqual([
      'Choose a category',
      'Enter a subject',
      'Enter a message',
    ])
    expect(document.activeElement).toBe(screen.getByLabelText('Category'))
    await choose('Category', 'Billing')
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    expect(sent(calls, create)).toEqual([])
  })

  test('shows a refusal of the server at its field; a failure is above the button', async () => {
    let answer = refusal(400, {
      kind: 'invalid_request',
      message: 'This project does not exist',
      fields: { project_ref: 'This project does not exist' },
    })
    openApp(
      '/support/new?category=problem&subject=A&message=B',
      signedIn({ [create]: () => answer }),
    )
    await choose('Organization', 'Acme')
    await press('Send request')
    expect((await screen.findByRole('alert')).textContent).toBe('This project does not exist')
    answer = refusal(429, { kind: 'rate_limited', message: 'Too many attempts' })
    await press('Send request')
    expect(await screen.findByText('Too many attempts')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('A')
  })

  test('loses no text and no file on a reload', async () => {
    const url = '/support/new?category=problem'
    openApp(url, signedIn({ [attach]: { id, name: 'app.log', type: 'text/plain', size_bytes: 3 } }))
    await userEvent.type(await screen.findByLabelText('Subject'), 'Slow')
    await userEvent.type(screen.getByLabelText('Message'), 'Since noon')
    await userEvent.upload(screen.getByLabelText('Attachments'), new File(['abc'], 'app.log'))
    await screen.findByText('app.log')
    const kept = storage.supportDraft.get()
    cleanup()
    const { calls } = openApp(url, signedIn({ [create]: { id, number: 12 } }))
    // Opening starts with an empty browser; the page itself is rendered after this.
    storage.supportDraft.set(kept)
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('Slow')
    await press('Send request')
    await waitFor(() =>
      expect(sent(calls, create)).toMatchObject([
        { subject: 'Slow', message: 'Since noon', attachments: [id] },
      ]),
    )
  })

  test('cannot allow access without a project or organization', async () => {
    openApp('/support/new', signedIn({ 'GET /platform/organizations': [acme] }))
    const box = await screen.findByRole('checkbox', { name: /Allow support to access/u })
    expect(box).toHaveProperty('disabled', true)
    expect(screen.getByText('Choose an organization to allow this.')).toBeTruthy()
  })

  test('asks for client libraries unless the operator switched them off', async () => {
    openApp('/support/new', signedIn())
    const field = await screen.findByLabelText('Client library')
    const names = within(field).getAllByRole('option').slice(1)
    expect(names.map(({ textContent }) => textContent)).toEqual([...clientLibraries])
    cleanup()
    const disabled_features = ['support:show_client_libraries']
    openApp(
      '/support/new',
      signedIn({ 'GET /platform/profile': { ...profile, disabled_features } }),
    )
    await screen.findByLabelText('Category')
    expect(screen.queryByLabelText('Client library')).toBeNull()
  })
})

describe('attachments', () => {
  const upload = async (...files: File[]) =>
    userEvent.upload(await screen.findByLabelText('Attachments'), files)
  let last = 0
  const stored = (body: unknown) => {
    last += 1
    const { name } = body as { name: string }
    return { id: `f${last}`, name, type: 'text/plain', size_bytes: 3 }
  }

  test('are sent as base64 when they are chosen, and can be removed', async () => {
    const { calls } = openApp('/support/new', signedIn({ [attach]: stored }))
    await upload(new File(['abc'], 'app.log', { type: 'text/plain' }))
    await press('Remove app.log')
    expect(sent(calls, attach)).toEqual([{ name: 'app.log', data: 'YWJj' }])
    expect(screen.queryByText('app.log')).toBeNull()
  })

  test('of more than 5 MB, or more than five, are not sent', async () => {
    const { calls } = openApp('/support/new', signedIn({ [attach]: stored }))
    const large = new File([], 'large.log', { type: 'text/plain' })
    Object.defineProperty(large, 'size', { value: 5 * 1024 * 1024 + 1 })
    await upload(large)
    expect((await screen.findByRole('alert')).textContent).toBe('large.log is larger than 5 MB')
    const names = ['1', '2', '3', '4', '5', '6']
    await upload(...names.map((name) => new File(['x'], `${name}.log`, { type: 'text/plain' })))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Attach at most 5 files'),
    )
    expect(sent(calls, attach)).toEqual([])
  })

  test('that the server refuses are named with the reason', async () => {
    const answer = refusal(400, { kind: 'invalid_request', message: 'Only pictures and text' })
    openApp('/support/new', signedIn({ [attach]: answer }))
    await upload(new File(['abc'], 'app.txt', { type: 'text/plain' }))
    expect((await screen.findByRole('alert')).textContent).toBe('app.txt: Only pictures and text')
  })
})

describe('a user who cannot sign in', () => {
  test('sends a request with an address, sees no organizations, and gets the number', async () => {
    const { calls, address } = openApp('/support/new?category=login_issues', {
      ...signedOut,
      [createPublic]: { number: 13 },
    })
    expect(screen.queryByLabelText('Organization')).toBeNull()
    await userEvent.type(await screen.findByLabelText('Your email address'), 'a@example.test')
    await userEvent.type(screen.getByLabelText('Subject'), 'No way in')
    await userEvent.type(screen.getByLabelText('Message'), 'The code is refused')
    await press('Send request')
    expect(await screen.findByText('Request number: 13')).toBeTruthy()
    expect(sent(calls, createPublic)).toMatchObject([
      { email: 'a@example.test', category: 'Login_issues', message: 'The code is refused' },
    ])
    expect(address()).toBe('/support/new?category=login_issues')
    expect(storage.supportDraft.get()).toBeUndefined()
  })

  test('finds the form from the pages before sign-in', async () => {
    const { address } = openApp('/sign-in', signedOut)
    await userEvent.click(await screen.findByRole('link', { name: 'Contact support' }))
    await waitFor(() => expect(address()).toBe('/support/new?category=login_issues'))
    const category = await screen.findByLabelText<HTMLSelectElement>('Category')
    expect(category.value).toBe('Login_issues')
  })

  test('sees an invalid address at its field', async () => {
    openApp('/support/new?category=login_issues&subject=A&message=B', signedOut)
    await press('Send request')
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a valid email address')
  })

  test('on an install without accounts gets the same form', async () => {
    const capabilities = install.capabilities.filter(
      (one) => !['accounts', 'organizations'].includes(one),
    )
    openApp('/support/new', signedIn(), { ...install, capabilities })
    expect(await screen.findByLabelText('Your email address')).toBeTruthy()
  })
})

describe('own requests', () => {
  test('are listed with their state and found by words', async () => {
    const other = {
      ...request,
      id: 'b',
      number: 13,
      subject: 'A refund',
      status: 'closed' as const,
    }
    openApp('/support', signedIn({ 'GET /platform/support/requests': [other, request] }))
    const rows = await screen.findAllByRole('row')
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Closed'),
      expect.stringContaining('Open'),
    ])
    await userEvent.type(screen.getByRole('searchbox'), '#12')
    await waitFor(() => expect(screen.queryByText('A refund')).toBeNull())
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'The editor is empty' })
    expect(new URL(link.href).pathname).toBe(`/support/${id}`)
  })

  test('have an empty state with a link to the form', async () => {
    openApp('/support', signedIn({ 'GET /platform/support/requests': [] }))
    expect(await screen.findByText('No requests yet')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'New request' })).toHaveLength(2)
  })

  test('show the text and the answers, and accept more', async () => {
    const messages = [
      ...answered.messages,
      { id: '2', from: 'author' as const, text: 'It worked', created_at: '2026-11-21T11:00:00Z' },
    ]
    const { calls } = openApp(
      `/support/${id}`,
      signedIn({
        [`GET /platform/support/requests/${id}`]: answered,
        [`POST /platform/support/requests/${id}/messages`]: {
          ...answered,
          status: 'open',
          messages,
        },
      }),
    )
    expect(await screen.findByRole('heading', { name: 'The editor is empty' })).toBeTruthy()
    expect(screen.getByText('Answered')).toBeTruthy()
    expect(screen.getByText('Try again')).toBeTruthy()
    expect(screen.getByRole('button', { name: /app\.log/u }).textContent).toContain('1.5 KB')
    const field = screen.getByLabelText('Add a message')
    await press('Send message')
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a message')
    await userEvent.type(field, 'It worked')
    expect(storage.supportMessage(id).get()).toBe('It worked')
    await press('Send message')
    const said = await screen.findByRole('list', { name: 'Conversation' })
    await waitFor(() => expect(within(said).getByText('It worked')).toBeTruthy())
    expect(sent(calls, `POST /platform/support/requests/${id}/messages`)).toEqual([
      { text: 'It worked' },
    ])
    expect(storage.supportMessage(id).get()).toBeUndefined()
  })

  test('of other users are not found', async () => {
    const answer = refusal(404, { kind: 'not_found', message: 'This request does not exist' })
    openApp(`/support/${id}`, signedIn({ [`GET /platform/support/requests/${id}`]: answer }))
    expect(await screen.findByText('This request was not found')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Your requests' }).length).toBeGreaterThan(0)
  })

  test('redirect to sign-in without a session', async () => {
    const { address } = openApp('/support', signedOut)
    await waitFor(() => expect(address()).toBe('/sign-in?returnTo=%2Fsupport'))
  })
})

describe('the operator', () => {
  const asOperator = { 'GET /platform/profile': { ...profile, is_operator: true } }
  const summary: OperatorSupportSummary = { ...request, organization_name: 'Acme' }

  test('sees the open requests of all users', async () => {
    openApp(
      '/operator/support',
      signedIn({
        ...asOperator,
        'GET /platform/operator/support': { requests: [summary], has_more: false },
      }),
    )
    const [, row] = await screen.findAllByRole('row')
    expect(row?.textContent).toContain('olga@example.test, Acme')
    expect(row?.textContent).toContain('High')
    expect(screen.getByRole('tab', { name: 'Open' }).getAttribute('aria-selected')).toBe('true')
  })

  test('answers and closes', async () => {
    const base = `/platform/operator/support/${id}`
    const { calls } = openApp(
      `/operator/support/${id}`,
      signedIn({
        ...asOperator,
        [`GET ${base}`]: request,
        [`POST ${base}/answers`]: answered,
        [`POST ${base}/close`]: { ...answered, status: 'closed' },
      }),
    )
    await userEvent.type(await screen.findByLabelText('Reply'), 'Try again')
    await press('Send reply')
    expect(await screen.findByText('Reply sent to olga@example.test')).toBeTruthy()
    expect(sent(calls, `POST ${base}/answers`)).toEqual([{ text: 'Try again' }])
    await press('Close request')
    expect(await screen.findByText('Request #12 was closed')).toBeTruthy()
    const close = screen.getByRole('button', { name: 'Close request' })
    expect(close.getAttribute('aria-disabled')).toBe('true')
  })

  test('is required: for other users the pages do not exist', async () => {
    openApp('/operator/support', signedIn())
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
  })
})

test('support is in the profile menu and in the command menu', async () => {
  const { address } = openApp('/organizations', signedIn({ 'GET /platform/support/requests': [] }))
  await press(/Account menu/u)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Support' }))
  await waitFor(() => expect(address()).toBe('/support'))
})
