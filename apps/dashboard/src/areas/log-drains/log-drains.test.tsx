import type { DrainDestination, LogDrain } from '@basalt/contract/logs/drains'
import { logSourceNames } from '@basalt/contract/logs/logs'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/settings/log-drains`
const base = `/platform/projects/${shop.ref}/log-drains`
const id = '00000000-0000-4000-8000-000000000001'
const list = `GET ${base}`
const create = `POST ${base}`
const update = `PUT ${base}/${id}`

const http: DrainDestination = { type: 'http', url: 'https://logs.example.com/in' }

const drain = (change: Partial<LogDrain> = {}): LogDrain => ({
  id,
  name: 'Warehouse',
  destination: http,
  secret_names: ['authorization'],
  sources: ['edge_logs', 'postgres_logs'],
  is_enabled: true,
  created_at: '2026-01-01T00:00:00.000Z',
  waiting_rows: 12,
  sent_rows: 34_567,
  dropped_rows: 89,
  last_sent_at: '2026-01-02T00:00:00.000Z',
  last_error: null,
  next_attempt_at: null,
  ...change,
})

const open = (rows: LogDrain[], more: Answers = {}, path = url) =>
  openApp(path, signedIn({ [list]: rows, ...more }))

const bodyOf = (calls: ReturnType<typeof open>['calls'], route: string) =>
  calls.findLast((call) => call.route === route)?.body

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Warehouse' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

describe('the list', () => {
  test('shows where rows go, which ones, and how many', async () => {
    open([drain()])
    await screen.findByText('Warehouse')
    const row = screen.getByRole('row', { name: /Warehouse/u })
    for (const text of ['HTTP', 'API Gateway, Postgres', 'Active', '12', '34,567', '89']) {
      expect(within(row).getByText(text)).toBeTruthy()
    }
  })

  test('shows the error of the receiver and when the next attempt is made', async () => {
    const soon = new Date(Date.now() + 260_000).toISOString()
    open([drain({ last_error: 'The receiver answered 503', next_attempt_at: soon })])
    expect(
      await screen.findByText('The receiver answered 503 – next attempt in 4 minutes'),
    ).toBeTruthy()
    expect(screen.getByText('Failing')).toBeTruthy()
  })

  test('explains drains when there is none', async () => {
    open([])
    expect(await screen.findByRole('heading', { name: 'No log drains' })).toBeTruthy()
  })

  test('offers to load again what could not be loaded', async () => {
    open([], { [list]: refusal(400, { kind: 'invalid_request', message: 'Not now' }) })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('The log drains could not be loaded')).toBeTruthy()
  })

  test('is not requested without the right', async () => {
    const { calls } = open([], {
      'GET /platform/profile/permissions': rulesFor('Owner').filter(
        ({ actions }) => !actions.includes('%'),
      ),
    })
    expect(
      await screen.findByText(/need additional permissions to see the log drains/u),
    ).toBeTruthy()
    expect(calls.some(({ route }) => route === list)).toBe(false)
  })
})

describe('a new drain', () => {
  test('is sent with the fields of its type, its secrets and all sources', async () => {
    const { calls } = open([], { [create]: drain() })
    await userEvent.click(await screen.findByRole('button', { name: 'New log drain' }))
    await userEvent.click(await screen.findByRole('radio', { name: /^S3/u }))
    await type('Name', 'Archive')
    await type('URL', 'https://s3.example.com')
    await type('Region', 'eu-central-1')
    await type('Bucket', 'logs')
    await type('Access key ID', 'AKIA')
    await type('Secret access key', 'secret')
    await userEvent.click(screen.getByRole('button', { name: 'Create log drain' }))
    await waitFor(() =>
      expect(bodyOf(calls, create)).toEqual({
        name: 'Archive',
        destination: {
          type: 's3',
          url: 'https://s3.example.com',
          region: 'eu-central-1',
          bucket: 'logs',
        },
        secrets: { access_key_id: 'AKIA', secret_access_key: 'secret' },
        sources: [...logSourceNames],
      }),
    )
    expect(await screen.findByRole('button', { name: 'Send a test row' })).toBeTruthy()
  })

  test('is checked at its fields before it is sent', async () => {
    const { calls } = open([], {}, `${url}?drain=new`)
    await userEvent.click(await screen.findByRole('radio', { name: /^Datadog/u }))
    await userEvent.click(screen.getByRole('button', { name: 'Select none' }))
    await userEvent.click(screen.getByRole('button', { name: 'Create log drain' }))
    for (const text of [
      'Enter a name',
      'Enter a URL',
      'Enter a value',
      'Choose at least one source',
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await screen.findByText(text)).toBeTruthy()
    }
    expect(bodyOf(calls, create)).toBeUndefined()
  })

  test('that the plan does not include says which plans have drains', async () => {
    const message = 'Log drains are not part of the Free plan: choose another one'
    open([], { [create]: refusal(402, { kind: 'payment_required', message }) }, `${url}?drain=new`)
    await type('Name', 'Archive')
    await type('URL', 'https://logs.example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Create log drain' }))
    expect(await screen.findByText('Log drains need the Pro plan or above')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe(
      '/org/acme/billing?show=plans',
    )
  })
})

describe('an existing drain', () => {
  test('keeps secrets that are not entered again, and a refusal stands at its field', async () => {
    const message = 'Another drain of this project has this name'
    const { calls } = open([drain()], {
      [update]: refusal(409, { kind: 'conflict', message, fields: { name: message } }),
    })
    await choose('Edit')
    await type('Name', 'Other')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    expect(bodyOf(calls, update)).toMatchObject({ name: 'Other', secrets: {} })
  })

  test('replaces a secret, and removes another one', async () => {
    const { calls } = open([drain({ secret_names: ['authorization', 'x-team'] })], {
      [update]: drain(),
    })
    await choose('Edit')
    await type('Value of authorization', 'Bearer new')
    await userEvent.click(screen.getByRole('button', { name: 'Remove x-team' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(bodyOf(calls, update)).toMatchObject({
        secrets: { authorization: 'Bearer new', 'x-team': '' },
      }),
    )
  })

  test('loses the secrets of its former type', async () => {
    const { calls } = open([drain()], { [update]: drain() })
    await choose('Edit')
    await userEvent.click(await screen.findByRole('radio', { name: /^Syslog/u }))
    await type('Host', 'syslog.example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(bodyOf(calls, update)).toMatchObject({
        destination: { type: 'syslog', host: 'syslog.example.com', port: 6514, tls: true },
        secrets: { authorization: '' },
      }),
    )
  })

  test('shows why the receiver refused a test row', async () => {
    const error = 'The receiver answered 401: no such key'
    open([drain()], { [`POST ${base}/${id}/test`]: { error } })
    await choose('Send a test row')
    expect(await screen.findByText(error)).toBeTruthy()
    expect(screen.getByText('The test row was not delivered to Warehouse')).toBeTruthy()
  })

  test('says that the receiver took a test row', async () => {
    open([drain()], { [`POST ${base}/${id}/test`]: { error: null } }, `${url}?drain=${id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Send a test row' }))
    expect(await screen.findByText('Warehouse took the test row')).toBeTruthy()
  })

  test('is disabled and enabled', async () => {
    const { calls } = open([drain()], { [`PATCH ${base}/${id}`]: drain({ is_enabled: false }) })
    await choose('Disable')
    expect(await screen.findByText('Warehouse is disabled')).toBeTruthy()
    expect(bodyOf(calls, `PATCH ${base}/${id}`)).toEqual({ is_enabled: false })
  })

  test('is removed after a question that names the rows that wait', async () => {
    const { calls } = open([drain()], { [`DELETE ${base}/${id}`]: { ok: true } })
    await choose('Remove')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('12 rows that wait to be sent are not sent')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove log drain' }))
    expect(await screen.findByText('Warehouse was removed')).toBeTruthy()
    expect(calls.some(({ route }) => route === `DELETE ${base}/${id}`)).toBe(true)
  })
})
