import type { EngineFeature } from '@basalt/engine'
import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

const maxBytes = 1024 ** 3

export function describeClusterCopies(subject: Subject, features: readonly EngineFeature[]): void {
  const copy = (options: { maxBytes?: number; signal?: AbortSignal } = {}) =>
    subject.engine.copy(subject.ref, {
      maxBytes,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...options,
    })

  test.runIf(!features.includes('copy'))('refuses to copy databases', async () => {
    await expect(copy()).rejects.toMatchObject({ kind: 'unsupported' })
  })

  describe.runIf(features.includes('copy'))('a copy', () => {
    test('has the rows of the original, which its writes do not change', async () => {
      const original = await subject.open()
      await original.query('create table copied_rows as select n from generate_series(1, 50000) n')
      const writing = new AbortController()
      // Commits while the files are copied.
      const writes = (async () => {
        let count = 0
        for (; !writing.signal.aborted; count += 1)
          await original.query('insert into copied_rows select n from generate_series(1, 100) n')
        return count
      })()
      const progress: number[] = []
      const made = await subject.engine.copy(subject.ref, {
        maxBytes,
        signal: new AbortController().signal,
        onProgress: (copied, total) => progress.push(copied / total),
      })
      writing.abort()
      const count = `select count(*)::int as n, count(*) filter (where n <= 100)::int % 100 as rest from copied_rows`
      try {
        const [row] = await made.db.query<{ n: number; rest: number }>(count)
        expect(row?.n).toBeGreaterThanOrEqual(50_000)
        expect(row?.n).toBeLessThanOrEqual(50_000 + 100 * (await writes))
        expect(row?.rest).toBe(0)
        await made.db.query('drop table copied_rows')
        await expect(copy()).rejects.toMatchObject({ kind: 'overloaded' })
      } finally {
        await made.remove()
      }
      expect(progress.at(-1)).toBeGreaterThan(0.5)
      expect(await original.query(count)).toHaveLength(1)
      await original.query('drop table copied_rows')
      await expect(made.db.query('select 1')).rejects.toMatchObject({ kind: 'unreachable' })
    }, 60_000)

    test('runs no subscription, and nobody but the engine connects to it', async () => {
      const made = await copy()
      const settings = await made.db.query<{ name: string; setting: string }>(
        `select name, setting from pg_settings where name in ('listen_addresses',
           'max_logical_replication_workers', 'shared_preload_libraries', 'archive_mode')`,
      )
      await made.remove()
      expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
        listen_addresses: '',
        max_logical_replication_workers: '0',
        shared_preload_libraries: '',
        archive_mode: 'off',
      })
    }, 60_000)

    test('is refused when the database is too large, and ends when it is cancelled', async () => {
      await expect(copy({ maxBytes: 1000 })).rejects.toMatchObject({ kind: 'create-failed' })
      const signal = AbortSignal.abort()
      await expect(copy({ signal })).rejects.toMatchObject({ kind: 'cancelled' })
      await (await copy()).remove()
    }, 60_000)
  })
}
