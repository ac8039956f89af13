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
      await subject.gateway.requests.flush()
      const { requests, close } = await subject.gateway.openRequests()
      const page = await requests.list(available, { limit: 200 }).finally(close)
      const logged = page.requests.filter(({ requestId }) => requestId === id)
      expect(logged).toEqual(await subject.listLogged(available, id))
      expect(logged).toMatchObject([
        { ref: available, method: 'GET', path: '/health', status: 200, requestId: id },
      ])
      expect(logged[0]?.at.getTime()).toBeGreaterThanOrEqual(before - 1)
      expect(logged[0]?.durationMs).toBeGreaterThan(0)
      expect(logged[0]?.address).toMatch(/^[\d.:a-f]+$/u)
      expect(JSON.stringify(page)).not.toContain('secret-of-the-client')
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

    test('pages without a gap or a repetition, and by the class of the status', async () => {
      const { available } = subject.refs
      const { requests: log } = subject.gateway
      await Promise.all(Array.from({ length: 5 }, () => request(`/p/${available}/health`)))
      await request(`/p/${available}/nothing`)
      const all = (await log.list(available, { limit: 200 })).requests
      const paged: string[] = []
      let before: string | undefined
      do {
        // The next page begins where this one ends.
        // oxlint-disable-next-line no-await-in-loop
        const page = await log.list(available, { limit: 2, before })
        paged.push(...page.requests.map(({ id }) => id))
        before = page.next ?? undefined
      } while (before !== undefined)
      expect(paged).toEqual(all.map(({ id }) => id))
      const failed = (await log.list(available, { limit: 200, statusClass: 4 })).requests
      expect(failed).toEqual(all.filter(({ status }) => status >= 400 && status < 500))
      expect(failed.length).toBeGreaterThan(0)
    })

    test('until the time that is kept for a project is over', async () => {
      const { available, foreign } = subject.refs
      const { requests: log } = subject.gateway
      const kept = await request(`/p/${foreign}/health`)
      await request(`/p/${available}/health`)
      await log.flush()
      const now = new Date()
      const retentions = [
        { ref: available, since: now },
        { ref: foreign, since: new Date(0) },
      ]
      expect(await log.removeOld(retentions, new Date(0))).toBeGreaterThan(0)
      expect((await log.list(available, { limit: 1 })).requests).toEqual([])
      expect(await subject.listLogged(foreign, kept)).toHaveLength(1)
    })
  })
}
