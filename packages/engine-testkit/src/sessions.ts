import { setTimeout as delay } from 'node:timers/promises'

import type { RunListener, TextField } from '@basalt/engine'
import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

type Rows = (string | null)[][]

class Recorder implements RunListener {
  readonly fields: (readonly TextField[])[] = []
  readonly batches: Rows[] = []
  readonly notices: { severity: string; message: string }[] = []

  onFields(fields: readonly TextField[]): void {
    this.fields.push(fields)
  }
  onRows(rows: Rows): void | Promise<void> {
    this.batches.push(rows)
  }
  onNotice(notice: { severity: string; message: string }): void {
    this.notices.push(notice)
  }
}

export function describeSessions(subject: Subject): void {
  describe('sessions', () => {
    test('a large result arrives in order, batch by batch', async () => {
      const session = await (await subject.open()).session()
      const recorder = new Recorder()
      const result = await session.run('select n from generate_series(1, 25000) n', recorder, {
        batchRows: 1000,
      })
      expect(result).toEqual({ command: 'SELECT', rowCount: 25_000 })
      expect(recorder.fields).toHaveLength(1)
      expect(recorder.batches.map(({ length }) => length)).toEqual(Array(25).fill(1000))
      expect(recorder.batches.flat().map(([n]) => Number(n))).toEqual(
        Array.from({ length: 25_000 }, (_, index) => index + 1),
      )
      await session.release()
    })

    test('a slow reader holds the cursor back', async () => {
      const db = await subject.open()
      await db.query('create sequence reached')
      const session = await db.session()
      const seen: number[] = []
      const recorder = new Recorder()
      recorder.onRows = async () => {
        await delay(20)
        const [row] = await db.query<{ last_value: string }>('select last_value from reached')
        seen.push(Number(row?.last_value))
      }
      await session.run(`select nextval('reached') from generate_series(1, 400)`, recorder, {
        batchRows: 100,
      })
      expect(seen).toEqual([100, 200, 300, 400])
      await session.release()
      await db.query('drop sequence reached')
    })

    test('a statement without a result has no fields and a count', async () => {
      const session = await (await subject.open()).session()
      const recorder = new Recorder()
      await session.query('create temporary table few (n int)')
      const result = await session.run('insert into few values (1), (2)', recorder, {
        batchRows: 10,
      })
      expect(result).toEqual({ command: 'INSERT', rowCount: 2 })
      expect(recorder).toMatchObject({ fields: [[]], batches: [] })
      await session.release()
    })

    test('notices are passed on while the statement runs', async () => {
      const session = await (await subject.open()).session()
      const recorder = new Recorder()
      await session.run(`do $$ begin raise warning 'careful'; end $$`, recorder, { batchRows: 1 })
      expect(recorder.notices).toEqual([{ severity: 'WARNING', message: 'careful' }])
      await session.release()
    })

    test('after an error, also one in the middle of the rows, the session stays usable', async () => {
      const session = await (await subject.open()).session()
      const recorder = new Recorder()
      const failing = session.run('select 1/(150 - n) from generate_series(1, 200) n', recorder, {
        batchRows: 100,
      })
      await expect(failing).rejects.toMatchObject({ kind: 'statement', sql: { sqlstate: '22012' } })
      expect(recorder.batches).toHaveLength(1)
      const typo = session.run('selec 1', recorder, { batchRows: 100 })
      await expect(typo).rejects.toMatchObject({ sql: { sqlstate: '42601', position: 1 } })
      expect(await session.query('select 1 as n')).toEqual([{ n: 1 }])
      await session.release()
    })

    test('a listener that throws ends the statement with its error', async () => {
      const session = await (await subject.open()).session()
      const recorder = new Recorder()
      recorder.onRows = () => {
        throw new Error('no room')
      }
      const endless = session.run('select n from generate_series(1, 100000) n', recorder, {
        batchRows: 10,
      })
      await expect(endless).rejects.toThrow('no room')
      expect(await session.query('select 1 as n')).toEqual([{ n: 1 }])
      await session.release()
    })

    test('an abort between two batches stops the stream', async () => {
      const session = await (await subject.open()).session()
      const abort = new AbortController()
      const recorder = new Recorder()
      recorder.onRows = () => abort.abort()
      const stream = session.run('select n from generate_series(1, 100000) n', recorder, {
        signal: abort.signal,
        batchRows: 10,
      })
      await expect(stream).rejects.toMatchObject({ kind: 'cancelled' })
      expect(await session.query('select 1 as n')).toEqual([{ n: 1 }])
      await session.release()
    })

    test('an abort ends a statement that has not answered yet', async () => {
      const session = await (await subject.open()).session()
      const abort = new AbortController()
      setTimeout(() => abort.abort(), 50)
      const slow = session.run('select pg_sleep(20)', new Recorder(), {
        signal: abort.signal,
        batchRows: 10,
      })
      await expect(slow).rejects.toMatchObject({ kind: 'cancelled' })
      await session.release()
    })

    test('COPY from the client is refused instead of waiting indefinitely', async () => {
      const session = await (await subject.open()).session()
      await session.query('create temporary table target (n int)')
      const options = { batchRows: 10 }
      const copying = session.run('copy target from stdin', new Recorder(), options)
      await expect(copying).rejects.toMatchObject({ kind: 'statement' })
      const copied = await session.run('copy (select 1) to stdout', new Recorder(), options)
      expect(copied).toEqual({ command: 'COPY', rowCount: 1 })
      await session.release()
    })

    test('an empty statement has no result', async () => {
      const session = await (await subject.open()).session()
      const result = await session.run('-- nothing', new Recorder(), { batchRows: 10 })
      expect(result).toEqual({ command: '', rowCount: null })
      await session.release()
    })

    test('reports how literals are read as soon as that changes', async () => {
      const session = await (await subject.open()).session()
      const run = (text: string) => session.run(text, new Recorder(), { batchRows: 10 })
      expect(session.hasStandardStrings()).toBe(true)
      await run("select set_config('standard_conforming_strings', 'off', false)")
      expect(session.hasStandardStrings()).toBe(false)
      await run('begin')
      await run('set standard_conforming_strings = on')
      expect(session.hasStandardStrings()).toBe(true)
      await run('rollback')
      expect(session.hasStandardStrings()).toBe(false)
      await run('reset standard_conforming_strings')
      expect(session.hasStandardStrings()).toBe(true)
      await session.release()
    })

    test('settings stay within the session and are reset after it', async () => {
      const db = await subject.open()
      const session = await db.session()
      await session.query(`set work_mem = '12MB'`)
      await session.query('prepare mine as select 1')
      expect(await session.query('show work_mem')).toEqual([{ work_mem: '12MB' }])
      await session.release()
      const shown = await Promise.all(
        Array.from({ length: 12 }, () => db.query<{ work_mem: string }>('show work_mem')),
      )
      expect(shown.flat()).not.toContainEqual({ work_mem: '12MB' })
    })

    test('shared connections have the name of their current user', async () => {
      const [ada, ben, nobody] = [
        await subject.open('owner', { id: 'a', name: 'ada@example.com' }),
        await subject.open('owner', { id: 'b', name: `b'én\\@example.com` }),
        await subject.open(),
      ]
      const appearance = `select current_setting('application_name') as name`
      const getName = (db: typeof ada) => db.query(appearance, [], { name: 'look_at_name' })
      for (let round = 0; round < 3; round++) {
        expect(await getName(ada)).toEqual([{ name: 'basalt/ada@example.com' }])
        expect(await getName(ben)).toEqual([{ name: 'basalt/b??n?@example.com' }])
        expect(await nobody.transaction((tx) => tx.query(appearance))).toEqual([{ name: 'basalt' }])
        const session = await ben.session()
        const recorder = new Recorder()
        await session.run(appearance, recorder, { batchRows: 10 })
        expect(recorder.batches).toEqual([[['basalt/b??n?@example.com']]])
        await session.release()
      }
      const many = await Promise.all(
        Array.from({ length: 40 }, (_, index) => getName(index % 2 === 0 ? ada : ben)),
      )
      expect(
        new Set(
          many
            .slice(0, 2)
            .flat()
            .map((row) => JSON.stringify(row)),
        ).size,
      ).toBe(2)
      expect(many.filter((_, index) => index % 2 === 0).flat()).toEqual(
        Array.from({ length: 20 }, () => ({ name: 'basalt/ada@example.com' })),
      )
    })

    test('an open transaction is rolled back, and its connection is not used again', async () => {
      const db = await subject.open()
      const session = await db.session()
      const [backend] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
      await session.query('begin')
      await session.query('create table half_done (n int)')
      await session.release()
      expect((await db.text(`select to_regclass('half_done')`)).rows).toEqual([[null]])
      await expect
        .poll(() => db.query('select 1 from pg_stat_activity where pid = $1', [backend?.pid]))
        .toEqual([])
    })

    test('a released session refuses work, and releasing it twice is harmless', async () => {
      const session = await (await subject.open()).session()
      await session.release()
      await session.release()
      await expect(session.query('select 1')).rejects.toMatchObject({ name: 'EngineError' })
    })

    test('a server that ends the connection in the middle of a stream is unreachable', async () => {
      const db = await subject.open()
      const session = await db.session()
      const [backend] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
      const recorder = new Recorder()
      recorder.onRows = async () => {
        await db.query('select pg_terminate_backend($1, 1000)', [backend?.pid])
      }
      const stream = session.run('select n from generate_series(1, 100000) n', recorder, {
        batchRows: 10,
      })
      await expect(stream).rejects.toMatchObject({ kind: 'unreachable' })
      await session.release()
      expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
    })

    test('a connection that the server ends is replaced', async () => {
      const db = await subject.open()
      const session = await db.session()
      const [backend] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
      await db.query('select pg_terminate_backend($1)', [backend?.pid])
      await expect(session.query('select 1')).rejects.toMatchObject({ kind: 'unreachable' })
      await session.release()
      expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
    })
  })
}
