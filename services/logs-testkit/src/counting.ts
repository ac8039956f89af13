import { beforeAll, describe, expect, test } from 'vitest'

import { hourOf, newRef, noon, rowOf, type Subject } from './subject.ts'

const minute = 60_000

export function describeCounting(subject: Subject): void {
  describe('counts', () => {
    const ref = newRef()
    const range = hourOf(ref, { from: new Date(noon), to: new Date(noon + 10 * minute) })
    beforeAll(async () => {
      const before = Array.from({ length: 20 }, (_, index) =>
        rowOf(ref, { at: noon - 10 * minute + index * 1000, message: `user ${index} signed in` }),
      )
      const after = Array.from({ length: 30 }, (_, index) =>
        rowOf(ref, {
          at: noon + index * 20_000,
          level: index % 3 === 0 ? 'error' : 'info',
          status: index % 3 === 0 ? 500 : 200,
          path: `/p${index % 2}`,
          message: index % 3 === 0 ? `timeout after ${index} ms` : `user ${index} signed in`,
        }),
      )
      const own = rowOf(ref, { at: noon, isOwn: true })
      await subject.append([...before, ...after, own])
    })

    test('rows by time and level', async () => {
      const buckets = await subject.store.histogram(range, minute)
      expect(buckets).toHaveLength(10)
      expect(buckets[0]).toEqual({ from: new Date(noon), counts: { info: 2, error: 1 } })
      const later = hourOf(ref, { from: new Date(noon + 20 * minute) })
      expect(await subject.store.histogram(later, minute)).toEqual([])
    })

    test('values of fields, those of a filtered field without its own filter', async () => {
      const filters = [{ field: 'status', values: ['5xx'] }] as const
      const facets = await subject.store.facets({ ...range, filters }, [
        'status',
        'level',
        'path',
        'method',
        'source',
      ])
      expect(facets).toEqual({
        status: [
          { value: '200', count: 20 },
          { value: '500', count: 10 },
        ],
        level: [{ value: 'error', count: 10 }],
        path: [
          { value: '/p0', count: 5 },
          { value: '/p1', count: 5 },
        ],
        method: [],
        source: [{ value: 'edge_logs', count: 10 }],
      })
    })

    test('messages of two ranges by pattern; the counts add up to the rows', async () => {
      const counts = await subject.store.comparePatterns(range, new Date(noon - 10 * minute))
      const shown = counts.map(({ message, before, after, level }) => ({
        message: message.replaceAll(/\d+/gu, '#'),
        before,
        after,
        level,
      }))
      expect(shown.toSorted((one, other) => other.after - one.after)).toEqual([
        { message: 'user # signed in', before: 20, after: 20, level: 'info' },
        { message: 'timeout after # ms', before: 0, after: 10, level: 'error' },
      ])
      const vanished = await subject.store.comparePatterns(
        { ...range, from: new Date(noon + 20 * minute), to: new Date(noon + 30 * minute) },
        range.from,
      )
      expect(new Set(vanished.map(({ before, after }) => `${before} ${after}`))).toEqual(
        new Set(['10 0', '20 0']),
      )
      const first = counts.find(({ before }) => before === 0)?.firstAt
      expect(first).toEqual(new Date(noon))
    })

    test('the newest time', async () => {
      expect(await subject.store.newest(ref)).toEqual(new Date(noon + 29 * 20_000))
      expect(await subject.store.newest(newRef())).toBeNull()
    })
  })
}
