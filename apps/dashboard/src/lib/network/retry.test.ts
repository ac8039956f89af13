import { ApiError } from '@basalt/contract/errors'
import { expect, test } from 'vitest'

import { retryDelay, shouldRetry } from './retry.ts'

const answered = (code: number, retryAfter?: number) =>
  new ApiError('internal', 'The request failed', { code, retryAfter })

test.each([400, 401, 403, 404, 409, 422, 499])('%i is final', (code) => {
  expect(shouldRetry(0, answered(code))).toBe(false)
})

test.each([0, 429, 500, 502, 503])('%i is retried up to three times', (code) => {
  expect([0, 1, 2, 3].map((count) => shouldRetry(count, answered(code)))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('a database that does not answer is retried once, and then reported', () => {
  const error = new ApiError('database_unreachable', 'It does not answer')
  expect([0, 1].map((count) => shouldRetry(count, error))).toEqual([true, false])
})

test('the delay starts at one second and doubles', () => {
  expect([0, 1, 2, 3].map((count) => retryDelay(count, answered(500)))).toEqual([
    1000, 2000, 4000, 8000,
  ])
})

test('the delay is at most 30 seconds', () => {
  expect(retryDelay(9, answered(500))).toBe(30_000)
})

test('a retry time of the server takes precedence', () => {
  expect(retryDelay(0, answered(429, 7))).toBe(7000)
})

test('a server that took too long is not retried automatically', () => {
  const cause = new DOMException('too late', 'TimeoutError')
  expect(shouldRetry(0, new ApiError('network', 'Too late', { cause }))).toBe(false)
})
