import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'

import { createVault } from '../secrets/vault.ts'
import { opensProject, sealConnection } from './connection-header.ts'
import { createRateLimit } from './rate-limits.ts'
import { refuseCrossSite } from './security.ts'

const publicUrl = 'https://basalt.example'

const refusal = (method: string, headers: Record<string, string>) => {
  try {
    // Only these two are read.
    refuseCrossSite({ method, headers } as unknown as FastifyRequest, publicUrl)
    return null
  } catch (error) {
    return error
  }
}

describe('a request that changes something', () => {
  test.each([
    ['its own page', { origin: publicUrl, host: 'internal:4400' }],
    [
      'its own page by another name of the machine',
      { origin: 'http://localhost:4400', host: 'localhost:4400' },
    ],
    ['a program, which has no origin', { host: 'localhost:4400' }],
    ['its own page in an old browser', { host: 'x', 'sec-fetch-site': 'same-origin' }],
  ])('is accepted from %s', (_, headers) => {
    expect(refusal('POST', headers)).toBeNull()
  })

  test.each([
    ['another site', { origin: 'https://evil.example', host: 'basalt.example' }],
    [
      'another port of the same machine',
      { origin: 'http://localhost:5000', host: 'localhost:4400' },
    ],
    [
      'a name that only begins like ours',
      { origin: 'https://basalt.example.evil.test', host: 'basalt.example' },
    ],
    ['a page without an origin of its own', { origin: 'null', host: 'basalt.example' }],
    ['a form of another site that hides its origin', { host: 'x', 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s', (_, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(refusal(method, headers)).toMatchObject({ code: 403 })
    }
  })

  test('does not include reading', () => {
    expect(refusal('GET', { origin: 'https://evil.example', host: 'x' })).toBeNull()
  })
})

describe('the encrypted connection', () => {
  const vault = createVault('k'.repeat(40))

  test('opens its own project at its own server only', () => {
    // Long, so that no random text contains it.
    const ref = 'abcdefghijklmnopqrstu'
    const sealed = sealConnection(vault, ref)
    expect(opensProject(vault, ref, sealed)).toBe(true)
    expect(opensProject(vault, 'two', sealed)).toBe(false)
    expect(opensProject(createVault('x'.repeat(40)), ref, sealed)).toBe(false)
    expect(opensProject(vault, ref, `${sealed}A`)).toBe(false)
    expect(sealed).not.toContain(ref)
  })
})

describe('a limit of attempts', () => {
  test('refuses attempts beyond it with the seconds to wait, for that key alone', async () => {
    const limit = createRateLimit({ points: 2, durationSeconds: 60 })
    await limit.consume('ada')
    await limit.consume('ada')
    const refused = limit.consume('ada')
    await expect(refused).rejects.toMatchObject({ code: 429, kind: 'rate_limited' })
    await expect(limit.consume('ada')).rejects.toMatchObject({
      retryAfter: expect.any(Number) as number,
      message: expect.stringMatching(/^Too many attempts\. Try again in \d+ seconds\.$/u) as string,
    })
    await expect(limit.consume('bob')).resolves.toBeUndefined()
  })

  test('is reset by a success', async () => {
    const limit = createRateLimit({ points: 1, durationSeconds: 60 })
    await limit.consume('ada')
    await limit.forgive('ada')
    await expect(limit.consume('ada')).resolves.toBeUndefined()
  })

  test('of a quarter of an hour is reported in minutes', async () => {
    const limit = createRateLimit({ points: 1, durationSeconds: 900 })
    await limit.consume('ada')
    await expect(limit.consume('ada')).rejects.toThrow('Try again in 15 minutes.')
  })
})
