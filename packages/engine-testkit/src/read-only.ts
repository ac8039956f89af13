import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

/** Ways out of a read-only role, each a script of one session. */
const escapes: readonly (readonly string[])[] = [
  [`insert into guarded values (2)`],
  [`update guarded set n = 2`],
  [`truncate guarded`],
  [`create table mine (n int)`],
  [`create temporary table mine (n int)`],
  [`drop table guarded`],
  [`select write_guarded()`],
  [`do $$ begin insert into guarded values (2); end $$`],
  [`set default_transaction_read_only = off`, `insert into guarded values (2)`],
  [`begin read write`, `insert into guarded values (2)`],
  [`set session characteristics as transaction read write`, `insert into guarded values (2)`],
  [`commit`, `begin read write`, `insert into guarded values (2)`],
  [`set transaction read write`, `insert into guarded values (2)`],
  [`set default_transaction_read_only = off`, `select write_guarded()`],
  [`reset all`, `discard all`, `insert into guarded values (2)`],
  [`set session authorization default`, `insert into guarded values (2)`],
  [`select set_config('transaction_read_only', 'off', false)`, `select write_guarded()`],
  [`copy guarded from stdin`],
]

const quiet = { onFields() {}, onRows() {}, onNotice() {} }

export function describeReadOnly(subject: Subject): void {
  describe('the read-only role', () => {
    beforeAll(async () => {
      const db = await subject.open()
      await db.query('create table guarded as select 1 as n')
      await db.query(
        `create function write_guarded() returns void language sql security definer
           as 'insert into public.guarded values (3)'`,
      )
    })
    afterAll(async () => {
      const db = await subject.open()
      await db.query('drop function write_guarded')
      await db.query('drop table guarded')
    })

    test("reads the owner's objects", async () => {
      const db = await subject.open('read-only')
      expect(await db.query('select n from guarded')).toEqual([{ n: 1 }])
      const rows = db.transaction((tx) => tx.text('select n from guarded'))
      expect((await rows).rows).toEqual([['1']])
    })

    test('reads objects that are created while it is connected, in old and new schemas', async () => {
      const owner = await subject.open()
      await owner.query('create table made_later as select 2 as n')
      await owner.query('create schema apart')
      await owner.query('create view apart.made_later as select n from public.made_later')
      const db = await subject.open('read-only')
      expect(await db.query('select n from made_later')).toEqual([{ n: 2 }])
      expect(await db.query('select n from apart.made_later')).toEqual([{ n: 2 }])
      await owner.query('drop schema apart cascade')
      await owner.query('drop table made_later')
    })

    test.each(['pg_authid', 'pg_user_mapping', 'pg_subscription', 'pg_shadow'])(
      'reads no secret of the server: %s',
      async (relation) => {
        const db = await subject.open('read-only')
        await expect(db.query(`select * from ${relation}`)).rejects.toThrow('permission denied')
      },
    )

    test('keeps its settings between the statements of a session', async () => {
      const session = await (await subject.open('read-only')).session()
      await session.run(`set search_path = pg_catalog`, quiet, { batchRows: 1 })
      expect(await session.query('show search_path')).toEqual([{ search_path: 'pg_catalog' }])
      await session.release()
    })

    test.each(escapes.map((script) => [script.join('; '), script] as const))(
      'cannot change anything by: %s',
      async (_, script) => {
        const session = await (await subject.open('read-only')).session()
        const failures: unknown[] = []
        for (const statement of script) {
          await session
            .run(statement, quiet, { batchRows: 10 })
            .catch((error: unknown) => failures.push(error))
        }
        await session.release()
        expect(failures).not.toHaveLength(0)
        const owner = await subject.open()
        expect(await owner.query('select n from guarded')).toEqual([{ n: 1 }])
        expect((await owner.text(`select to_regclass('mine')`)).rows).toEqual([[null]])
      },
    )
  })
}
