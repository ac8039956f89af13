import { beforeAll, describe, expect, test } from 'vitest'

import { hourOf, newRef, noon, rowOf, type Subject } from './subject.ts'

const minute = 60_000

export function describeRequests(subject: Subject): void {
  describe('requests', () => {
    const ref = newRef()
    const range = hourOf(ref, {
      sources: ['edge_logs'],
      from: new Date(noon),
      to: new Date(noon + 10 * minute),
    })
    beforeAll(async () => {
      const requests = Array.from({ length: 101 }, (_, index) =>
        rowOf(ref, {
          at: noon + index * 500,
          status: index < 5 ? 500 : index < 15 ? 404 : 200,
          durationMs: index,
        }),
      )
      const refused = rowOf(ref, { at: noon + 3 * minute, status: 402, durationMs: null })
      const otherSource = rowOf(ref, { at: noon, source: 'postgres_logs', durationMs: 9000 })
      const own = rowOf(ref, { at: noon, status: 500, durationMs: 9000, isOwn: true })
      await subject.append([...requests, refused, otherSource, own])
    })

    test('are counted by time and status, with percentiles of their durations', async () => {
      expect(await subject.store.requests(range, minute)).toEqual([
        {
          from: new Date(noon),
          requests: 101,
          clientErrors: 10,
          serverErrors: 5,
          p50Ms: 50,
          p95Ms: 95,
        },
        {
          from: new Date(noon + 3 * minute),
          requests: 1,
          clientErrors: 1,
          serverErrors: 0,
          p50Ms: null,
          p95Ms: null,
        },
      ])
    })

    test('of part of a range are counted from its start', async () => {
      const from = new Date(noon + 25_000)
      const [bucket, ...more] = await subject.store.requests({ ...range, from }, 10 * minute)
      expect(bucket).toMatchObject({ from, requests: 52, serverErrors: 0, p50Ms: 75 })
      expect(more).toEqual([])
      const filters = [{ field: 'status', values: ['5xx'] }] as const
      const [failed] = await subject.store.requests({ ...range, filters }, minute)
      expect(failed).toMatchObject({ requests: 5, serverErrors: 5, p50Ms: 2 })
      expect(await subject.store.requests({ ...range, ref: newRef() }, minute)).toEqual([])
    })
  })
}
