// @vitest-environment jsdom
import { ApiError } from '@basalt/contract/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { fakeNetwork } from '../../testing/answers.ts'
import {
  createErrorTracking,
  type ErrorReport,
  errorTracking,
  reportException,
  reportUnhandled,
} from './error-tracking.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

test('a sent error has an id; the same one is not sent again', () => {
  const send = vi.fn<(report: ErrorReport) => void>()
  const tracking = createErrorTracking({ send })
  const error = new Error('x')
  const id = tracking.report(error, { code: 500 })
  expect(id).toMatch(uuid)
  expect(tracking.report(error)).toBe(id)
  expect(send.mock.calls).toEqual([[{ id, error, details: { code: 500 } }]])
})

test('an error outside of the sample has no id, however often it is reported', () => {
  const draws = [0.5, 0]
  const send = vi.fn<(report: ErrorReport) => void>()
  const tracking = createErrorTracking({ send, random: () => draws.shift() ?? 0 })
  const error = new Error('x')
  expect([tracking.report(error), tracking.report(error)]).toEqual([undefined, undefined])
  expect(send).not.toHaveBeenCalled()
})

test('the report is limited in size, and its address has no query string', () => {
  const calls = fakeNetwork({ 'POST /platform/errors': { ok: true } })
  globalThis.history.replaceState(null, '', '/join?token=secret')
  const error = new Error('m'.repeat(5000))
  error.stack = 's'.repeat(20_000)
  const id = errorTracking.report(error, { code: 500, route: '/platform/projects' })
  expect(calls).toEqual([
    {
      route: 'POST /platform/errors',
      body: {
        id,
        name: 'Error',
        message: 'm'.repeat(1000),
        stack: 's'.repeat(8000),
        pathname: '/join',
        details: { code: '500', route: '/platform/projects' },
      },
    },
  ])
})

test('a failed report is no failure of its own', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
  expect(errorTracking.report(new Error('x'))).toMatch(uuid)
  await new Promise((resolve) => setTimeout(resolve))
})

test('answers of the server and aborted calls are no exceptions', () => {
  const calls = fakeNetwork({ 'POST /platform/errors': { ok: true } })
  reportException(new ApiError('not_found', 'No such thing'))
  reportException(new DOMException('given up', 'AbortError'))
  expect(calls).toEqual([])
  expect(reportException(new Error('x'))).toMatch(uuid)
})

test('failures outside of every boundary are reported', () => {
  const calls = fakeNetwork({ 'POST /platform/errors': { ok: true } })
  reportUnhandled()
  globalThis.dispatchEvent(new ErrorEvent('error', { error: new Error('in a timer') }))
  const rejection = Object.assign(new Event('unhandledrejection'), {
    reason: new Error('in a promise'),
  })
  globalThis.dispatchEvent(rejection)
  globalThis.dispatchEvent(new ErrorEvent('error', { error: null }))
  expect(calls.map(({ body }) => (body as { message: string }).message)).toEqual([
    'in a timer',
    'in a promise',
  ])
})
