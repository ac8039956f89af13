import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

const failure = (code: string) => ({
  code,
  message: expect.any(String) as string,
  details: null,
  hint: expect.toSatisfy((hint) => hint === null || typeof hint === 'string') as string | null,
})

export function describeAnswers(subject: Subject): void {
  describe('answers', () => {
    test('the health of a project with the version of its database', async () => {
      const answer = await subject.fetch(`/p/${subject.refs.available}/health`)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({
        status: 'ok',
        database: { version: expect.stringMatching(/^\d+(?:\.\d+)?$/u) as string },
        latency_ms: expect.any(Number) as number,
      })
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })

    test('HEAD with the status and no body', async () => {
      const answer = await subject.fetch(`/p/${subject.refs.available}/health`, { method: 'HEAD' })
      expect([answer.status, await answer.text()]).toEqual([200, ''])
    })

    test('with the id of the request, or one of its own', async () => {
      const path = `/p/${subject.refs.available}/health`
      const named = await subject.fetch(path, { headers: { 'x-request-id': 'named-by-client' } })
      const unnamed = await subject.fetch(path)
      expect(named.headers.get('x-request-id')).toBe('named-by-client')
      expect(unnamed.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/u)
    })

    test.each([
      '/p/nobodyhasthisprojectref/health',
      '/p/UPPER/health',
      '/p/a%20b/health',
      '/p/%zz/health',
      '/p/',
      '/p',
    ])('404 in its error form at %s', async (path) => {
      const answer = await subject.fetch(path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual(failure('project_not_found'))
    })

    test('404 for a service that a project does not have, and 405 for a method that health does not have', async () => {
      const base = `/p/${subject.refs.available}`
      const missing = await subject.fetch(`${base}/auth/v1/user`)
      expect([missing.status, await missing.json()]).toEqual([404, failure('service_not_found')])
      const odd = await subject.fetch(`${base}/%zz`)
      expect([odd.status, await odd.json()]).toEqual([404, failure('service_not_found')])
      const posted = await subject.fetch(`${base}/health`, { method: 'POST', body: 'text' })
      expect([posted.status, await posted.json()]).toEqual([405, failure('method_not_allowed')])
      expect(posted.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    })

    test('503 with Retry-After for a paused project', async () => {
      const answer = await subject.fetch(`/p/${subject.refs.paused}/health`)
      expect([answer.status, await answer.json()]).toEqual([503, failure('project_paused')])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    })

    test('503 with Retry-After in time for a database that hangs, and delays no other project', async () => {
      const { healthMs } = subject.gateway.limits
      const startedAt = performance.now()
      const hanging = Array.from({ length: 20 }, () =>
        subject.fetch(`/p/${subject.refs.hanging}/health`),
      )
      const other = await subject.fetch(`/p/${subject.refs.available}/health`)
      expect(other.status).toBe(200)
      expect(performance.now() - startedAt).toBeLessThan(healthMs)
      for (const answer of await Promise.all(hanging)) {
        expect([answer.status, await answer.json()]).toEqual([503, failure('database_timeout')])
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(performance.now() - startedAt).toBeLessThan(10 * healthMs)
    })

    test('scripts of every origin, without credentials', async () => {
      const path = `/p/${subject.refs.available}/health`
      const origin = 'https://shop.example'
      const preflight = await subject.fetch(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization, apikey',
        },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, apikey')
      const answer = await subject.fetch(path, { headers: { origin, cookie: 'basalt_session=x' } })
      expect(answer.status).toBe(200)
      for (const { headers } of [preflight, answer]) {
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('access-control-allow-credentials')).toBeNull()
        expect(headers.getSetCookie()).toEqual([])
      }
      expect(answer.headers.get('access-control-expose-headers')).toContain('x-request-id')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    })
  })
}
