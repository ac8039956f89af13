import type { ProjectDatabase, RunListener } from '@basalt/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

class Recorder implements RunListener {
  rows: (string | null)[][] = []
  readonly notices: string[] = []
  onFields(): void {}
  onRows(rows: (string | null)[][]): void | Promise<void> {
    this.rows = [...this.rows, ...rows]
  }
  onNotice({ message }: { message: string }): void {
    this.notices.push(message)
  }
}

const created = [
  'create table checked (id int primary key)',
  'create table referring (id int references checked deferrable initially deferred)',
  'create table watched (what text)',
  // Effects of a constraint trigger at the end of the transaction: raise, notify, wait, or
  // terminate.
  `create function at_the_end() returns trigger language plpgsql as $$
   begin
     case new.what
       when 'notice' then raise notice 'at the end';
       when 'conflict' then raise serialization_failure using message = 'somebody was faster';
       when 'end' then perform pg_terminate_backend(pg_backend_pid());
       else perform pg_sleep(20);
     end case;
     return null;
   end $$`,
  `create constraint trigger at_the_end after insert on watched deferrable initially deferred
   for each row execute function at_the_end()`,
]

const violation = { kind: 'statement', sql: { sqlstate: '23503' } }

/** Failures and notices between the end of a statement and that of its transaction. */
export function describeCommits(subject: Subject): void {
  describe('the commit of a statement', () => {
    let db: ProjectDatabase
    const count = async () =>
      (await db.text('select (select count(*) from referring) + (select count(*) from watched)'))
        .rows[0]?.[0]

    beforeAll(async () => {
      db = await subject.open()
      for (const statement of created) await db.query(statement)
    })
    afterAll(async () => {
      await db.query('drop table referring, checked, watched')
      await db.query('drop function at_the_end')
    })

    test.each([
      ['without a result', 'insert into referring values (1)'],
      ['with a result', 'insert into referring values (1) returning id'],
      [
        'with a result of several batches',
        'insert into referring select n from generate_series(1, 25) n returning id',
      ],
      ['with a result that ends with a batch', 'insert into referring values (1), (2) returning 1'],
    ])('fails at the statement, and the session stays usable: %s', async (_, statement) => {
      const session = await db.session()
      for (const batchRows of [2, 10]) {
        const failing = session.run(statement, new Recorder(), { batchRows })
        await expect(failing).rejects.toMatchObject(violation)
        expect(session.transactionState()).toBe('none')
        expect(session.isLost()).toBe(false)
        expect(await session.query('select 1 as n')).toEqual([{ n: 1 }])
      }
      expect(await count()).toBe('0')
      await session.release()
    })

    test("fails with all fields of a trigger's error, and passes on its notices", async () => {
      const session = await db.session()
      const recorder = new Recorder()
      await session.run(`insert into watched values ('notice')`, recorder, { batchRows: 10 })
      expect(recorder.notices).toEqual(['at the end'])
      await db.query('truncate watched')
      const failing = session.run(`insert into watched values ('conflict')`, recorder, {
        batchRows: 10,
      })
      await expect(failing).rejects.toMatchObject({
        message: 'somebody was faster',
        sql: { sqlstate: '40001' },
      })
      expect(await count()).toBe('0')
      await session.release()
    })

    test('can be cancelled, and the session stays usable', async () => {
      const session = await db.session()
      const abort = new AbortController()
      setTimeout(() => abort.abort(), 50)
      const slow = session.run(`insert into watched values ('wait')`, new Recorder(), {
        batchRows: 10,
        signal: abort.signal,
      })
      await expect(slow).rejects.toMatchObject({ kind: 'cancelled' })
      expect(await session.query('select 1 as n')).toEqual([{ n: 1 }])
      expect(await count()).toBe('0')
      await session.release()
    })

    test('that ends the connection is an error, and the connection is replaced', async () => {
      const session = await db.session()
      const ending = session.run(`insert into watched values ('end')`, new Recorder(), {
        batchRows: 10,
      })
      await expect(ending).rejects.toMatchObject({ kind: 'unreachable' })
      expect(session.isLost()).toBe(true)
      await session.release()
      expect(await count()).toBe('0')
      await expect(db.text(`insert into watched values ('end')`)).rejects.toMatchObject({
        kind: 'unreachable',
      })
      expect(await count()).toBe('0')
    })

    test('fails for statements outside of a session as well, prepared ones and COPY included', async () => {
      const insert = () => db.text('insert into referring values (1)', [], { name: 'insert_one' })
      await expect(insert()).rejects.toMatchObject(violation)
      await expect(insert()).rejects.toMatchObject(violation)
      await expect(db.query('insert into referring values (1)')).rejects.toMatchObject(violation)
      const working = db.transaction((tx) => tx.query('insert into referring values (1)'))
      await expect(working).rejects.toMatchObject(violation)
      const session = await db.session()
      const copying = session.copyFrom('copy referring from stdin', [Buffer.from('1\n')])
      await expect(copying).rejects.toMatchObject(violation)
      expect(session.transactionState()).toBe('none')
      await session.release()
      expect(await count()).toBe('0')
      await db.query('insert into checked values (1)')
      await insert()
      await db.query('truncate referring, checked')
    })

    test('in a transaction of the session fails at the commit', async () => {
      const session = await db.session()
      const run = (statement: string) =>
        session.run(statement, new Recorder(), { batchRows: 10 }).then(
          ({ command }) => command,
          (error: unknown) => error,
        )
      expect(await run('begin')).toBe('BEGIN')
      expect(await run('insert into referring values (1)')).toBe('INSERT')
      expect(session.transactionState()).toBe('open')
      expect(await run('commit')).toMatchObject(violation)
      expect(session.transactionState()).toBe('none')
      await session.release()
    })

    test('a failure reports the transaction state, also when its messages arrive late', async () => {
      const session = await db.session()
      await session.query('begin')
      for (let round = 0; round < 20; round += 1) {
        await session.query('savepoint here')
        await expect(session.text('select 1/0')).rejects.toMatchObject({ kind: 'statement' })
        expect(session.transactionState()).toBe('failed')
        await session.query('rollback to here')
      }
      await session.release()
    })
  })
}
