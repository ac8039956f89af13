import { randomUUID } from 'node:crypto'

import type { IndexDefinition, IndexKey } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { JobMemory } from './index-job.ts'
import { readJobProgress, takeJobLock } from './job-lock.ts'
import { type IndexWork, runIndexJob } from './run-index-job.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

beforeEach(() =>
  database.run(
    'create table bills (id bigint, title text)',
    "insert into bills select n, 'bill ' || n from generate_series(1, 100) n",
  ),
)
afterEach(() => database.run('drop table bills'))

const key: IndexKey = {
  column: 'id',
  expression: null,
  collation: null,
  operator_class: null,
  order: 'ascending',
  nulls: 'last',
  statistics: null,
}

const design: IndexDefinition = {
  schema: 'public',
  table: 'bills',
  name: 'By "id"',
  comment: 'Found by id',
  method: 'btree',
  keys: [key],
  include: [],
  where: null,
  is_unique: true,
  nulls_not_distinct: false,
  parameters: [],
  concurrently: true,
}

const create = (part: Partial<IndexDefinition> = {}): IndexWork => ({
  action: 'create',
  design: { ...design, ...part },
})

/** A job as one server runs it. */
function start(work: IndexWork, memory: JobMemory = {}, id: string = randomUUID()) {
  const cancel = new AbortController()
  const parts: [number, number][] = []
  let remembered = memory
  const ended = runIndexJob({
    id,
    db: database.db,
    work,
    memory,
    cancelled: cancel.signal,
    stopped: new AbortController().signal,
    remember: async (next) => void (remembered = next),
    onPart: async (part, total) => void parts.push([part, total]),
  })
  // Tests look at how it ends later.
  ended.catch(() => undefined)
  const readProgress = async () => (await readJobProgress(database.db, [id]))[0]
  return {
    id,
    ended,
    parts,
    cancel: () => cancel.abort(),
    readProgress,
    getMemory: () => remembered,
  }
}

const listIndexes = (table = 'bills') =>
  database.db.query<{ id: number; name: string; is_valid: boolean }>(
    `select indexrelid::int8::float8 as id, relname::text as name, indisvalid as is_valid
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where indrelid = $1::regclass order by relname`,
    [table],
  )

/** A transaction that has changed the table: builds wait for its end. */
async function writeAndWait(statement = "insert into bills values (1000, 'late')") {
  const session = await database.db.session()
  await session.text('begin')
  await session.text(statement)
  return async () => {
    await session.text('commit')
    await session.release()
  }
}

const soon = { timeout: 15_000, interval: 20 }
const waits = { phase: expect.stringMatching(/^waiting/u), waits_for: 1 }
/** DROP INDEX CONCURRENTLY has no phases. */
const removes = { phase: 'waiting for other transactions' }

test('a build shows what it waits for, and ends with the whole index', async () => {
  const commit = await writeAndWait()
  const job = start(create())
  await expect.poll(job.readProgress, soon).toMatchObject(waits)
  await commit()
  expect(await job.ended).toBe('done')
  expect(await listIndexes()).toMatchObject([{ name: 'By "id"', is_valid: true }])
  const [row] = await database.db.query(
    `select obj_description('public."By ""id"""'::regclass) as comment`,
  )
  expect(row).toEqual({ comment: 'Found by id' })
  expect(await job.readProgress()).toBeUndefined()
})

test('a cancelled build leaves no index', async () => {
  const commit = await writeAndWait()
  const job = start(create())
  await expect.poll(job.readProgress, soon).toMatchObject(waits)
  expect(await listIndexes()).toMatchObject([{ is_valid: false }])
  job.cancel()
  await expect.poll(job.readProgress, soon).toMatchObject(removes)
  await commit()
  expect(await job.ended).toBe('cancelled')
  expect(await listIndexes()).toEqual([])
})

test('a unique build that finds duplicates says which, and leaves no index', async () => {
  await database.run("insert into bills values (7, 'again')")
  await expect(start(create()).ended).rejects.toMatchObject({
    message: 'could not create unique index "By "id""',
    sql: { detail: 'Key (id)=(7) is duplicated.' },
  })
  expect(await listIndexes()).toEqual([])
})

test('a build whose name is taken leaves the other index alone', async () => {
  await database.run('create index "By ""id""" on bills (title)')
  await expect(start(create()).ended).rejects.toThrow('already exists')
  expect(await listIndexes()).toMatchObject([{ is_valid: true }])
})

test('a table that was dropped ends the job', async () => {
  await expect(start(create({ table: 'lost' })).ended).rejects.toThrow('There is no table')
})

test('the build of a killed server goes on in the database, and is not done again', async () => {
  const commit = await writeAndWait()
  const killed = await database.db.session()
  const id = randomUUID()
  await takeJobLock(killed, id)
  const [found] = await database.db.query<{ table: number }>(
    "select 'bills'::regclass::oid::int8::float8 as table",
  )
  const running = killed.text('create unique index concurrently "By ""id""" on bills (id)')
  await expect.poll(listIndexes, soon).toHaveLength(1)
  const [started] = await listIndexes()
  const job = start(create(), { names: { [found?.table ?? 0]: design.name } }, id)
  await expect.poll(job.readProgress, soon).toMatchObject(waits)
  await commit()
  await running
  await killed.release()
  expect(await job.ended).toBe('done')
  expect(await listIndexes()).toEqual([{ ...started, is_valid: true }])
})

test('cancelling the job of a killed server ends its statement, and leaves no index', async () => {
  const commit = await writeAndWait()
  const killed = await database.db.session()
  const id = randomUUID()
  await takeJobLock(killed, id)
  const [found] = await database.db.query<{ table: number }>(
    "select 'bills'::regclass::oid::int8::float8 as table",
  )
  const running = killed
    .text('create unique index concurrently "By ""id""" on bills (id)')
    .catch((error: unknown) => error)
  await expect.poll(listIndexes, soon).toHaveLength(1)
  const job = start(create(), { names: { [found?.table ?? 0]: design.name } }, id)
  job.cancel()
  expect(await running).toMatchObject({ sql: { sqlstate: '57014' } })
  await killed.release()
  await commit()
  expect(await job.ended).toBe('cancelled')
  expect(await listIndexes()).toEqual([])
})

test('what a killed cluster has left of a build is built again', async () => {
  const first = start(create())
  await first.ended
  await database.run('drop index "By ""id"""')
  await expect(
    database.run(
      "insert into bills values (7, 'again')",
      'create unique index concurrently "By ""id""" on bills (id)',
    ),
  ).rejects.toThrow('could not create')
  expect(await listIndexes()).toMatchObject([{ is_valid: false }])
  await database.run("delete from bills where title = 'again'")
  expect(await start(create(), first.getMemory()).ended).toBe('done')
  expect(await listIndexes()).toMatchObject([{ name: 'By "id"', is_valid: true }])
})

test('a rebuilt index replaces the invalid one, and a cancelled rebuild leaves it as it was', async () => {
  await database.run('create index by_title on bills (title)')
  const [before] = await listIndexes()
  const commit = await writeAndWait()
  const work = {
    action: 'rebuild',
    id: before?.id ?? 0,
    schema: 'public',
    name: 'by_title',
  } as const
  const cancelled = start(work)
  await expect.poll(cancelled.readProgress, soon).toMatchObject(waits)
  expect(await listIndexes()).toHaveLength(2)
  cancelled.cancel()
  await expect.poll(cancelled.readProgress, soon).toMatchObject(removes)
  await commit()
  expect(await cancelled.ended).toBe('cancelled')
  expect(await listIndexes()).toEqual([before])

  expect(await start(work).ended).toBe('done')
  const [after] = await listIndexes()
  expect(after).toMatchObject({ name: 'by_title', is_valid: true })
  expect(after?.id).not.toBe(before?.id)
  // The next server does not know yet that it was done.
  expect(await start(work, { known: [] }).ended).toBe('done')
  expect(await listIndexes()).toEqual([after])
})

test('a drop waits for the transactions that use the index, and is completed when it is cancelled', async () => {
  await database.run('create index by_title on bills (title)')
  const [index] = await listIndexes()
  const commit = await writeAndWait()
  const job = start({ action: 'drop', id: index?.id ?? 0, schema: 'public', name: 'by_title' })
  await expect.poll(listIndexes, soon).toMatchObject([{ is_valid: false }])
  await expect
    .poll(job.readProgress, soon)
    .toMatchObject({ phase: 'waiting for other transactions' })
  job.cancel()
  await commit()
  expect(await job.ended).toBe('done')
  expect(await listIndexes()).toEqual([])
})
