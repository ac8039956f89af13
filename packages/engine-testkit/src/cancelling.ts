import type { ProjectDatabase } from '@basalt/engine'
import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

const running = (db: ProjectDatabase, mark: string) =>
  db.query(
    `select pid from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()
       and query like '%' || $1 || '%'`,
    [mark],
  )

async function untilRunning(db: ProjectDatabase, mark: string): Promise<void> {
  await expect.poll(() => running(db, mark)).toHaveLength(1)
}

export function describeCancelling(subject: Subject): void {
  describe('cancelling', () => {
    test('an abort cancels the statement in the database, not only here', async () => {
      const db = await subject.open()
      const abort = new AbortController()
      const started = Date.now()
      const slow = db.query('select pg_sleep(20) /* slow query */', [], { signal: abort.signal })
      const outcome = slow.catch((error: unknown) => error)
      await untilRunning(db, 'slow query')
      abort.abort()
      expect(await outcome).toMatchObject({ kind: 'cancelled' })
      expect(await running(db, 'slow query')).toEqual([])
      expect(Date.now() - started).toBeLessThan(15_000)
    })

    test('an abort at the moment of sending is not lost', async () => {
      const db = await subject.open()
      const abort = new AbortController()
      const slow = db.query('select pg_sleep(20)', [], { signal: abort.signal })
      queueMicrotask(() => abort.abort())
      await expect(slow).rejects.toMatchObject({ kind: 'cancelled' })
    })

    test('an aborted signal sends no statement', async () => {
      const db = await subject.open()
      const signal = AbortSignal.abort()
      const never = db.query('create table never (n int)', [], { signal })
      await expect(never).rejects.toMatchObject({ kind: 'cancelled' })
      expect((await db.text(`select to_regclass('never')`)).rows).toEqual([[null]])
    })

    test('the next statement on the same connection is not cancelled', async () => {
      const db = await subject.open()
      for (let round = 0; round < 10; round++) {
        const abort = new AbortController()
        const slow = db.query('select pg_sleep(20)', [], { signal: abort.signal })
        setTimeout(() => abort.abort(), round)
        await expect(slow).rejects.toMatchObject({ kind: 'cancelled' })
        expect(await db.query('select 1 as n from pg_sleep(0.01)')).toEqual([{ n: 1 }])
      }
    })

    test('a session that does not answer a cancel is closed and replaced', async () => {
      const db = await subject.open()
      const session = await db.session()
      const pid = session.processId() ?? 0
      const abort = new AbortController()
      const listener = { onFields() {}, onRows() {}, onNotice() {} }
      const options = { batchRows: 10, signal: abort.signal }
      const slow = session.run('select pg_sleep(20) /* silent */', listener, options)
      const outcome = slow.catch((error: unknown) => error)
      await untilRunning(db, '/* silent */')
      process.kill(pid, 'SIGSTOP')
      try {
        abort.abort()
        expect(await outcome).toMatchObject({ kind: 'unreachable' })
        expect(session.isLost()).toBe(true)
        await session.release()
        expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
      } finally {
        process.kill(pid, 'SIGCONT')
      }
    })

    test('a released session that does not answer is replaced', async () => {
      const db = await subject.open()
      const session = await db.session()
      const pid = session.processId() ?? 0
      process.kill(pid, 'SIGSTOP')
      try {
        await session.release()
        expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
      } finally {
        process.kill(pid, 'SIGCONT')
      }
    })

    test('a timeout of the database is a statement error, not a cancel', async () => {
      const db = await subject.open()
      const session = await db.session()
      await session.query(`set statement_timeout = '50ms'`)
      const abort = new AbortController()
      const slow = session.query('select pg_sleep(20)', [], { signal: abort.signal })
      await expect(slow).rejects.toMatchObject({ kind: 'statement', sql: { sqlstate: '57014' } })
      await session.release()
    })
  })
}
