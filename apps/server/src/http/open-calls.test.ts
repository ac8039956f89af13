import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Principal } from './context.ts'
import { createOpenCalls } from './open-calls.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const all = async (ids: readonly string[]) => new Set(ids)

const session = (sessionId: string, userId = 'olga'): Principal => ({
  userId,
  email: `${userId}@example.test`,
  sessionId,
  token: null,
  hasMfa: false,
  isOperator: false,
})

const token = (id: string, expiresAt: Date | null = null): Principal => ({
  ...session(''),
  sessionId: null,
  token: { id, name: id, expiresAt, allows: () => true, allowsAccount: () => true },
})

function follow(calls: ReturnType<typeof createOpenCalls>, principal: Principal) {
  const call = calls.begin()
  call.belongsTo(principal)
  return call
}

test('ending a token ends its calls and no others', () => {
  const calls = createOpenCalls(all)
  const [one, other, browser] = [token('a'), token('b'), session('s')].map((principal) =>
    follow(calls, principal),
  )
  calls.endToken('a')
  expect([one, other, browser].map((call) => call?.signal.aborted)).toEqual([true, false, false])
})

test('an ended session ends its calls within a second, however it ended', async () => {
  const active = new Set(['1', '2'])
  const calls = createOpenCalls(async (ids) => new Set(ids.filter((id) => active.has(id))))
  const [one, two, script] = [session('1'), session('2'), token('a')].map((principal) =>
    follow(calls, principal),
  )
  active.delete('1')
  await vi.advanceTimersByTimeAsync(900)
  expect([one, two, script].map((call) => call?.signal.aborted)).toEqual([true, false, false])
})

test('a database that does not answer for a moment ends nothing', async () => {
  const calls = createOpenCalls(() => Promise.reject(new Error('away')))
  const call = follow(calls, session('1'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(call.signal.aborted).toBe(false)
})

test('no query runs while no call is open', async () => {
  let requested = 0
  const calls = createOpenCalls(async (ids) => {
    requested += 1
    return new Set(ids)
  })
  follow(calls, session('1')).close()
  await vi.advanceTimersByTimeAsync(5000)
  expect(requested).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('ending an account ends its sessions and its tokens', () => {
  const calls = createOpenCalls(all)
  const [browser, script] = [follow(calls, session('1')), follow(calls, token('a'))]
  calls.endAccount('olga')
  expect([browser.signal.aborted, script.signal.aborted]).toEqual([true, true])
})

test('a token that is revoked while its call is being identified is refused', () => {
  const calls = createOpenCalls(all)
  const call = calls.begin()
  calls.endToken('a')
  call.belongsTo(token('a'))
  expect(call.signal.aborted).toBe(true)
})

test('a call ends when its token expires, and not before', () => {
  const calls = createOpenCalls(all)
  const call = follow(calls, token('a', new Date(Date.now() + 5000)))
  vi.advanceTimersByTime(4900)
  expect(call.signal.aborted).toBe(false)
  vi.advanceTimersByTime(200)
  expect(call.signal.aborted).toBe(true)
})

test('a timer that fires a moment early waits for the rest', () => {
  const calls = createOpenCalls(all)
  const call = follow(calls, token('a', new Date(Date.now() + 5000)))
  vi.setSystemTime(Date.now() - 3)
  vi.advanceTimersByTime(5000)
  expect(call.signal.aborted).toBe(false)
  vi.advanceTimersByTime(3)
  expect(call.signal.aborted).toBe(true)
})

test('an answered call is not ended any more', () => {
  const calls = createOpenCalls(all)
  const call = follow(calls, token('a', new Date(Date.now() + 1000)))
  call.close()
  calls.endToken('a')
  vi.advanceTimersByTime(2000)
  expect(call.signal.aborted).toBe(false)
})

test('a call ends when its client disconnects, before or after it is identified', () => {
  const calls = createOpenCalls(async (ids) => new Set(ids))
  const [late, early] = [new AbortController(), new AbortController()]
  const [one, other] = [calls.begin(), calls.begin()]
  early.abort()
  one.endWith(late.signal)
  other.endWith(early.signal)
  expect([one.signal.aborted, other.signal.aborted]).toEqual([false, true])
  late.abort()
  expect(one.signal.aborted).toBe(true)
  for (const call of [one, other]) call.close()
})
