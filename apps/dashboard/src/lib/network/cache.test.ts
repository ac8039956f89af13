import { profiles } from '@basalt/contract/account/profile'
import { invoices } from '@basalt/contract/billing/invoices'
import { databaseQuery } from '@basalt/contract/database/query'
import { ApiError } from '@basalt/contract/errors'
import { projects } from '@basalt/contract/project/projects'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { acme, fakeNetwork, refusal, shop } from '../../testing/answers.ts'
import { permissionsQuery } from '../access/access.tsx'
import {
  organizationsQuery,
  profileQuery,
  projectQuery,
  projectsQuery,
} from '../session/account.ts'
import { query, stream } from './api.ts'
import { queryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const minutes = (count: number) => count * 60_000
const list = 'GET /platform/organizations'

test.each([
  ['permissions', permissionsQuery().staleTime, minutes(5)],
  ['overdue invoices', query(invoices.overdue, {}).staleTime, minutes(30)],
  ['organizations', organizationsQuery().staleTime, minutes(30)],
  ['profile', profileQuery().staleTime, minutes(30)],
  ['project list', projectsQuery().staleTime, minutes(30)],
  ['project detail', projectQuery('abc').staleTime, 30_000],
  ['everything else', query(profiles.sessions, {}).staleTime, minutes(1)],
])('the answer for %s is fresh for the time in the specification', (_, stale, expected) => {
  expect(stale).toBe(expected)
})

describe('a query', () => {
  const requested = (calls: { route: string }[]) =>
    calls.filter(({ route }) => route === list).length

  test('that failed temporarily is retried after 1, 2 and 4 s, then fails', async () => {
    const calls = fakeNetwork({ [list]: refusal(503, { kind: 'internal', message: 'Down' }) })
    const failure = queryClient.fetchQuery({
      ...organizationsQuery(),
      retry: queryClient.getDefaultOptions().queries?.retry ?? false,
    })
    const outcome = failure.catch((error: unknown) => error)
    const counts: number[] = []
    for (const ms of [0, 900, 200, 1800, 300, 3700, 400]) {
      await vi.advanceTimersByTimeAsync(ms)
      counts.push(requested(calls))
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4])
    expect(await outcome).toMatchObject({ message: 'Down', code: 503 })
    await vi.advanceTimersByTimeAsync(minutes(1))
    expect(requested(calls)).toBe(4)
  })

  test('with a retry time waits that long', async () => {
    const slow = new Response(JSON.stringify({ kind: 'rate_limited', message: 'Slow down' }), {
      status: 429,
      headers: { 'retry-after': '7' },
    })
    let isBusy = true
    const calls = fakeNetwork({ [list]: () => (isBusy ? slow : [acme]) })
    const answer = queryClient.fetchQuery({
      ...organizationsQuery(),
      retry: queryClient.getDefaultOptions().queries?.retry ?? false,
    })
    await vi.advanceTimersByTimeAsync(6500)
    expect(requested(calls)).toBe(1)
    isBusy = false
    await vi.advanceTimersByTimeAsync(1000)
    expect(await answer).toEqual([acme])
  })

  test('that was refused is not retried', async () => {
    const calls = fakeNetwork({ [list]: refusal(403, { kind: 'forbidden', message: 'No' }) })
    const outcome = queryClient
      .fetchQuery({
        ...organizationsQuery(),
        retry: queryClient.getDefaultOptions().queries?.retry ?? false,
      })
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(minutes(1))
    expect(await outcome).toBeInstanceOf(ApiError)
    expect(requested(calls)).toBe(1)
  })
})

describe('a stream', () => {
  const detail = `GET /platform/projects/${shop.ref}`
  const run = `POST /platform/pg-meta/${shop.ref}/query`
  const input = { params: { ref: shop.ref }, body: { query: 'select 1' } }

  test('passes on its lines and has the connection of the project', async () => {
    fakeNetwork({
      [detail]: shop,
      [run]: new Response('{"type":"statement","statement":0,"start":0,"end":8}\n{"type":"end"}\n'),
    })
    const types: string[] = []
    await stream(databaseQuery.run, input, { onLine: ({ type }) => types.push(type) })
    expect(types).toEqual(['statement', 'end'])
    const [, init] = vi.mocked(fetch).mock.calls[1] ?? []
    expect(new Headers(init?.headers).get('x-connection-encrypted')).toBe('sealed')
  })

  test('that is aborted closes its request, which cancels in the database', async () => {
    queryClient.setQueryData(query(projects.detail, { params: { ref: shop.ref } }).queryKey, shop)
    let isClosed = false
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"type":"end"}\n'))
          signal?.addEventListener('abort', () => {
            isClosed = true
            controller.error(signal.reason)
          })
        },
      })
      return Promise.resolve(new Response(body))
    })
    const controller = new AbortController()
    const lines: string[] = []
    const running = stream(databaseQuery.run, input, {
      signal: controller.signal,
      onLine: ({ type }) => {
        lines.push(type)
        controller.abort()
      },
    })
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(lines).toEqual(['end'])
    expect(isClosed).toBe(true)
  })
})
