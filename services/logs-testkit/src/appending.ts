import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { hourOf, newRef, noon, rowOf, type Subject } from './subject.ts'

const hostile = 'tab\t newline\n backslash \\N \\. quote \' " null \0 half \ud800 한글 😀 \u202e'

export function describeAppending(subject: Subject): void {
  describe('stores', () => {
    test('every field of a row, and finds it by its id', async () => {
      const ref = newRef()
      const row = rowOf(ref, {
        source: 'postgres_logs',
        level: 'error',
        status: 500,
        method: 'POST',
        path: '/rest/v1/shop',
        user: 'anon',
        database: 'postgres',
        code: '42P01',
        request_id: randomUUID(),
        durationMs: 12.5,
        isOwn: false,
        message: 'relation "shop" does not exist',
        metadata: { parsed: { query_id: '-8093573402934', list: [1, null, true] } },
      })
      await subject.append([row])
      const [stored] = await subject.listAll(hourOf(ref))
      const { at, ref: _, ...fields } = row
      expect(stored).toMatchObject({ ...fields, at: new Date(at) })
      expect(await subject.store.find(ref, stored?.id ?? '')).toEqual(stored)
      expect(await subject.made.openAgain().find(ref, stored?.id ?? '')).toEqual(stored)
    })

    test('texts that a database may not take, without what it cannot store', async () => {
      const ref = newRef()
      const change = { message: hostile, path: hostile, metadata: { text: hostile } }
      await subject.append([rowOf(ref, change), rowOf(ref, { message: 'x'.repeat(200_000) })])
      const rows = await subject.listAll(hourOf(ref))
      const expected = hostile.replaceAll(/[\0\ud800]/gu, '')
      expect(rows.at(-1)).toMatchObject({ message: expected, metadata: { text: expected } })
      expect(rows[0]?.message.length).toBeGreaterThan(60_000)
    })

    test('a position together with its rows, or neither', async () => {
      const ref = newRef()
      const key = `reader/${ref}`
      expect(await subject.store.position(key)).toBeNull()
      await subject.append([rowOf(ref)], { position: { key, value: 'file:1' } })
      await subject.append([], { position: { key, value: 'file:2' } })
      const bad = { ...rowOf(ref), at: Number.NaN }
      const failing = subject.append([rowOf(ref), bad], { position: { key, value: 'file:3' } })
      await expect(failing).rejects.toThrow(/./u)
      expect(await subject.store.position(key)).toBe('file:2')
      expect(await subject.listAll(hourOf(ref))).toHaveLength(1)
    })

    test('rows of several projects and days in one batch, also at the same time', async () => {
      const refs = [newRef(), newRef(), newRef()]
      const day = 86_400_000
      const batch = refs.flatMap((ref) => [rowOf(ref), rowOf(ref, { at: noon - 2 * day })])
      await Promise.all(Array.from({ length: 4 }, () => subject.append(batch)))
      const from = new Date(noon - 3 * day)
      for (const ref of refs) {
        // One after the other.
        // oxlint-disable-next-line no-await-in-loop
        expect(await subject.listAll(hourOf(ref, { from }))).toHaveLength(8)
      }
    })

    test('rows for drains in their order until they are delivered', async () => {
      const ref = newRef()
      const [one, other] = [randomUUID(), randomUUID()]
      const rows = Array.from({ length: 5 }, (_, index) =>
        rowOf(ref, {
          at: noon - index,
          level: index === 2 ? 'error' : 'info',
          message: `${index}`,
        }),
      )
      const drainsOf = ({ level }: { level: string }) => (level === 'error' ? [one, other] : [one])
      await subject.append(rows, { drainsOf })
      const queued = await subject.store.queued(one, 3)
      expect(queued.map(({ row }) => row.message)).toEqual(['0', '1', '2'])
      expect(await subject.store.queued(other, 10)).toMatchObject([{ row: { message: '2' } }])
      await subject.store.settle(
        one,
        queued.map(({ seq }) => seq),
      )
      const rest = await subject.store.queued(one, 10)
      expect(rest.map(({ row }) => row.message)).toEqual(['3', '4'])
      expect(await subject.store.waiting(one)).toBe(2)
      expect(await subject.store.trimQueue(one, 1)).toBe(1)
      expect(await subject.store.queued(one, 10)).toMatchObject([{ row: { message: '4' } }])
      expect(await subject.store.queued(randomUUID(), 10)).toEqual([])
    })

    test('how many rows are missing, by minute and reason', async () => {
      const ref = newRef()
      const minute = new Date(noon)
      const one = { ref, source: 'edge_logs', minute, reason: 'memory', count: 3 } as const
      await subject.append([rowOf(ref)], { dropped: [one] })
      await subject.append([], { dropped: [one, { ...one, reason: 'disk' }] })
      const { from, to } = hourOf(ref)
      expect(await subject.store.dropped(ref, from, to)).toEqual([
        { source: 'edge_logs', minute, reason: 'disk', count: 3 },
        { source: 'edge_logs', minute, reason: 'memory', count: 6 },
      ])
      expect(await subject.store.dropped(newRef(), from, to)).toEqual([])
    })
  })
}
