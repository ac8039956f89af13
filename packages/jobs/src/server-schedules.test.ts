import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { runServerSchedules } from './server-schedules.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00.500Z') }))
afterEach(() => vi.useRealTimers())

const log = { warn: () => undefined, error: vi.fn<(details: object, message: string) => void>() }
const every = '* * * * * *'
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('a run that takes longer than its interval never runs twice at once', async () => {
  let [running, most, runs] = [0, 0, 0]
  const run = async () => {
    running += 1
    most = Math.max(most, running)
    await delay(2500)
    running -= 1
    runs += 1
  }
  const stop = runServerSchedules([{ name: 'slow', pattern: every, run }], log)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([most, runs]).toEqual([1, 3])
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(2500)
  await stopped
})

test('a failing run is logged, and the next one follows', async () => {
  let runs = 0
  const run = async () => {
    runs += 1
    throw new Error('no luck')
  }
  const stop = runServerSchedules([{ name: 'flaky', pattern: every, run }], log)
  await vi.advanceTimersByTimeAsync(2000)
  await stop()
  expect(runs).toBe(2)
  expect(log.error.mock.calls[0]?.[0]).toEqual({ err: new Error('no luck'), schedule: 'flaky' })
})

test('stopping waits for the current run and starts no other', async () => {
  let [started, ended] = [0, 0]
  const run = async () => {
    started += 1
    await delay(1500)
    ended += 1
  }
  const stop = runServerSchedules([{ name: 'slow', pattern: every, run }], log)
  await vi.advanceTimersByTimeAsync(600)
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(5000)
  await stopped
  expect([started, ended]).toEqual([1, 1])
})
