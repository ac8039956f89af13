import { databaseTables } from '@basalt/contract/database/tables'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { noteLate } from '../../lib/network/late-answers.ts'
import { queryClient } from '../../lib/network/query-client.ts'
import { install, shop } from '../../testing/answers.ts'
import { UnresponsiveDatabase } from './UnresponsiveDatabase.tsx'

beforeEach(() => void vi.useFakeTimers())
/** The network of a database that answers nothing. */
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  cleanup()
  noteLate(undefined)
  vi.useRealTimers()
})

type Requested = { route?: { method: string; path: string }; ref?: string }

/** A page of the project `one`, whose query is answered when the test says so. */
function page({ route = databaseTables.list, ref = 'one' }: Requested = {}) {
  let answer: (data: string) => void = () => undefined
  function Page() {
    useQuery({
      queryKey: [route.method, route.path, { params: { ref } }],
      queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
    })
    return <UnresponsiveDatabase projectRef="one" />
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  return { answer: () => act(async () => answer('tables')) }
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const note = () => screen.queryByText('The database is not responding')

test('a page whose database does not answer reports that after a second, until it does', async () => {
  const { answer } = page()
  await after(900)
  expect(note()).toBeNull()
  await after(200)
  expect(note()).not.toBeNull()
  await answer()
  await after(10)
  expect(note()).toBeNull()
})

test('a request that waits for a lock is no sign of a database that does not answer', async () => {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(url.includes('/schemas') ? [] : { ...shop, ref: 'one' })),
  )
  page()
  await after(5000)
  expect(note()).toBeNull()
})

test('a page that was loaded without answers of its database reports that at once', async () => {
  noteLate({
    install,
    answers: [],
    late: [`${databaseTables.list.method} ${databaseTables.list.path}`],
  })
  page()
  await after(10)
  expect(note()).not.toBeNull()
})

test.each<[string, Requested]>([
  ['another project', { ref: 'two' }],
  ['no database', { route: { method: 'GET', path: '/platform/projects' } }],
])('a call of %s says nothing of this database', async (_, requested) => {
  page(requested)
  await after(5000)
  expect(note()).toBeNull()
})
