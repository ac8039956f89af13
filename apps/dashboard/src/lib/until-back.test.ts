// @vitest-environment jsdom
import { ApiError, databaseTables } from '@basalt/contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { query } from './api.ts'
import { queryClient } from './query-client.ts'
import { whenBack } from './until-back.ts'

let isDown = true
let asked = 0

vi.mock('./api.ts', () => ({
  query: (route: { method: string; path: string }, input: object) => ({
    queryKey: [route.method, route.path, input],
    queryFn: () => read(),
  }),
  call: () => read(),
}))

async function read() {
  asked += 1
  if (isDown) throw new ApiError('database_unreachable', 'It does not answer')
  return []
}

beforeEach(() => {
  vi.useFakeTimers()
  isDown = true
  asked = 0
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const schemas = query(databaseTables.schemas, { params: { ref: 'shop' } })

test('what a database could not give is told soon and read again once it is back, without a flicker', async () => {
  const shown = new QueryObserver<unknown>(queryClient, schemas as never)
  const seen: string[] = []
  const leave = shown.subscribe(({ status }) => seen.at(-1) !== status && seen.push(status))
  const tell = vi.fn<() => void>()
  const wait = whenBack(tell)
  await vi.advanceTimersByTimeAsync(1500)
  expect(shown.getCurrentResult().status).toBe('error')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(seen.filter((status) => status === 'error')).toHaveLength(1)
  expect(tell).not.toHaveBeenCalled()
  isDown = false
  await vi.advanceTimersByTimeAsync(2500)
  expect(shown.getCurrentResult().status).toBe('success')
  expect(tell).toHaveBeenCalledOnce()
  leave()
  wait()
  const before = asked
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(before)
})

test('a database that nobody looks at any more is not asked', async () => {
  const shown = new QueryObserver<unknown>(queryClient, schemas as never)
  const leave = shown.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1500)
  leave()
  await vi.advanceTimersByTimeAsync(2500)
  const before = asked
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(before)
})
