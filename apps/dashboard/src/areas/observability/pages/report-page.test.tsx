// @vitest-environment jsdom
import type { Report, ReportBlock } from '@basalt/contract/observability/reports'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const project = `/platform/projects/${shop.ref}`
const overview = `/project/${shop.ref}/observability`
const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const user = userEvent.setup()

const blocks: ReportBlock[] = [
  { id: uuid(1), width: 'half', kind: 'metric', metric: 'latency' },
  { id: uuid(2), width: 'half', kind: 'top', source: 'edge_logs', field: 'path' },
  { id: uuid(3), width: 'full', kind: 'text', text: 'Call Ada\nbefore changes' },
]

const report: Report = {
  id: uuid(9),
  name: 'Latency',
  blocks,
  version: 1,
  created_by: 'Olga Berg',
  updated_at: '2026-01-01T00:00:00Z',
}

const answered = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-01T01:00:00.000Z',
  step_seconds: 60,
  retention_days: 90,
  kept_from: '2026-01-01T00:00:00.000Z',
}

const requests = {
  ...answered,
  times: [1_767_225_600, 1_767_225_660],
  requests: [1, 2],
  client_errors: [0, 0],
  server_errors: [0, 0],
  p50_ms: [5, 6],
  p95_ms: [7, 8],
  total: { requests: 3, client_errors: 0, server_errors: 0, p50_ms: 5, p95_ms: 8 },
}

const names = [
  'cpu_cores',
  'memory_bytes',
  'connections_active',
  'connections_idle',
  'connections_idle_in_transaction',
  'database_bytes',
  'disk_free_bytes',
  'cache_hit_ratio',
  'commits_per_second',
  'rollbacks_per_second',
  'wal_bytes_per_second',
  'temporary_bytes_per_second',
  'deadlocks',
]

const resources = {
  ...answered,
  first_sample_at: null,
  connection_limit: null,
  times: [],
  series: Object.fromEntries(names.map((name) => [name, []])),
}

/** A server that keeps the pages it is sent. */
function open(more: Answers = {}, path = `${overview}/${report.id}`, first = [report]) {
  let all: Report[] = first
  const page = `PATCH ${project}/reports/${report.id}`
  return openApp(
    path,
    signedIn({
      [`GET ${project}/observability/requests`]: requests,
      [`GET ${project}/observability/resources`]: resources,
      [`GET ${project}/logs/facets`]: {
        facets: {
          path: [
            { value: '/rest/v1/books', count: 40 },
            { value: '/auth', count: 2 },
          ],
        },
      },
      [`GET ${project}/home-blocks`]: [],
      [`GET ${project}/reports`]: () => all,
      [`POST ${project}/reports`]: (body) => {
        const made = { ...report, ...(body as object), version: 1 }
        all = [...all, made]
        return made
      },
      [page]: (body) => {
        const changed = { ...all[0], ...(body as object), version: (all[0]?.version ?? 0) + 1 }
        all = [changed as Report]
        return changed
      },
      [`DELETE ${project}/reports/${report.id}`]: () => {
        all = []
        return { ok: true }
      },
      ...more,
    }),
  )
}

const listBlocks = async () => {
  const list = await screen.findByRole('list', { name: 'Blocks' })
  return within(list)
    .getAllByRole('article')
    .map((article) => article.getAttribute('aria-label'))
}

type Sent = { route: string; body: unknown }

/** The blocks of the last change that was sent. */
const sentBlocks = (calls: readonly Sent[]) => {
  const body = calls.findLast(({ route }) => route.startsWith('PATCH'))?.body
  return body === undefined ? [] : (body as Report).blocks
}

const choose = async (title: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `Menu of ${title}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

const top = 'Top values of path in API gateway'

test('a page shows its charts, most frequent values and texts', async () => {
  open()
  expect(await listBlocks()).toEqual(['API latency', top, 'Text'])
  await screen.findByRole('group', { name: 'Chart of API latency (per minute)' })
  const values = within(await screen.findByRole('table'))
  expect(values.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ValueRows',
    '/rest/v1/books40',
    '/auth2',
  ])
  expect(screen.getByText(/Call Ada\s+before changes/u)).toBeTruthy()
  const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link')
  expect(
    links.map((link) => [link.textContent, link.getAttribute('aria-current') === 'page']),
  ).toEqual([
    ['Overview', false],
    ['Latency', true],
  ])
})

describe('a block', () => {
  test('is moved by its menu, and by dragging', async () => {
    const { calls } = open()
    await listBlocks()
    await choose(top, 'Move left')
    await waitFor(async () => expect((await listBlocks())[0]).toBe(top))
    expect(screen.getByText(`${top}: position 1 of 3`)).toBeTruthy()
    const text = screen.getByRole('article', { name: 'Text' })
    const header = text.querySelector('header') ?? text
    const dataTransfer = { setData: () => undefined, effectAllowed: '' }
    fireEvent.dragStart(header, { dataTransfer })
    const [first] = screen.getAllByRole('article')
    fireEvent.dragOver(first ?? text)
    fireEvent.drop(first ?? text)
    await waitFor(async () => expect(await listBlocks()).toEqual(['Text', top, 'API latency']))
    const sent = calls.filter(({ route }) => route.startsWith('PATCH'))
    expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual([1, 2])
  })

  test('is shown at full or half width', async () => {
    const { calls } = open()
    await choose('API latency', 'Full width')
    await waitFor(() => expect(calls.some(({ route }) => route.startsWith('PATCH'))).toBe(true))
    await choose('API latency', 'Half width')
    await waitFor(() => {
      expect(sentBlocks(calls)[0]?.width).toBe('half')
    })
  })

  test('is removed, and put back with Undo', async () => {
    open()
    await choose('Text', 'Remove')
    await waitFor(async () => expect(await listBlocks()).toEqual(['API latency', top]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await listBlocks()).toEqual(['API latency', top, 'Text']))
  })

  test('is added with its settings, which are checked', async () => {
    const { calls } = open()
    await user.click(await screen.findByRole('button', { name: 'Add block' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add block' }))
    await user.selectOptions(dialog.getByLabelText('Show'), 'Pinned result')
    await user.click(dialog.getByRole('button', { name: 'Add block' }))
    expect(await dialog.findByText('Choose a pinned result')).toBeTruthy()
    await user.selectOptions(dialog.getByLabelText('Show'), 'Text')
    await user.click(dialog.getByRole('button', { name: 'Add block' }))
    expect(await dialog.findByText('Enter a text')).toBeTruthy()
    await user.selectOptions(dialog.getByLabelText('Show'), 'Most frequent values')
    await user.selectOptions(dialog.getByLabelText('Field'), 'status')
    await user.click(dialog.getByRole('button', { name: 'Add block' }))
    await waitFor(async () => expect(await listBlocks()).toHaveLength(4))
    expect(sentBlocks(calls)[3]).toMatchObject({
      kind: 'top',
      source: 'edge_logs',
      field: 'status',
      width: 'half',
    })
  })

  test('is edited', async () => {
    open()
    await choose('Text', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit block' }))
    await user.clear(dialog.getByRole('textbox', { name: 'Text' }))
    await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'Ask Olga')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Ask Olga')).toBeTruthy()
  })

  test('whose change is refused is shown as the server has it', async () => {
    const message = 'Somebody else has changed this page. Reload it and try again.'
    open({
      [`PATCH ${project}/reports/${report.id}`]: refusal(409, { kind: 'conflict', message }),
    })
    await listBlocks()
    await choose('Text', 'Move left')
    expect(await screen.findByText(message)).toBeTruthy()
    await waitFor(async () => expect(await listBlocks()).toEqual(['API latency', top, 'Text']))
  })
})

describe('a page', () => {
  test('is created with a name, and opened', async () => {
    const { address } = open({}, overview, [])
    await user.click(await screen.findByRole('button', { name: 'New page' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New page' }))
    await user.click(dialog.getByRole('button', { name: 'Create page' }))
    expect(await dialog.findByText('Enter a name')).toBeTruthy()
    await user.type(dialog.getByLabelText('Name'), 'Weekly')
    await user.click(dialog.getByRole('button', { name: 'Create page' }))
    expect(await screen.findByRole('heading', { name: 'Weekly', level: 1 })).toBeTruthy()
    expect(await screen.findByText('No blocks yet')).toBeTruthy()
    expect(address()).toMatch(new RegExp(`^${overview}/[0-9a-f-]{36}$`, 'u'))
  })

  test('is renamed and duplicated', async () => {
    const { address, calls } = open()
    await choose('this page', 'Rename')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename page' }))
    await user.clear(dialog.getByLabelText('Name'))
    await user.type(dialog.getByLabelText('Name'), 'Speed')
    await user.click(dialog.getByRole('button', { name: 'Rename page' }))
    expect(await screen.findByRole('heading', { name: 'Speed', level: 1 })).toBeTruthy()
    const before = address()
    await choose('this page', 'Duplicate')
    expect(await screen.findByRole('heading', { name: 'Speed (copy)', level: 1 })).toBeTruthy()
    expect(address()).not.toBe(before)
    const made = calls.findLast(({ route }) => route.startsWith('POST'))
    expect(made?.body).toMatchObject({ name: 'Speed (copy)', blocks })
  })

  test('is deleted, and restored with Undo', async () => {
    const { address, calls } = open()
    await choose('this page', 'Delete')
    await waitFor(() => expect(address()).toBe(overview))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Latency' })).toBeTruthy()
    expect(calls.findLast(({ route }) => route.startsWith('POST'))?.body).toEqual({
      id: report.id,
      name: 'Latency',
      blocks,
    })
  })

  test('that does not exist leads to the overview', async () => {
    open({}, `${overview}/${uuid(5)}`)
    expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Overview' }).length).toBeGreaterThan(0)
  })

  test('that cannot be loaded says so', async () => {
    open({
      [`GET ${project}/reports`]: refusal(400, { kind: 'invalid_request', message: 'It failed' }),
    })
    expect(await screen.findByText('The page could not be loaded')).toBeTruthy()
  })

  test('is read without the right to change it, with the reason at each action', async () => {
    open({ 'GET /platform/profile/permissions': rulesFor('Read-only') })
    await listBlocks()
    const add = screen.getByRole('button', { name: 'Add block' })
    expect(add.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Menu of Text' }))
    const item = await screen.findByRole('menuitem', { name: /^Remove/u })
    expect(item.textContent).toContain('You need additional permissions to change this page')
  })
})

test('a block whose values cannot be read says why, and the others are shown', async () => {
  open({
    [`GET ${project}/logs/facets`]: refusal(400, {
      kind: 'invalid_request',
      message: 'The log store does not answer.',
    }),
  })
  const block = within(await screen.findByRole('article', { name: top }))
  expect(await block.findByText('The log store does not answer.')).toBeTruthy()
  await screen.findByRole('group', { name: 'Chart of API latency (per minute)' })
})
