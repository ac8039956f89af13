import { fastest } from '@basalt/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { getBodyLimit, isDeeperThan } from './json-body.ts'
import { createRequestLimit, RateLimited } from './rate-limits.ts'
import { refusalHeaders, securityHeaders } from './security.ts'

describe('a limit of requests', () => {
  const limitAt = (points: number) => {
    let now = 1000
    const limit = createRequestLimit({ points, durationSeconds: 60 }, () => now)
    return { limit, wait: (seconds: number) => (now += seconds * 1000) }
  }

  test('reports the remaining requests and the time of its reset', () => {
    const { limit, wait } = limitAt(3)
    expect(limit.take('ada')).toEqual({ limit: 3, remaining: 2, resetSeconds: 60 })
    wait(45)
    expect(limit.take('ada')).toEqual({ limit: 3, remaining: 1, resetSeconds: 15 })
    wait(15)
    expect(limit.take('ada')).toEqual({ limit: 3, remaining: 2, resetSeconds: 60 })
  })

  test('refuses requests beyond it, for that key alone, until the window ends', () => {
    const { limit, wait } = limitAt(1)
    limit.take('ada')
    expect(() => limit.take('ada')).toThrow('Too many requests. Try again in 60 seconds.')
    expect(() => limit.take('bob')).not.toThrow()
    wait(59)
    expect(() => limit.take('ada')).toThrow('Try again in 1 second.')
    wait(1)
    expect(() => limit.take('ada')).not.toThrow()
  })

  test('costs about the same per request for ten thousand callers as for ten', () => {
    const of = (callers: number) =>
      fastest(() => {
        const { limit } = limitAt(100_000)
        for (let count = 0; count < 50_000; count += 1) limit.take(`caller-${count % callers}`)
      })
    expect(of(10_000)).toBeLessThan(30 * of(10))
  })

  test('is in the headers of the refusal', () => {
    const refusal = new RateLimited('Wait', { limit: 7, remaining: 0, resetSeconds: 9 })
    expect(refusalHeaders(refusal)).toEqual({
      'retry-after': '9',
      'x-ratelimit-limit': '7',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '9',
    })
  })
})

describe('the depth of JSON', () => {
  const getDepth = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    return 1 + Math.max(0, ...Object.values(value).map(getDepth))
  }

  test('is measured before parsing, with any texts', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 0, max: 8 }), (value, limit) => {
        expect(isDeeperThan(JSON.stringify(value), limit)).toBe(getDepth(value) > limit)
      }),
    )
  })

  test.each(['"[[[["', String.raw`"\"[[[["`, String.raw`{"a\\":"[[["}`])(
    'ignores brackets inside a text: %s',
    (json) => {
      expect(isDeeperThan(json, 1)).toBe(false)
    },
  )
})

test('a body is long only where SQL and rows are sent', () => {
  const getLimit = (path: `/${string}`) =>
    getBodyLimit({ path } as Parameters<typeof getBodyLimit>[0])
  expect(getLimit('/platform/sign-in')).toBe(128 * 1024)
  expect(getLimit('/platform/pg-meta/{ref}/query')).toBe(2 * 1024 * 1024)
  expect(getLimit('/platform/pg-meta/{ref}/changes')).toBe(36 * 1024 * 1024)
  expect(getLimit('/platform/projects/{ref}/content/{id}')).toBe(2 * 1024 * 1024)
  expect(getLimit('/platform/projects/{ref}')).toBe(128 * 1024)
})

test("browsers have to use https only when the install's address does", () => {
  expect(securityHeaders('http://localhost:4400')).not.toHaveProperty('strict-transport-security')
  expect(securityHeaders('https://basalt.example')).toMatchObject({
    'strict-transport-security': 'max-age=63072000',
  })
})
