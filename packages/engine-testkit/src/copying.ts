import { setTimeout as delay } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

const bytes = (text: string) => Buffer.from(text)

export function describeCopying(subject: Subject): void {
  describe('copying rows in', () => {
    const into = 'copy copied (id, name) from stdin'
    const count = async () => {
      const [row] = await (
        await subject.open()
      ).query<{ count: string }>('select count(*) from copied')
      return Number(row?.count)
    }

    beforeEach(async () => {
      await (await subject.open()).query('create table copied (id int primary key, name text)')
    })
    afterEach(async () => {
      await (await subject.open()).query('drop table copied')
    })

    test('stores every row, however the bytes are split', async () => {
      const session = await (await subject.open()).session()
      const taken = await session.copyFrom(into, [bytes('1\tM'), bytes('oss\n2'), bytes('\t\\N\n')])
      expect(taken).toBe(2)
      const { rows } = await session.text('select * from copied order by id')
      expect(rows).toEqual([
        ['1', 'Moss'],
        ['2', null],
      ])
      await session.release()
    })

    test('a row that does not fit is an error of the statement, and the session stays usable', async () => {
      const session = await (await subject.open()).session()
      async function* endless() {
        yield bytes('1\ta\n1\tb\n')
        for (let id = 2; id < 50_000; id += 1) yield bytes(`${id}\t${'x'.repeat(500)}\n`)
      }
      await expect(session.copyFrom(into, [bytes('x\ta\n')])).rejects.toMatchObject({
        kind: 'statement',
        sql: { sqlstate: '22P02' },
      })
      await expect(session.copyFrom(into, endless())).rejects.toMatchObject({
        kind: 'statement',
        sql: { sqlstate: '23505' },
      })
      expect(await session.copyFrom(into, [bytes('1\ta\n')])).toBe(1)
      await session.release()
    })

    test('a failing source leaves no row, and its error is passed on', async () => {
      const session = await (await subject.open()).session()
      const deleted = new Error('the file was deleted')
      async function* failing() {
        yield bytes('1\ta\n')
        await delay(1)
        throw deleted
      }
      await expect(session.copyFrom(into, failing())).rejects.toBe(deleted)
      expect(await count()).toBe(0)
      await session.release()
    })

    test('is cancelled while the database waits for rows', async () => {
      const session = await (await subject.open()).session()
      const deleted = new AbortController()
      async function* waiting() {
        yield bytes('1\ta\n')
        setTimeout(() => deleted.abort(), 50)
        await delay(20_000, undefined, { ref: false })
      }
      await expect(
        session.copyFrom(into, waiting(), { signal: deleted.signal }),
      ).rejects.toMatchObject({ kind: 'cancelled' })
      expect(await session.query('select 1 as one')).toEqual([{ one: 1 }])
      expect(await count()).toBe(0)
      await session.release()
    })

    test('requests no more data than the database accepts', async () => {
      const db = await subject.open()
      const [session, other] = [await db.session(), await db.session()]
      await other.query('begin')
      await other.query('lock table copied in access exclusive mode')
      let given = 0
      async function* many() {
        for (let id = 0; id < 40; id += 1) {
          given += 1
          yield bytes(`${id}\t${'x'.repeat(1024 * 1024)}\n`)
        }
      }
      const copying = session.copyFrom(into, many())
      await delay(200)
      expect(given).toBe(0)
      await other.query('rollback')
      expect(await copying).toBe(40)
      await Promise.all([session.release(), other.release()])
    })
  })
}
