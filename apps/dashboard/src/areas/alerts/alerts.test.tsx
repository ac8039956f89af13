import type { AlertEvent, AlertRule } from '@basalt/contract/alerts/alerts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/observability/alerts`
const base = `/platform/projects/${shop.ref}/alerts`
const id = '00000000-0000-4000-8000-000000000001'
const list = `GET ${base}`
const create = `POST ${base}`
const update = `PUT ${base}/${id}`
const preview = `POST /platform/projects/${shop.ref}/alert-preview`

const rule = (change: Partial<AlertRule> = {}): AlertRule => ({
  id,
  name: 'Errors',
  condition: {
    type: 'error_rate',
    statuses: '5xx',
    percent: 5,
    window_minutes: 5,
    least_requests: 20,
  },
  for_minutes: 5,
  repeat_minutes: null,
  recipients: { type: 'owners' },
  webhook_url: null,
  is_enabled: true,
  created_at: '2026-01-01T00:00:00.000Z',
  state: 'ok',
  state_since: '2026-01-01T00:00:00.000Z',
  evaluated_at: '2026-01-01T00:00:00.000Z',
  value: 1.25,
  problem: null,
  silenced_until: null,
  silence_reason: null,
  delivery_error: null,
  ...change,
})

const previewed = { fired: 3, firing_minutes: 12, no_data_minutes: 0, extreme: 40 }

const open = (rows: AlertRule[], more: Answers = {}, path = url) =>
  openApp(path, signedIn({ [list]: rows, [preview]: previewed, ...more }))

const bodyOf = (calls: ReturnType<typeof open>['calls'], route: string) =>
  calls.findLast((call) => call.route === route)?.body

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Errors' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

describe('the list', () => {
  test('says each rule in words, with its state and the measured value', async () => {
    open([rule()])
    expect(
      await screen.findByText('API server errors above 5 % within 5 minutes, for 5 minutes'),
    ).toBeTruthy()
    expect(screen.getByText('OK')).toBeTruthy()
    expect(screen.getByText('1.3 %')).toBeTruthy()
  })

  test('shows missing data with their reason, never as OK', async () => {
    open([rule({ state: 'no_data', value: null, problem: 'The log store does not answer' })])
    expect(await screen.findByText('No data')).toBeTruthy()
    expect(screen.getByText('The log store does not answer')).toBeTruthy()
  })

  test('shows a silence with its reason, and a notification that was not delivered', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    open([
      rule({
        state: 'firing',
        silenced_until: later,
        silence_reason: 'Load test',
        delivery_error: 'The receiver answered 503',
      }),
    ])
    expect(await screen.findByText(/^Silenced until .*: Load test$/u)).toBeTruthy()
    expect(screen.getByText('Not delivered yet: The receiver answered 503')).toBeTruthy()
  })

  test('explains alerts when there is none', async () => {
    open([])
    expect(await screen.findByRole('heading', { name: 'No alerts' })).toBeTruthy()
  })

  test('offers to load again what could not be loaded', async () => {
    open([], { [list]: refusal(400, { kind: 'invalid_request', message: 'Not now' }) })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('The alerts could not be loaded')).toBeTruthy()
  })

  test('is not requested without the right', async () => {
    const { calls } = open([], {
      'GET /platform/profile/permissions': rulesFor('Owner').filter(
        ({ actions }) => !actions.includes('%'),
      ),
    })
    expect(await screen.findByText(/need additional permissions to see the alerts/u)).toBeTruthy()
    expect(calls.some(({ route }) => route === list)).toBe(false)
  })
})

describe('a new rule', () => {
  test('shows how often it would have fired before it is saved', async () => {
    const { calls } = open([], { [create]: { rule: rule(), webhook_secret: null } })
    await userEvent.click(await screen.findByRole('button', { name: 'New alert' }))
    expect(await screen.findByText(/Would have fired 3 times in the last 24 hours/u)).toBeTruthy()
    expect(screen.getByText(/firing for 12 minutes. Highest value: 40 %/u)).toBeTruthy()
    await type('Name', 'Errors')
    await type('Above percent', '7.5')
    await userEvent.click(screen.getByRole('button', { name: 'Create alert' }))
    await waitFor(() =>
      expect(bodyOf(calls, create)).toEqual({
        name: 'Errors',
        condition: {
          type: 'error_rate',
          statuses: '5xx',
          percent: 7.5,
          window_minutes: 5,
          least_requests: 20,
        },
        for_minutes: 5,
        repeat_minutes: null,
        recipients: { type: 'owners' },
        webhook_url: null,
      }),
    )
  })

  test('is checked at its fields', async () => {
    const { calls } = open([], {}, `${url}?rule=new`)
    await type('Above percent', '101')
    await type('Within minutes', '1.5')
    await userEvent.selectOptions(screen.getByLabelText('Email'), 'Nobody')
    await userEvent.click(screen.getByRole('button', { name: 'Create alert' }))
    expect(await screen.findByText('Enter a name')).toBeTruthy()
    expect(screen.getByText('Enter a number from 0 to 100')).toBeTruthy()
    expect(screen.getByText('Enter a whole number from 1 to 1,440')).toBeTruthy()
    expect(screen.getByText('Enter a URL, or choose who gets an email')).toBeTruthy()
    expect(bodyOf(calls, create)).toBeUndefined()
  })

  test('says that there are no data to evaluate', async () => {
    const none = { fired: 0, firing_minutes: 0, no_data_minutes: 1440, extreme: null }
    open([], { [preview]: none }, `${url}?rule=new`)
    expect(await screen.findByText('There are no data of the last 24 hours yet.')).toBeTruthy()
  })

  test('notifies chosen members, and shows the secret of its webhook once', async () => {
    const userId = '00000000-0000-4000-8000-000000000009'
    const { calls } = open(
      [],
      {
        [create]: { rule: rule(), webhook_secret: 'whsec_c2VjcmV0' },
        'GET /platform/organizations/acme/members': [
          {
            user_id: userId,
            email: 'dev@example.test',
            name: null,
            role: 'Developer',
            project_roles: [],
            is_mfa_enabled: false,
            last_seen_at: null,
            joined_at: '2026-01-01T00:00:00.000Z',
            is_you: false,
          },
        ],
      },
      `${url}?rule=new`,
    )
    await userEvent.click(await screen.findByRole('radio', { name: /^Failed jobs/u }))
    await type('Name', 'Errors')
    await userEvent.selectOptions(screen.getByLabelText('Email'), 'Chosen members')
    await userEvent.click(await screen.findByLabelText('dev@example.test'))
    await type('Webhook', 'https://example.com/alerts')
    await userEvent.click(screen.getByRole('button', { name: 'Create alert' }))
    expect(await screen.findByText('whsec_c2VjcmV0')).toBeTruthy()
    expect(bodyOf(calls, create)).toMatchObject({
      condition: { type: 'failed_jobs', sources: ['cron_logs', 'webhook_logs'], count: 1 },
      recipients: { type: 'members', user_ids: [userId] },
      webhook_url: 'https://example.com/alerts',
    })
  })
})

describe('an existing rule', () => {
  test('keeps what is not changed, and a refusal stands at its field', async () => {
    const message = 'Another alert of this project has this name'
    const { calls } = open([rule({ repeat_minutes: 45 })], {
      [update]: refusal(409, { kind: 'conflict', message, fields: { name: message } }),
    })
    await choose('Edit')
    await type('Name', 'Other')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(bodyOf(calls, update)).toMatchObject({
      name: 'Other',
      condition: rule().condition,
      repeat_minutes: 45,
    })
  })

  test('is silenced for a time with a reason', async () => {
    const { calls } = open([rule()], { [`POST ${base}/${id}/silence`]: rule() })
    await choose('Silence')
    await userEvent.click(await screen.findByRole('button', { name: 'Silence alert' }))
    expect(await screen.findByText('Enter a reason')).toBeTruthy()
    await type('Reason', 'Load test')
    await userEvent.click(screen.getByRole('button', { name: 'Silence alert' }))
    expect(await screen.findByText('Errors is silenced')).toBeTruthy()
    const body = bodyOf(calls, `POST ${base}/${id}/silence`) as { until: string; reason: string }
    expect(body.reason).toBe('Load test')
    expect(new Date(body.until).getTime() - Date.now()).toBeGreaterThan(3_500_000)
  })

  test('sends a test notification and shows who did not get it', async () => {
    const results = [
      { channel: 'email', target: 'olga@example.test', error: null },
      { channel: 'webhook', target: 'https://example.com', error: 'The receiver answered 401' },
    ]
    open([rule()], { [`POST ${base}/${id}/test`]: { results } })
    await choose('Send a test notification')
    expect(await screen.findByText('https://example.com: The receiver answered 401')).toBeTruthy()
  })

  test('has a history with values, deliveries and the logs of the window', async () => {
    const event: AlertEvent = {
      id: '00000000-0000-4000-8000-000000000002',
      kind: 'fired',
      at: '2026-01-02T00:05:00.000Z',
      value: 12.5,
      window_from: '2026-01-02T00:00:00.000Z',
      window_to: '2026-01-02T00:05:00.000Z',
      is_silenced: false,
      deliveries: [{ channel: 'email', state: 'sent', attempts: 1, error: null }],
    }
    open([rule()], {
      [`GET ${base}/${id}/events`]: { events: [event], has_more: false },
    })
    await choose('History')
    expect(await screen.findByText('Fired')).toBeTruthy()
    expect(screen.getByText('12.5 %')).toBeTruthy()
    expect(screen.getByText('Sent to 1 recipient')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show logs' }).getAttribute('href')).toContain(
      `/project/${shop.ref}/logs?from=2026-01-02T00%3A00%3A00.000Z`,
    )
  })

  test('is disabled', async () => {
    const { calls } = open([rule()], { [`PATCH ${base}/${id}`]: rule({ is_enabled: false }) })
    await choose('Disable')
    expect(await screen.findByText('Errors is disabled')).toBeTruthy()
    expect(bodyOf(calls, `PATCH ${base}/${id}`)).toEqual({ is_enabled: false })
  })

  test('is removed after a question', async () => {
    const { calls } = open([rule()], { [`DELETE ${base}/${id}`]: { ok: true } })
    await choose('Remove')
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove alert' }))
    expect(await screen.findByText('Errors was removed')).toBeTruthy()
    expect(calls.some(({ route }) => route === `DELETE ${base}/${id}`)).toBe(true)
  })
})
