import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { systemDatabase } from '../testing/system-database.ts'
import { preparing } from './prepared-reads.ts'

type Notes = { notes: { id: number; text: string } }

let drop: () => Promise<void>
let openOne: () => { pool: Pool; db: Kysely<Notes> }
const opened: Kysely<Notes>[] = []

beforeAll(async () => {
  const database = await systemDatabase('empty')
  drop = database.drop
  openOne = () => {
    const pool = new Pool({ ...database.address, max: 1 })
    // A connection that is still closing gets an error when the database is dropped.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    const db = new Kysely<Notes>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
    opened.push(db)
    return { pool, db }
  }
  const { pool } = openOne()
  await pool.query(
    "create table notes (id int primary key, text text); insert into notes values (1, 'one'), (2, 'two')",
  )
})
afterAll(async () => {
  for (const db of opened) await db.destroy()
  await drop()
})

const read = (db: Kysely<Notes>, id: number) =>
  db.selectFrom('notes').selectAll().where('id', '=', id).execute()

async function readOften(db: Kysely<Notes>) {
  for (let time = 0; time < 30; time++) await read(db, 1)
}

async function preparedOn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements order by name',
  )
  return rows.map(({ statement }) => statement)
}

test('a frequent read is planned once, and answers with its own values', async () => {
  const { pool, db } = openOne()
  await read(db, 1)
  expect(await preparedOn(pool)).toEqual([])
  await readOften(db)
  expect(await preparedOn(pool)).toEqual(['select * from "notes" where "id" = $1'])
  expect(await read(db, 2)).toEqual([{ id: 2, text: 'two' }])
  expect(await read(db, 3)).toEqual([])
})

test('statements that write are never prepared', async () => {
  const { pool, db } = openOne()
  for (let time = 0; time < 30; time++)
    await db.updateTable('notes').set({ text: 'two' }).where('id', '=', 2).execute()
  expect(await preparedOn(pool)).toEqual([])
})

test('a connection has a limited number of prepared statements', async () => {
  const { pool, db } = openOne()
  for (let other = 0; other < 70; other++)
    for (let time = 0; time < 20; time++)
      await db
        .selectFrom('notes')
        .select(sql<number>`${sql.lit(other)}`.as('other'))
        .execute()
  expect(await preparedOn(pool)).toHaveLength(64)
})

test('a table that changed since is read in its current form', async () => {
  const { pool, db } = openOne()
  await readOften(db)
  await pool.query('alter table notes add column more int default 7')
  expect(await read(db, 1)).toEqual([{ id: 1, text: 'one', more: 7 }])
  await pool.query('alter table notes drop column more')
  expect(await read(db, 1)).toEqual([{ id: 1, text: 'one' }])
})

test('a statement that its connection has lost is run without it', async () => {
  const { pool, db } = openOne()
  await readOften(db)
  await pool.query('deallocate all')
  expect(await read(db, 1)).toEqual([{ id: 1, text: 'one' }])
})

test('a transaction sees its own changes, and a failing read fails', async () => {
  const { db } = openOne()
  await readOften(db)
  const seen = await db.transaction().execute(async (tx) => {
    await tx.updateTable('notes').set({ text: 'changed' }).where('id', '=', 1).execute()
    const rows = await read(tx, 1)
    await tx.updateTable('notes').set({ text: 'one' }).where('id', '=', 1).execute()
    return rows
  })
  expect(seen).toEqual([{ id: 1, text: 'changed' }])
  await expect(
    db
      .selectFrom('notes')
      .select(sql`1 / 0`.as('none'))
      .execute(),
  ).rejects.toThrow('division by zero')
  expect(await read(db, 1)).toEqual([{ id: 1, text: 'one' }])
})
