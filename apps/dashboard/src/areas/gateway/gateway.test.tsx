import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/settings/gateway`
const health = `GET /platform/projects/${shop.ref}/gateway/health`
const requests = `GET /platform/projects/${shop.ref}/gateway/requests`

const healthy = {
  url: `http://localhost:4400/p/${shop.ref}`,
  health: { status: 'ok', database: { version: '18.4' }, latency_ms: 3.2 },
}

const request = (at: number, status = 200) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  at: '2026-01-01T00:00:00.000Z',
  method: 'GET',
  path: `/health${at}`,
  status,
  duration_ms: 4.25,
  request_id: `request-${at}`,
  client_address: '127.0.0.1',
})

const cursor = '2026-01-01T00:00:00.000Z_00000000-0000-4000-8000-000000000001'
const page = (list: object[], next: string | null = null) => ({ requests: list, next_cursor: next })

const open = (answers: Answers = {}, path = url) =>
  openApp(path, signedIn({ [health]: healthy, [requests]: page([]), ...answers }))

test('the address is shown with the health of the database and how fast it answered', async () => {
  open()
  expect(await screen.findByText(healthy.url)).toBeTruthy()
  expect(screen.getByText('Healthy')).toBeTruthy()
  expect(screen.getByText('PostgreSQL 18.4 answered in 3.2 ms')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy address' })).toBeTruthy()
})

test('the settings of the project list the gateway with their other pages', async () => {
  open()
  await screen.findByRole('heading', { name: 'API gateway' })
  const links = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link')
  expect(
    links.map((link) => [link.textContent, link.getAttribute('aria-current') === 'page']),
  ).toEqual([
    ['General', false],
    ['Database', false],
    ['Infrastructure', false],
    ['Export data', false],
    ['API gateway', true],
    ['Log drains', false],
    ['Vault', false],
  ])
})

test('a database that is away is reported with the reason, and is checked again on demand', async () => {
  let isAway = true
  const away = {
    ...healthy,
    health: {
      status: 'unavailable',
      http_status: 402,
      code: 'project_paused',
      message: 'The project is paused.',
      hint: 'Restore it.',
    },
  }
  open({ [health]: () => (isAway ? away : healthy) })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The project is paused.')
  expect(alert.textContent).toContain('Restore it. Clients get status 402')
  expect(alert.textContent).toContain('project_paused')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Check health' }))
  expect(await screen.findByText('Healthy')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('without requests the page explains how to send the first one', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'No requests yet' })).toBeTruthy()
})

test('older requests are loaded by key, below the newer ones', async () => {
  const { calls } = open({
    [requests]: (_, query) =>
      query.get('cursor') === null ? page([request(1)], cursor) : page([request(2, 404)]),
  })
  await screen.findByText('GET /health1')
  await userEvent.click(screen.getByRole('button', { name: 'Load older requests' }))
  expect(await screen.findByText('GET /health2')).toBeTruthy()
  expect(screen.getByText('404')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load older requests' })).toBeNull()
  expect(calls.findLast(({ route }) => route === requests)?.query.get('cursor')).toBe(cursor)
})

test('the filter by status is in the URL and in the history, and the server applies it', async () => {
  const { address, back } = open({
    [requests]: (_, query) => page(query.get('status') === null ? [request(1)] : []),
  })
  await screen.findByText('GET /health1')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), '5xx')
  expect(await screen.findByText('No request matches the filters')).toBeTruthy()
  await waitFor(() => expect(address()).toBe(`${url}?status=5xx`))
  back()
  expect(await screen.findByText('GET /health1')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', '')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), '5xx')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('GET /health1')).toBeTruthy()
})

test('an unknown status in the URL shows every request', async () => {
  const { calls } = open({ [requests]: page([request(1)]) }, `${url}?status=9xx`)
  await screen.findByText('GET /health1')
  expect(calls.find(({ route }) => route === requests)?.query.get('status')).toBeNull()
})

test('new requests appear on refresh', async () => {
  let sent = 0
  open({ [requests]: () => page(sent === 0 ? [] : [request(1)]) })
  await screen.findByRole('heading', { name: 'No requests yet' })
  sent += 1
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('GET /health1')).toBeTruthy()
})

test('requests that cannot be loaded leave the address, with a way to try again', async () => {
  open({ [requests]: refusal(400, { kind: 'invalid_request', message: 'Not now' }) })
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('The requests could not be loaded')).toBeTruthy()
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.getByText(healthy.url)).toBeTruthy()
})

test('without the right the page says so, and requests nothing', async () => {
  const { calls } = open({
    'GET /platform/profile/permissions': rulesFor('Owner').filter(
      ({ actions }) => !actions.includes('%'),
    ),
  })
  expect(await screen.findByText(/need additional permissions/u)).toBeTruthy()
  expect(calls.some(({ route }) => route === health || route === requests)).toBe(false)
})
