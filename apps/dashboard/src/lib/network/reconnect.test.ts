import { databaseTables } from '@basalt/contract/database/tables'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { fakeNetwork, refusal, shop } from '../../testing/answers.ts'
import { query } from './api.ts'
import { queryClient } from './query-client.ts'
import { watchDatabases, whenBack } from './reconnect.ts'

const route = `GET /platform/pg-meta/${shop.ref}/schemas`
const schemas = query(databaseTables.schemas, { params: { ref: shop.ref } })

let isDown = true
let isCut = false
let stop = () => {}

/** Number of requests to the database. */
function openDatabase() {
  const calls = fakeNetwork({
    [route]: () => {
      if (isCut) throw new TypeError('Failed to fetch')
      return isDown
        ? refusal(503, { kind: 'database_unreachable', message: 'It does not answer' })
        : []
    },
    [`GET /platform/projects/${shop.ref}`]: shop,
  })
  return () => calls.filter((call) => call.route === route).length
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('document', { hidden: false })
  isDown = true
  isCut = false
  stop = watchDatabases()
})
afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('answers that a database could not give are reported early and read again once it is back, without flicker', async () => {
  const requested = openDatabase()
  const shown = new QueryObserver(queryClient, schemas)
  const seen: string[] = []
  const leave = shown.subscribe(({ status }) => seen.at(-1) !== status && seen.push(status))
  const notify = vi.fn<() => void>()
  const wait = whenBack(notify)
  await vi.advanceTimersByTimeAsync(1500)
  expect(shown.getCurrentResult().status).toBe('error')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(seen.filter((status) => status === 'error')).toHaveLength(1)
  expect(notify).not.toHaveBeenCalled()
  isDown = false
  await vi.advanceTimersByTimeAsync(2500)
  expect(shown.getCurrentResult().status).toBe('success')
  expect(notify).toHaveBeenCalledOnce()
  leave()
  wait()
  const before = requested()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requested()).toBe(before)
})

test('answers that a lost server could not give are read again once it answers', async () => {
  const requested = openDatabase()
  isDown = false
  isCut = true
  const shown = new QueryObserver(queryClient, schemas)
  const leave = shown.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(8000)
  expect(shown.getCurrentResult().status).toBe('error')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown.getCurrentResult().status).toBe('error')
  isCut = false
  await vi.advanceTimersByTimeAsync(2500)
  expect(shown.getCurrentResult().status).toBe('success')
  const before = requested()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requested()).toBe(before)
  leave()
})

test('a database without a visible query is not polled', async () => {
  const requested = openDatabase()
  const leave = new QueryObserver(queryClient, schemas).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1500)
  leave()
  await vi.advanceTimersByTimeAsync(2500)
  const before = requested()
  expect(before).toBeGreaterThan(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requested()).toBe(before)
})
