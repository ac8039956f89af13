import type { Delivery, DeliveryDetails } from '@basalt/contract/webhooks/deliveries'
import type { Hook } from '@basalt/contract/webhooks/webhooks'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/database/hooks`
const base = `/platform/pg-meta/${shop.ref}`
const time = '2026-01-02T02:30:00.000Z'

const hook: Hook = {
  id: 7,
  table_id: 5,
  name: 'notify',
  schema: 'public',
  table: 'orders',
  events: ['INSERT', 'DELETE'],
  state: 'active',
  failing_since: null,
  probe_at: null,
  waiting: 10_001,
  dead: 2,
  url: 'https://example.com/orders',
  method: 'POST',
  headers: { Authorization: 'Bearer {{vault:token}}' },
  params: {},
  fault: null,
  timeout_ms: 5000,
  max_attempts: 10,
  is_signed: true,
  secret_name: 'signing',
  condition: null,
  version: 'v1',
}

const delivery: Delivery = {
  id: '90',
  event_id: '12',
  message_id: '8',
  hook_id: 7,
  hook: 'notify',
  table: 'public.orders',
  operation: 'INSERT',
  status: 'dead',
  attempts: 10,
  status_code: 500,
  error: 'The receiver answered 500',
  created_at: time,
  finished_at: time,
  duration_ms: 12,
  resent_at: null,
}

const details: DeliveryDetails = {
  delivery,
  url: hook.url,
  request_headers: hook.headers,
  record: '{"id": 9007199254740993}',
  old_record: null,
  is_cut: false,
  response_headers: { server: 'shop' },
  response_body: 'out of order',
}

const tables = {
  tables: [
    { id: 5, schema: 'public', name: 'orders', kind: 'table', rls_enabled: true, row_estimate: 2 },
  ],
  has_more: false,
}

const open = (path: string, hooks: Hook[], more: Answers = {}) =>
  openApp(
    path,
    signedIn({
      [`GET ${base}/hooks`]: { is_installed: true, hooks, secrets: ['signing', 'token'] },
      [`GET ${base}/tables`]: tables,
      [`GET ${base}/hook-deliveries`]: { deliveries: [delivery], has_more: false },
      [`GET ${base}/hook-deliveries/90`]: details,
      ...more,
    }),
  )

const sentTo = (calls: ReturnType<typeof open>['calls'], route: string) =>
  calls.findLast((one) => one.route === route)?.body

async function write(field: HTMLElement, text: string) {
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(text)
}

test('a project without webhooks enables them', async () => {
  const { calls } = open(url, [], {
    [`GET ${base}/hooks`]: { is_installed: false, hooks: [], secrets: [] },
    [`POST ${base}/integrations/webhooks/install`]: { ok: true },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Enable webhooks' }))
  await waitFor(() =>
    expect(calls.some(({ route }) => route.endsWith('/webhooks/install'))).toBe(true),
  )
})

test('the list offers to load again what could not be loaded', async () => {
  open(url, [], {
    [`GET ${base}/hooks`]: refusal(400, { kind: 'invalid_request', message: 'Not now' }),
  })
  expect(await screen.findByText('The webhooks could not be loaded')).toBeTruthy()
})

test('a webhook is created with headers as lines and a secret of the vault', async () => {
  const { calls } = open(`${url}?hook=new`, [], { [`POST ${base}/hooks`]: { id: 8 } })
  const form = within(await screen.findByRole('form', { name: 'Webhook' }))
  await write(form.getByLabelText('Name'), 'notify')
  await userEvent.selectOptions(
    form.getByLabelText('Table'),
    await form.findByRole('option', { name: 'public.orders' }),
  )
  await userEvent.click(form.getByLabelText('Insert'))
  await write(form.getByLabelText('URL'), hook.url)
  await write(form.getByLabelText('Headers'), 'without a value')
  await userEvent.selectOptions(form.getByLabelText('Signature'), 'With signing')
  await userEvent.click(form.getByRole('button', { name: 'Create webhook' }))
  expect(await form.findByText('Write "without a value" as name: value')).toBeTruthy()
  expect(form.getByText('Choose an event')).toBeTruthy()
  await write(form.getByLabelText('Headers'), 'Authorization: Bearer {{vault:token}}')
  await userEvent.click(form.getByLabelText('Delete'))
  await userEvent.click(form.getByRole('button', { name: 'Create webhook' }))
  await waitFor(() =>
    expect(sentTo(calls, `POST ${base}/hooks`)).toEqual({
      schema: 'public',
      table: 'orders',
      name: 'notify',
      events: ['DELETE'],
      method: 'POST',
      url: hook.url,
      headers: { Authorization: 'Bearer {{vault:token}}' },
      params: {},
      timeout_ms: 5000,
      max_attempts: 10,
      signature: 'vault',
      secret_name: 'signing',
    }),
  )
})

test('an edit keeps the signature and sends the version that it was made from', async () => {
  const { calls } = open(`${url}/7`, [hook], { [`PUT ${base}/hooks/7`]: { ok: true } })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('form', { name: 'Webhook' }))
  expect(form.queryByLabelText('Table')).toBeNull()
  await write(form.getByLabelText('Attempts'), '3')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sentTo(calls, `PUT ${base}/hooks/7`)).toMatchObject({
      version: 'v1',
      signature: 'keep',
      secret_name: null,
      max_attempts: 3,
      events: ['INSERT', 'DELETE'],
    }),
  )
})

test('the list shows counts, and a webhook is paused, tested and deleted there', async () => {
  const { calls } = open(url, [hook], {
    [`PATCH ${base}/hooks/7`]: { ok: true },
    [`POST ${base}/hooks/7/test`]: { event_id: '13' },
    [`DELETE ${base}/hooks/7`]: { ok: true },
  })
  expect(await screen.findByText('10,000+')).toBeTruthy()
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Actions for notify' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Send test event')
  expect(await screen.findByText('Event 13 of type TEST is on its way')).toBeTruthy()
  await choose('Pause')
  await waitFor(() => expect(sentTo(calls, `PATCH ${base}/hooks/7`)).toEqual({ is_paused: true }))
  await choose('Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the webhook notify?' }))
  expect(dialog.getByText(/10,000\+ waiting events are given up/u)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete webhook' }))
  await waitFor(() =>
    expect(calls.some(({ route }) => route === `DELETE ${base}/hooks/7`)).toBe(true),
  )
})

test('a failing receiver is named and tried now', async () => {
  const failing = { ...hook, state: 'failing' as const, failing_since: time, probe_at: time }
  const { calls } = open(`${url}/7`, [failing], { [`PATCH ${base}/hooks/7`]: { ok: true } })
  expect(await screen.findByText('The receiver fails')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await waitFor(() => expect(sentTo(calls, `PATCH ${base}/hooks/7`)).toEqual({ is_paused: false }))
})

test('the URL opens a delivery, whose row is edited and sent again with all digits', async () => {
  const { calls } = open(`${url}/7?delivery=90`, [hook], {
    [`POST ${base}/hook-deliveries/90/resend`]: { event_id: '14' },
  })
  const panel = within(await screen.findByRole('dialog', { name: 'Event 12' }))
  expect(await panel.findByText('out of order')).toBeTruthy()
  expect(panel.getByText('Authorization: Bearer {{vault:token}}')).toBeTruthy()
  expect(panel.getByText(/with the same webhook-id/u)).toBeTruthy()
  const row = panel.getByLabelText('Row')
  await write(row, '[1]')
  await userEvent.click(panel.getByRole('button', { name: 'Send edited event' }))
  expect(await panel.findByText('Enter an object of JSON')).toBeTruthy()
  expect(panel.getByText(/with a new webhook-id/u)).toBeTruthy()
  await write(row, '{"id": 9007199254740995}')
  await userEvent.click(panel.getByRole('button', { name: 'Send edited event' }))
  await waitFor(() =>
    expect(sentTo(calls, `POST ${base}/hook-deliveries/90/resend`)).toEqual({
      record: '{"id": 9007199254740995}',
    }),
  )
})

test('deliveries of deleted webhooks and dropped tables are found in a view of the list', async () => {
  const { calls } = open(url, [hook], {
    [`GET ${base}/hook-deliveries`]: {
      deliveries: [delivery, { ...delivery, id: '91', hook_id: null, table: 'public.dropped' }],
      has_more: false,
    },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'All deliveries' }))
  expect(await screen.findByText('public.dropped')).toBeTruthy()
  expect(screen.getAllByText('(deleted)')).toHaveLength(1)
  await userEvent.selectOptions(screen.getByLabelText('Webhooks'), 'Deleted webhooks')
  await waitFor(() =>
    expect(calls.some(({ query }) => query.get('webhooks') === 'deleted')).toBe(true),
  )
})

test('waiting events have an address of their own', async () => {
  open(`${url}/7?view=waiting`, [hook], {
    [`GET ${base}/hooks/7/waiting`]: {
      events: [
        {
          event_id: '15',
          operation: 'UPDATE',
          created_at: time,
          attempts: 2,
          next_at: null,
          status_code: 503,
          error: 'The receiver answered 503',
          record: '{"id": 1}',
          old_record: null,
        },
      ],
      has_more: false,
    },
  })
  expect(await screen.findByText('The receiver answered 503')).toBeTruthy()
  expect(screen.getByText('In its turn')).toBeTruthy()
})

test('a replay shows the count, and sends what was counted', async () => {
  const { calls } = open(`${url}/7`, [hook], {
    [`GET ${base}/hook-deliveries/replay`]: { events: 10_001, last_id: '90' },
    [`POST ${base}/hook-deliveries/replay`]: { events: 10_000 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Replay' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Replay events of notify' }))
  expect(await panel.findByText(/The oldest 10,000 are sent/u)).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Send 10,000 events again' }))
  await waitFor(() =>
    expect(sentTo(calls, `POST ${base}/hook-deliveries/replay`)).toEqual({
      hook: 7,
      status: 'dead',
      last_id: '90',
    }),
  )
})

test('the list replays the events of a table', async () => {
  const { calls } = open(url, [hook, { ...hook, id: 8, name: 'other' }], {
    [`GET ${base}/hook-deliveries/replay`]: { events: 1, last_id: '90' },
    [`POST ${base}/hook-deliveries/replay`]: { events: 1 },
  })
  await screen.findByRole('link', { name: 'other' })
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Replay events' }))
  const table = panel.getByLabelText('Table')
  expect(within(table).getAllByRole('option')).toHaveLength(2)
  await userEvent.selectOptions(table, 'public.orders')
  await userEvent.selectOptions(panel.getByLabelText('Outcome'), 'Both')
  await userEvent.click(await panel.findByRole('button', { name: 'Send 1 event again' }))
  await waitFor(() =>
    expect(sentTo(calls, `POST ${base}/hook-deliveries/replay`)).toEqual({
      table: 5,
      last_id: '90',
    }),
  )
})

test('a webhook that was deleted says so', async () => {
  open(`${url}/8`, [hook])
  expect(await screen.findByText('This webhook does not exist')).toBeTruthy()
})
