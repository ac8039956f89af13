import type { Queue, QueueMessage } from '@basalt/contract/queues/queues'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const url = `/project/${shop.ref}/integrations/queues`
const base = `/platform/pg-meta/${shop.ref}/queues`
const list = `GET ${base}`

const queue = (change: Partial<Queue> = {}): Queue => ({
  name: 'emails',
  kind: 'logged',
  created_at: '2026-01-01T00:00:00.000Z',
  messages: 3,
  available: 2,
  sent: 1234,
  oldest_at: '2026-01-01T00:00:00.000Z',
  has_row_security: true,
  policies: 1,
  ...change,
})

const message = (id: string, change: Partial<QueueMessage> = {}): QueueMessage => ({
  id,
  state: 'available',
  reads: 0,
  sent_at: '2026-01-01T00:00:00.000Z',
  visible_at: '2026-01-01T00:00:00.000Z',
  archived_at: null,
  message: `{"number": ${id}}`,
  is_cut: false,
  headers: null,
  ...change,
})

const state = (queues: Queue[]) => ({ is_installed: true, is_exposed: false, queues })
const open = (queues: Queue[], more: Answers = {}, path = url) =>
  openApp(path, signedIn({ [list]: state(queues), ...more }))
const bodyOf = (calls: ReturnType<typeof open>['calls'], route: string) =>
  calls.findLast((call) => call.route === route)?.body

describe('the list of queues', () => {
  test('shows counts and their row-level security', async () => {
    open([queue(), queue({ name: 'open', has_row_security: false, messages: 10_001 })])
    const row = (await screen.findByRole('link', { name: 'emails' })).closest('[role=row]')
    expect(row?.textContent).toContain('1 policy')
    expect(row?.textContent).toContain('1,234')
    expect(screen.getByText('Off')).toBeTruthy()
    expect(screen.getByText('more than 10,000')).toBeTruthy()
  })

  test('offers to enable queues where the extension is missing', async () => {
    let isInstalled = false
    const install = `POST /platform/pg-meta/${shop.ref}/integrations/queues/install`
    const { calls } = open([], {
      [list]: () => ({ is_installed: isInstalled, is_exposed: false, queues: [] }),
      [install]: () => {
        isInstalled = true
        return { ok: true }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Enable queues' }))
    expect(await screen.findByRole('heading', { name: 'No queues' })).toBeTruthy()
    expect(calls.some(({ route }) => route === install)).toBe(true)
  })

  test('creates a partitioned queue, and keeps a refused name', async () => {
    const create = `POST ${base}`
    const refused = 'There is a queue of this name already'
    const { calls } = open([queue()], {
      [create]: refusal(409, { kind: 'conflict', message: refused, fields: { name: refused } }),
    })
    await user.click(await screen.findByRole('button', { name: 'New queue' }))
    const name = await screen.findByLabelText('Name')
    await user.type(name, 'emails')
    await user.selectOptions(screen.getByLabelText('Kind'), 'partitioned')
    await user.click(screen.getByRole('button', { name: 'Create queue' }))
    expect(await screen.findByText(refused)).toBeTruthy()
    expect(bodyOf(calls, create)).toEqual({
      name: 'emails',
      kind: 'partitioned',
      has_row_security: true,
      partition_messages: 10_000,
      retained_messages: 100_000,
    })
    expect((name as HTMLInputElement).value).toBe('emails')
  })

  test('drops a queue only after its loss was named', async () => {
    const { calls } = open([queue()], { [`DELETE ${base}/emails`]: { ok: true } })
    await user.click(await screen.findByRole('button', { name: 'Actions for emails' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Drop' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Drop emails?' }))
    expect(dialog.getByText(/3 now\) and its archive are deleted/u)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Drop queue' }))
    await waitFor(() =>
      expect(calls.some(({ route }) => route === `DELETE ${base}/emails`)).toBe(true),
    )
  })

  test('says what a reader may not do', async () => {
    open([queue()], { 'GET /platform/profile/permissions': rulesFor('Read-only') })
    const button = await screen.findByRole('button', { name: 'New queue' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the messages of a queue', () => {
  const messages = `GET ${base}/emails/messages`
  const openQueue = (more: Answers = {}) =>
    open(
      [queue()],
      {
        [messages]: {
          messages: [message('2'), message('1', { state: 'hidden', reads: 3 })],
          has_more: false,
        },
        ...more,
      },
      `${url}/emails`,
    )

  test('are listed, opened and archived', async () => {
    const archive = `POST ${base}/emails/messages/archive`
    const { calls, address } = openQueue({ [archive]: { messages: 1 } })
    await user.click(await screen.findByRole('button', { name: '1' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Message 1' }))
    expect(panel.getByText('Hidden, read 3 times')).toBeTruthy()
    expect(panel.getByText('{"number": 1}')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(`${url}/emails`))
    await user.click(screen.getByRole('checkbox', { name: /message 1/u }))
    await user.click(screen.getByRole('checkbox', { name: /message 2/u }))
    await user.click(await screen.findByRole('button', { name: 'Archive' }))
    expect(await screen.findByText(/1 message archived; 1 had been read and removed/u)).toBeTruthy()
    expect(bodyOf(calls, archive)).toEqual({ ids: ['2', '1'] })
  })

  test('are sent as JSON, whose faults are named at the field', async () => {
    const send = `POST ${base}/emails/messages`
    const { calls } = openQueue({ [send]: { id: '3' } })
    await user.click(await screen.findByRole('button', { name: 'Send message' }))
    const content = await screen.findByLabelText('Content')
    await user.clear(content)
    await user.type(content, '[[nope')
    const dialog = within(screen.getByRole('dialog', { name: 'Send a message to emails' }))
    await user.click(dialog.getByRole('button', { name: 'Send message' }))
    expect(await dialog.findByText('This is not valid JSON')).toBeTruthy()
    await user.clear(content)
    await user.type(content, '"hello"')
    await user.click(dialog.getByRole('button', { name: 'Send message' }))
    expect(await screen.findByText('Message 3 was sent')).toBeTruthy()
    expect(bodyOf(calls, send)).toEqual({ message: '"hello"', headers: null, delay_seconds: 0 })
  })

  test('of a queue that does not exist says so', async () => {
    open([queue()], {}, `${url}/missing`)
    expect(await screen.findByRole('heading', { name: 'This queue does not exist' })).toBeTruthy()
  })
})
