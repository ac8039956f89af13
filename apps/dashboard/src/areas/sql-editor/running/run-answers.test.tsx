// @vitest-environment jsdom
import type { QueryLine } from '@basalt/contract/database/query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { openQuery } from '../../../testing/open-query.tsx'
import { started, complete } from '../../../testing/run-lines.ts'

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await vi.dynamicImportSettled()
})

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

const selected = (rows: number): QueryLine[] => [
  { type: 'statement', statement: 0, of: 1, start: 0, end: 20 },
  { type: 'fields', statement: 0, fields: [{ name: 'a', type: 'integer' }] },
  { type: 'rows', statement: 0, rows: Array.from({ length: rows }, (_, at) => [String(at)]) },
  { type: 'complete', statement: 0, command: 'SELECT', row_count: rows, duration_ms: 3 },
  { type: 'end' },
]

test('rows cut by the limit are reported, and all of them are one click away', async () => {
  const { run } = await openQuery('select a from numbers')
  await press('Run')
  run.send(...selected(100))
  expect(await screen.findByText('limited to 100')).toBeTruthy()
  await press('Show all')
  expect(run.requested).toHaveLength(1)
  await press('Run again without a limit')
  await waitFor(() => expect(run.requested).toHaveLength(2))
  expect(run.requested[0]?.body['limit']).toBe(100)
  expect(run.requested[1]?.body).not.toHaveProperty('limit')
  run.send(...selected(150))
  expect(await screen.findByText('150 rows')).toBeTruthy()
  expect(screen.queryByText(/limited to/u)).toBeNull()
})

test('a double click runs once, and a slow run can be cancelled', async () => {
  const { run } = await openQuery('insert into numbers values (1)')
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Run' }))
  expect((await screen.findAllByRole('button', { name: 'Cancel' })).length).toBeGreaterThan(0)
  expect(run.requested).toHaveLength(1)
  run.send(started(), complete(0, 'INSERT'), { type: 'end' })
  expect(await screen.findByText('INSERT: 2 rows affected.')).toBeTruthy()
  expect(run.requested).toHaveLength(1)
})

test('a cancelled script reports completed and skipped statements, and the next step', async () => {
  const { run } = await openQuery('three statements')
  await press('Run')
  run.send(started(0, 3), complete(0, 'INSERT'), started(1, 3))
  await screen.findByRole('tab', { name: /INSERT/u })
  const [cancel] = screen.getAllByRole('button', { name: 'Cancel' })
  await userEvent.click(cancel ?? document.body)
  expect(await screen.findByText('1. INSERT; these changes are kept')).toBeTruthy()
  expect(screen.getByText('Statement 2 of 3')).toBeTruthy()
  expect(screen.getByText('Statement 3')).toBeTruthy()
  expect(screen.getByText(/Place the cursor in statement 2 and run from there/u)).toBeTruthy()
})

test('effects of a transaction are not reported as saved when its answer broke off', async () => {
  const { run } = await openQuery('begin, update and one more')
  await press('Run')
  run.send(started(0, 3), complete(0, 'BEGIN'), started(1, 3), complete(1, 'UPDATE'), started(2, 3))
  await screen.findByRole('tab', { name: /UPDATE/u })
  run.breakOff()
  expect(
    await screen.findByText(
      '1. BEGIN, 2. UPDATE; its open transaction will be rolled back, unless statement 3 committed it',
    ),
  ).toBeTruthy()
  expect(screen.getByText(/run the transaction again from its start/u)).toBeTruthy()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading').textContent).toBe(
    'The connection to the server was lost',
  )
  expect(alert.textContent).toContain('Statements 1 to 2 of 3 had been confirmed as done')
  expect(screen.getByRole('tab', { name: /3.*Unknown/u })).toBeTruthy()
  expect(screen.queryByText(/these changes are kept/u)).toBeNull()
})

test('nor when it was cancelled, but earlier commits are', async () => {
  const { run } = await openQuery('a transaction, and another one')
  await press('Run')
  const commands = ['BEGIN', 'UPDATE', 'COMMIT', 'DELETE']
  run.send(...commands.flatMap((name, at) => [started(at, 5), complete(at, name)]), started(4, 5))
  await screen.findByRole('tab', { name: /DELETE/u })
  run.breakOff()
  expect(await screen.findByText(/4\. DELETE; these changes are kept$/u)).toBeTruthy()
  await press('Run')
  run.send(started(0, 2), complete(0, 'START TRANSACTION'), started(1, 2))
  await screen.findByRole('tab', { name: /START TRANSACTION/u })
  const [cancel] = screen.getAllByRole('button', { name: 'Cancel' })
  await userEvent.click(cancel ?? document.body)
  expect(
    await screen.findByText(/^1\. START TRANSACTION; its open transaction will be rolled back$/u),
  ).toBeTruthy()
})

test('an unsent run of an offline browser is not reported as run', async () => {
  await openQuery('select 1')
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.endsWith('/query') ? Promise.reject(new TypeError('Failed to fetch')) : network(url, init),
  )
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await press('Run')
  const alert = await screen.findByRole('alert')
  expect(
    within(alert).getByRole('heading', { name: 'Not sent: this browser is offline' }),
  ).toBeTruthy()
})

test('a refused run is reported as not run', async () => {
  await openQuery('select 1')
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.endsWith('/query')
      ? Promise.resolve(
          Response.json({ kind: 'conflict', message: 'This session has ended' }, { status: 409 }),
        )
      : network(url, init),
  )
  await press('Run')
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { name: 'The query was not run' })).toBeTruthy()
  expect(alert.textContent).toContain('This session has ended')
})
