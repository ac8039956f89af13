import type { EngineFeature } from '@basalt/engine'
import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

const mib = 1024 * 1024
const limits = { tempFileBytes: 4096 * mib, slotWalBytes: 1024 * mib, connections: 37 }

export function describeLimits(subject: Subject, features: readonly EngineFeature[]): void {
  describe.runIf(features.includes('limits'))('limits', () => {
    test('a sort whose temporary files exceed the limit fails', async () => {
      const { engine, ref } = subject
      await engine.limit(ref, { ...limits, tempFileBytes: mib })
      const db = await subject.open()
      const sort = () =>
        db.transaction(async (tx) => {
          await tx.query(`set local work_mem = '64kB'`)
          return tx.query(
            'select max(n) from (select n from generate_series(1, 200000) n order by -n offset 0) s',
          )
        })
      await expect
        .poll(() => sort().catch((error: unknown) => error))
        .toMatchObject({
          sql: { sqlstate: '53400' },
        })
      await engine.limit(ref, limits)
      await expect.poll(() => sort().catch(() => null)).toHaveLength(1)
    })

    test('the size grows with the data', async () => {
      const { engine, ref } = subject
      const db = await subject.open()
      const before = await engine.usage(ref)
      await db.query(`create table large as select repeat('x', 2000) from generate_series(1, 2000)`)
      const after = await engine.usage(ref)
      expect(after.databaseBytes - before.databaseBytes).toBeGreaterThan(2 * mib)
      expect(after.walBytes).toBeGreaterThan(0)
      await db.query('drop table large')
    })

    test.runIf(process.platform === 'linux')(
      'the processes of the cluster report the work and the memory of a statement',
      async () => {
        const { engine, ref } = subject
        const before = await engine.processUsage(ref)
        const db = await subject.open()
        await db.query('select count(*) from generate_series(1, 3000000) n where n % 7 = 1')
        const cpuSeconds = async () => (await engine.processUsage(ref))?.cpuSeconds ?? 0
        await expect
          .poll(cpuSeconds, { timeout: 10_000 })
          .toBeGreaterThan(before?.cpuSeconds ?? Number.NaN)
        expect(before?.memoryBytes).toBeGreaterThan(4 * mib)
      },
    )

    test('a read-only cluster terminates writers, refuses further writes, and lets an owner free space', async () => {
      const { engine, ref } = subject
      const db = await subject.open()
      await db.query('create table filling (n int)')
      const writer = await db.session()
      await writer.query('begin')
      await writer.query('insert into filling values (1)')
      const idle = await db.session()
      await idle.query('select 1')

      expect(await engine.setReadOnly(ref, true)).toBe(true)
      expect(await engine.setReadOnly(ref, true)).toBe(false)
      await expect(writer.query('commit')).rejects.toMatchObject({ kind: 'unreachable' })
      await expect
        .poll(() => idle.query('insert into filling values (2)').catch((error: unknown) => error))
        .toMatchObject({ sql: { sqlstate: '25006' } })
      expect(await db.query('select n from filling')).toEqual([])
      const reader = await subject.open('read-only', { id: 'late', name: 'late@example.com' })
      expect(await reader.query('select 1 as n')).toEqual([{ n: 1 }])
      await idle.query('set default_transaction_read_only = off')
      await idle.query('truncate filling')
      await writer.release()
      await idle.release()

      await engine.setReadOnly(ref, false)
      await expect
        .poll(() => db.query('show default_transaction_read_only'))
        .toEqual([{ default_transaction_read_only: 'off' }])
      await db.query('drop table filling')
    })

    test('a statement with large temporary files is cancelled, another one is not', async () => {
      const { engine, ref } = subject
      const db = await subject.open()
      const [sorting, waiting] = [await db.session(), await db.session()]
      await sorting.query(`set work_mem = '64kB'`)
      const quiet = waiting.query('select pg_sleep(1)')
      const sort = sorting
        .query(
          `with s as materialized (select n from generate_series(1, 400000) n order by -n)
           select count(*) from s, lateral (select pg_sleep(0.001) where n > 0) x`,
        )
        .catch((error: unknown) => error)
      await expect.poll(() => engine.cancelTempFiles(ref, mib), { timeout: 10_000 }).toBe(1)
      expect(await sort).toMatchObject({ sql: { sqlstate: '57014' } })
      expect(await quiet).toHaveLength(1)
      await sorting.release()
      await waiting.release()
    })

    test('maintenance changes nothing that is correct', async () => {
      const { engine, ref } = subject
      const reader = await subject.open('read-only', { id: 'somebody', name: 'Somebody' })
      await engine.maintain(ref)
      expect(await reader.query('select 1 as n')).toEqual([{ n: 1 }])
    })

    test('the disk has a size', async () => {
      expect(await subject.engine.freeDiskBytes()).toBeGreaterThan(0)
    })
  })

  test.runIf(features.includes('limits'))(
    'statements of the database are counted without its own extension',
    async () => {
      const { engine, ref } = subject
      const db = await subject.open()
      // Another constant would be the same statement.
      await db.text('select oprname as counted_statement from pg_operator where oid = 0')
      const statistics = await engine.statementStatistics(ref)
      const found = await statistics?.db.query(
        `select query from ${statistics.schema}.pg_stat_statements
         where query like '%counted_statement%' and query not like '%pg_stat_statements%'`,
      )
      const query = expect.stringMatching(
        /^select oprname as counted_statement from pg_operator where oid = \$1\s/u,
      )
      expect(found).toEqual([{ query }])
    },
  )

  test.runIf(!features.includes('limits'))(
    'processes on another machine have no usage',
    async () => {
      expect(await subject.engine.processUsage(subject.ref)).toBeNull()
    },
  )

  describe.runIf(features.includes('password'))('the password of the owner', () => {
    test('is changed, and sessions continue unless they are to be terminated', async () => {
      const { engine, ref } = subject
      const db = await subject.open()
      await engine.setOwnerPassword(ref, { ownerPassword: "new 'password", endSessions: false })
      await engine.setOwnerPassword(ref, { ownerPassword: 'пароль', endSessions: true })
      expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
    })
  })
}
