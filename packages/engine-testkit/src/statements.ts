import type { Queryable } from '@basalt/engine'
import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

export function describeStatements(subject: Subject): void {
  describe('statements', () => {
    test('values are bound and parsed', async () => {
      const db = await subject.open()
      const rows = await db.query('select $1::int + 1 as number, $2::text as text', [41, "it's"])
      expect(rows).toEqual([{ number: 42, text: "it's" }])
    })

    test("text values are PostgreSQL's own, so nothing loses precision", async () => {
      const db = await subject.open()
      const result = await db.text(
        `select 9007199254740993::bigint as big, 0.10::numeric as money, null as nothing,
           '2026-02-03 04:05:06.123456'::timestamp as at, array[1,null]::int[] as list, true as yes`,
      )
      expect(result.rows).toEqual([
        ['9007199254740993', '0.10', null, '2026-02-03 04:05:06.123456', '{1,NULL}', 't'],
      ])
      expect(result.fields.map(({ name }) => name)).toEqual([
        'big',
        'money',
        'nothing',
        'at',
        'list',
        'yes',
      ])
      expect(result.fields[0]).toMatchObject({ typeId: 20, typeModifier: -1 })
      expect(result).toMatchObject({ command: 'SELECT', rowCount: 1 })
    })

    test('a statement without a result reports the number of affected rows', async () => {
      const db = await subject.open()
      await db.query('create table touched (id int)')
      const result = await db.text('insert into touched select generate_series(1, 3)')
      expect(result).toMatchObject({ fields: [], rows: [], command: 'INSERT', rowCount: 3 })
      await db.query('drop table touched')
    })

    test('a named statement still works when its table changes', async () => {
      const db = await subject.open()
      await db.query('create table shape (a int)')
      const read = () => db.text('select * from shape', [], { name: 'shape' })
      await Promise.all([read(), read(), read()])
      await db.query('alter table shape add column b int')
      expect((await read()).fields).toHaveLength(2)
      await db.query('drop table shape')
    })

    test("an error has the fields of PostgreSQL's message", async () => {
      const db = await subject.open()
      await expect(db.query('select missing from pg_class')).rejects.toMatchObject({
        name: 'EngineError',
        kind: 'statement',
        message: 'column "missing" does not exist',
        sql: { sqlstate: '42703', position: 8 },
      })
      await db.query('create table person (email text constraint one_email unique)')
      await db.query(`insert into person values ('a')`)
      await expect(db.query(`insert into person values ('a')`)).rejects.toMatchObject({
        sql: {
          sqlstate: '23505',
          constraint: 'one_email',
          detail: 'Key (email)=(a) already exists.',
        },
      })
      await db.query('drop table person')
    })

    test('a second statement after a semicolon is refused', async () => {
      const db = await subject.open()
      const twice = db.query('select 1; select 2')
      await expect(twice).rejects.toMatchObject({ kind: 'statement', sql: { sqlstate: '42601' } })
    })

    test('more callers than connections all get an answer', async () => {
      const db = await subject.open()
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => db.query('select $1::int as n', [index])),
      )
      expect(answers.map(([row]) => row)).toEqual(answers.map((_, n) => ({ n })))
    })
  })

  describe('transactions', () => {
    test('a throw rolls back the transaction, a return commits it', async () => {
      const db = await subject.open()
      await db.query('create table ledger (n int)')
      const failing = db.transaction(async (tx) => {
        await tx.query('insert into ledger values (1)')
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      const answer = await db.transaction(async (tx) => {
        await tx.query('insert into ledger values (2)')
        return 'done'
      })
      expect(answer).toBe('done')
      expect(await db.query('select n from ledger')).toEqual([{ n: 2 }])
      await db.query('drop table ledger')
    })

    test('a failing first statement ends the transaction, and its name can be used again', async () => {
      const db = await subject.open()
      const first = (tx: Queryable) => tx.query('select n from later', [], { name: 'later' })
      // Run one after the other, they get the same connection.
      await expect(db.transaction(first)).rejects.toMatchObject({ sql: { sqlstate: '42P01' } })
      await db.query('create table later as select 1 as n')
      expect(await db.transaction(first)).toEqual([{ n: 1 }])
      expect(await db.transaction(first)).toEqual([{ n: 1 }])
      await db.query('drop table later')
    })

    test('the first statement is inside of the transaction, and without one none is started', async () => {
      const db = await subject.open()
      await db.query('create table ledger (n int)')
      const failing = db.transaction(async (tx) => {
        await tx.text('insert into ledger values ($1::int) returning n', ['1'])
        await tx.query('select 1/0')
      })
      await expect(failing).rejects.toMatchObject({ sql: { sqlstate: '22012' } })
      expect(await db.transaction(async () => 'nothing')).toBe('nothing')
      expect(await db.query('select n from ledger')).toEqual([])
      await db.query('drop table ledger')
    })

    test('a failed statement that the work ignores is not reported as a commit', async () => {
      const db = await subject.open()
      const ignoring = db.transaction(async (tx) => {
        await tx.query('select 1/0').catch(() => {})
      })
      await expect(ignoring).rejects.toMatchObject({ kind: 'statement' })
    })

    test.each(['owner', 'read-only'] as const)(
      'a snapshot for the role %s is consistent and read-only',
      async (role) => {
        const owner = await subject.open()
        await owner.query('create table moments as select 1 as n')
        const db = await subject.open(role)
        const seen = db.snapshot(async (tx) => {
          const before = await tx.query('select n from moments')
          await owner.query('insert into moments values (2)')
          return [before, await tx.query('select n from moments')]
        })
        expect(await seen).toEqual([[{ n: 1 }], [{ n: 1 }]])
        const writing = db.snapshot((tx) => tx.query('insert into moments values (3)'))
        await expect(writing).rejects.toMatchObject({ kind: 'statement' })
        expect(await db.query('select n from moments')).toEqual([{ n: 1 }, { n: 2 }])
        await owner.query('drop table moments')
      },
    )
  })
}
