import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

export function describeRequestLog(subject: Subject): void {
  const request = async (path: string, init: RequestInit = {}) => {
    const id = randomUUID()
    const answer = await subject.fetch(path, { ...init, headers: { 'x-request-id': id } })
    await answer.arrayBuffer()
    return id
  }

  describe('logs', () => {
    test('each request once, without its query, also when it is read by a process that starts later', async () => {
      const { available } = subject.refs
      const before = Date.now()
      const id = await request(`/p/${available}/health?apikey=secret-of-the-client`)
      const logged = await subject.listLogged(available, id)
      const { requests, close } = subject.gateway.openRequests()
      const again = await requests(available).finally(close)
      expect(again.filter(({ request_id }) => request_id === id)).toEqual(logged)
      expect(logged).toMatchObject([
        { method: 'GET', path: '/health', status: 200, request_id: id },
      ])
      expect(logged[0]?.at.getTime()).toBeGreaterThanOrEqual(before - 1)
      expect(logged[0]?.durationMs).toBeGreaterThan(0)
      expect(logged[0]?.address).toMatch(/^[\d.:a-f]+$/u)
      expect(JSON.stringify(again)).not.toContain('secret-of-the-client')
    })

    test('requests that were refused, with their status', async () => {
      const { paused, available } = subject.refs
      const refused = await request(`/p/${paused}/health`)
      const missing = await request(`/p/${available}/rest/v1/shop`)
      expect(await subject.listLogged(paused, refused)).toMatchObject([{ status: 503 }])
      expect(await subject.listLogged(available, missing)).toMatchObject([
        { status: 404, path: '/rest/v1/shop' },
      ])
    })

    test('requests whose path or query cannot be decoded, as they were sent', async () => {
      const { available } = subject.refs
      const missing = await request(`/p/${available}/%zz`)
      const healthy = await request(`/p/${available}/health?q=%zz`)
      expect(await subject.listLogged(available, missing)).toMatchObject([
        { status: 404, path: '/%zz' },
      ])
      expect(await subject.listLogged(available, healthy)).toMatchObject([
        { status: 200, path: '/health' },
      ])
    })

    test('nothing of one project for another', async () => {
      const { available, foreign } = subject.refs
      const id = await request(`/p/${available}/health`)
      const unknown = await request('/p/nobodyhasthisprojectref/health')
      expect(await subject.listLogged(foreign, id)).toEqual([])
      for (const ref of [available, foreign])
        expect(await subject.listLogged(ref, unknown)).toEqual([])
    })
  })
}
