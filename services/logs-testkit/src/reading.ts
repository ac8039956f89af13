import { randomUUID } from 'node:crypto'

import { logSources, type LogRange } from '@basalt/logs'
import { beforeAll, describe, expect, test } from 'vitest'

import { hourOf, newRef, noon, rowOf, type Subject } from './subject.ts'

export function describeReading(subject: Subject): void {
  describe('reads', () => {
    const ref = newRef()
    const other = newRef()
    const requestId = randomUUID()
    beforeAll(async () => {
      const rows = Array.from({ length: 120 }, (_, index) =>
        rowOf(ref, {
          source: index % 3 === 0 ? 'postgres_logs' : 'edge_logs',
          at: noon + Math.floor(index / 4) * 1000,
          level: index % 10 === 0 ? 'error' : 'info',
          status: index % 3 === 0 ? null : 200 + (index % 4) * 100,
          method: index % 3 === 0 ? null : 'GET',
          path: index % 3 === 0 ? null : `/p${index % 5}`,
          message: `row ${index} 100%_sure`,
          isOwn: index === 7,
          request_id: index % 60 === 1 ? requestId : null,
        }),
      )
      await subject.append(rows)
      await subject.append([rowOf(other, { request_id: requestId })])
    })
    const read = (change: Partial<LogRange> = {}, limit = 1000) =>
      subject.listAll(hourOf(ref, change), limit)

    test('the newest first, in pages of any size without a gap or a repetition', async () => {
      const all = await read()
      expect(all).toHaveLength(119)
      const times = all.map(({ at }) => at.getTime())
      expect(times).toEqual(times.toSorted((one, two) => two - one))
      for (const limit of [1, 7, 119]) {
        // One after the other.
        // oxlint-disable-next-line no-await-in-loop
        expect((await read({}, limit)).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
      }
    })

    test('no row of another project, and none of an unknown one', async () => {
      expect(await subject.listAll(hourOf(newRef()))).toEqual([])
      const [foreign] = await subject.listAll(hourOf(other))
      expect(await subject.store.find(ref, foreign?.id ?? '')).toBeNull()
      expect(await subject.store.find(ref, 'x')).toBeNull()
      expect(await subject.store.byRequest(other, requestId)).toHaveLength(1)
    })

    test('a half open range of time', async () => {
      const to = new Date(noon + 1000)
      expect(await read({ from: new Date(noon), to })).toHaveLength(4)
      expect(await read({ from: to, to })).toEqual([])
    })

    test('by source, filters, text and pattern', async () => {
      const all = await read()
      const postgres = await read({ sources: ['postgres_logs'] })
      expect(postgres).toEqual(all.filter(({ source }) => source === 'postgres_logs'))
      const failed = await read({ filters: [{ field: 'status', values: ['4xx', '500'] }] })
      expect(failed).toEqual(all.filter(({ status }) => (status ?? 0) >= 400))
      const others = await read({
        filters: [{ field: 'path', values: ['/p1', '/p2'], excludes: true }],
      })
      expect(others).toEqual(all.filter(({ path }) => path !== '/p1' && path !== '/p2'))
      const errors = await read({ filters: [{ field: 'level', values: ['error'] }] })
      expect(errors).toHaveLength(12)
      expect(await read({ search: 'ROW 11 100%_' })).toHaveLength(1)
      expect(await read({ search: '1%sure' })).toEqual([])
      expect(await read({ pattern: all[0]?.pattern ?? '' })).toHaveLength(119)
      expect(await read({ pattern: '1' })).toEqual([])
    })

    test('values that nothing matches without an error', async () => {
      const filters = [
        { field: 'status', values: ['x', '99999', "' or 1=1"] },
        { field: 'level', values: ['constructor'] },
      ] as const
      for (const filter of filters) {
        // One after the other.
        // oxlint-disable-next-line no-await-in-loop
        expect(await read({ filters: [filter] })).toEqual([])
      }
      expect(await read({ sources: [] })).toEqual([])
    })

    test("Basalt's own rows only when asked for", async () => {
      expect((await read()).some(({ isOwn }) => isOwn)).toBe(false)
      expect(await read({ includesOwn: true })).toHaveLength(120)
    })

    test('rows next to a row', async () => {
      const all = await read()
      const [newest] = all
      const middle = all[50]
      if (newest === undefined || middle === undefined) throw new Error('There are no rows')
      const options = { count: 3, includesOwn: false }
      expect(await subject.store.around(ref, middle, options)).toEqual(all.slice(47, 54))
      expect(await subject.store.around(ref, newest, options)).toEqual(all.slice(0, 4))
      expect(await subject.store.around(other, middle, options)).toHaveLength(1)
    })

    test('all rows of one request, the oldest first', async () => {
      const rows = await subject.store.byRequest(ref, requestId)
      expect(rows.map(({ message }) => message)).toEqual(['row 1 100%_sure', 'row 61 100%_sure'])
    })

    test('a part of the range when the time is up, and the rest later', async () => {
      const range = hourOf(ref, { search: 'row 3 ', sources: logSources })
      const first = await subject.store.list(range, { limit: 10, budgetMs: 0 })
      // A store may also be fast enough to read everything at once.
      expect(first.rows).toHaveLength(first.next === null ? 1 : 0)
      const readFrom = first.next?.at ?? range.to
      expect(readFrom.getTime()).toBeGreaterThan(range.from.getTime())
      expect(await subject.listAll(range, 10)).toHaveLength(1)
    })

    test('nothing for a caller that aborted', async () => {
      const signal = AbortSignal.abort()
      await expect(
        subject.store.list(hourOf(ref), { limit: 1, budgetMs: 1, signal }),
      ).rejects.toThrow(/./u)
    })
  })
}
