import { setTimeout as delay } from 'node:timers/promises'

import type { DatabaseSession, ProjectDatabase, RunListener } from '@basalt/engine'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

const quiet: RunListener = { onFields() {}, onRows() {}, onNotice() {} }
const mib = 1024 * 1024

/** Answers that are too large, or that together exceed the memory. */
export function describeLargeAnswers(subject: Subject): void {
  describe('large answers', () => {
    let db: ProjectDatabase
    beforeAll(async () => {
      db = await subject.open()
    })
    afterEach(async () => {
      await expect.poll(() => subject.limits.openResults.used).toBe(0)
    })

    const inSession = async <T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> => {
      const session = await db.session()
      try {
        return await work(session)
      } finally {
        await session.release()
      }
    }

    test.each([
      ['a row', `select repeat('x', 5000000)`],
      ['a notice', `do $$ begin raise notice '%', repeat('x', 5000000); end $$`],
      ['an error', `do $$ begin raise exception '%', repeat('x', 5000000); end $$`],
      ['rows of COPY', `copy (select repeat('x', 5000000)) to stdout`],
      ['a setting', `select set_config('application_name', 'x', false), repeat('y', 5000000)`],
    ])('larger than one message may be close their connection only: %s', async (_, statement) => {
      await inSession(async (other) => {
        await inSession(async (session) => {
          const running = session.run(statement, quiet, { batchRows: 10 })
          await expect(running).rejects.toMatchObject({
            kind: 'too-large',
            message: expect.stringContaining('Value too large'),
          })
          expect(session.isLost()).toBe(true)
        })
        expect(await other.query('select 1 as n')).toEqual([{ n: 1 }])
      })
      expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
    })

    test('are refused outside of sessions as well, and roll back their transaction', async () => {
      const large = `select repeat('x', 5000000)`
      await expect(db.text(large)).rejects.toMatchObject({ kind: 'too-large' })
      await expect(db.query(large)).rejects.toMatchObject({ kind: 'too-large' })
      await expect(db.snapshot((tx) => tx.text(large))).rejects.toMatchObject({ kind: 'too-large' })
      await db.query('create table large_ones (value text)')
      const writing = db.transaction((tx) =>
        tx.text(`insert into large_ones values (repeat('x', 5000000)) returning value`),
      )
      await expect(writing).rejects.toMatchObject({ kind: 'too-large' })
      await expect.poll(() => db.query('select 1 from large_ones')).toEqual([])
      await db.query('drop table large_ones')
    })

    test('whose rows are stored until the last one have a limit together', async () => {
      const many = `select repeat('x', 1000000) from generate_series(1, 6)`
      await expect(db.text(many)).rejects.toMatchObject({ kind: 'too-large' })
      expect((await db.text(`select repeat('x', 3000000)`)).rows[0]?.[0]).toHaveLength(3_000_000)
    })

    test('count as long as their rows are stored', async () => {
      const given: (() => void)[] = []
      const keepRows = (release: () => void) => void given.push(release)
      const large = `select repeat('x', 3000000)`
      await db.text(large)
      expect(subject.limits.openResults.used).toBe(0)
      await db.text(large, [], { keepRows })
      await db.transaction((tx) => tx.query(large, [], { keepRows }))
      expect(subject.limits.openResults.used).toBeGreaterThan(5_000_000)
      await db.text('select 1', [], { keepRows })
      expect(given).toHaveLength(2)
      for (const release of given) release()
      expect(subject.limits.openResults.used).toBe(0)
    })

    test('arrive whole when they fit, with any bytes and chunks', async () => {
      const lengths = [0, 1, 65_530, 65_536, 200_000, 3_999_000]
      const rows: (string | null)[][] = []
      const onRows = (batch: (string | null)[][]) => void rows.push(...batch)
      await inSession((session) =>
        session.run(
          `select n, repeat('ß', n / 2) || 'end' from unnest(array[${lengths.join()}]) n, generate_series(1, 3)`,
          { ...quiet, onRows },
          { batchRows: 500 },
        ),
      )
      expect(rows).toHaveLength(3 * lengths.length)
      const isWhole = ([n, text]: (string | null)[]) =>
        text === `${'ß'.repeat(Math.floor(Number(n) / 2))}end`
      expect(rows.filter((row) => !isWhole(row)).map(([n]) => n)).toEqual([])
    })

    test('arrive in batches by size, and no further than their reader is', async () => {
      const sizes: number[] = []
      let most = 0
      const onRows = async (batch: (string | null)[][]) => {
        sizes.push(batch.length)
        await delay(5)
        most = Math.max(most, subject.limits.openResults.used)
      }
      const wide = `select n, repeat('x', 100000) from generate_series(1, 100) n`
      const { rowCount } = await inSession((session) =>
        session.run(wide, { ...quiet, onRows }, { batchRows: 500 }),
      )
      expect(rowCount).toBe(100)
      expect(Math.max(...sizes)).toBeLessThan(5)
      expect(most).toBeLessThan(mib)
    })

    test('that run at the same time wait for each other, and none exceeds the budget', async () => {
      let most = 0
      const onRows = async () => {
        most = Math.max(most, subject.limits.openResults.used)
        await delay(2)
      }
      const wide = `select repeat('x', 3000000) from generate_series(1, 4) n`
      const run = () =>
        inSession((session) => session.run(wide, { ...quiet, onRows }, { batchRows: 500 }))
      const counts = await Promise.all(Array.from({ length: 5 }, run))
      expect(counts.map(({ rowCount }) => rowCount)).toEqual([4, 4, 4, 4, 4])
      expect(most).toBeGreaterThan(3 * mib)
      expect(most).toBeLessThanOrEqual(subject.limits.openResults.limit)
    })

    test('that are stored whole and together exceed the budget do not all fail', async () => {
      const read = async () => (await db.text(`select repeat('x', 3500000)`)).rows.length
      const done = await Promise.allSettled(Array.from({ length: 8 }, read))
      const kinds = done.map((one) =>
        one.status === 'fulfilled' ? 'read' : (one.reason as { kind: string }).kind,
      )
      expect(kinds.filter((kind) => kind !== 'read' && kind !== 'overloaded')).toEqual([])
      expect(kinds.filter((kind) => kind === 'read').length).toBeGreaterThan(1)
    })

    test('without a reader are cancelled in the database', async () => {
      await inSession(async (session) => {
        const abort = new AbortController()
        const onRows = () => abort.abort()
        const endless = `select n, repeat('x', 100000) from generate_series(1, 1000000) n`
        const started = Date.now()
        const running = session.run(
          endless,
          { ...quiet, onRows },
          { batchRows: 500, signal: abort.signal },
        )
        await expect(running).rejects.toMatchObject({ kind: 'cancelled' })
        expect(Date.now() - started).toBeLessThan(15_000)
        expect(session.isLost()).toBe(false)
        expect(await session.query('select 1 as n')).toEqual([{ n: 1 }])
      })
    })

    test('whose reader fails leave the session unchanged', async () => {
      await inSession(async (session) => {
        const onRows = () => {
          throw new Error('no room')
        }
        const wide = `select repeat('x', 1000000) from generate_series(1, 1000)`
        await expect(session.run(wide, { ...quiet, onRows }, { batchRows: 500 })).rejects.toThrow(
          'no room',
        )
        expect(await session.query('select 1 as n')).toEqual([{ n: 1 }])
      })
    })

    test('in errors and notices are truncated for display', async () => {
      await inSession(async (session) => {
        const failing = session.run(
          `do $$ begin raise exception '%', repeat('x', 1000000); end $$`,
          quiet,
          { batchRows: 10 },
        )
        await expect(failing).rejects.toThrow(/^x{16384}… \(cut here: 1000000 characters\)$/u)
      })
    })

    test('many notices wait for their listener', async () => {
      let [reported, open, most] = [0, 0, 0]
      const onNotice = async ({ message }: { message: string }) => {
        reported += 1
        open += message.length
        most = Math.max(most, open)
        await delay(1)
        open -= message.length
      }
      const talking = `do $$ begin for i in 1..500 loop raise notice '%', repeat('x', 15000); end loop; end $$`
      await inSession((session) => session.run(talking, { ...quiet, onNotice }, { batchRows: 10 }))
      expect(reported).toBe(500)
      expect(most).toBeLessThan(mib)
    })
  })
}
