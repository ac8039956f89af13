import { randomUUID } from 'node:crypto'

import type { IndexDefinition } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { shownSteps } from '../designs/other-changes.ts'
import { indexes } from '../objects/kinds/indexes/indexes.ts'
import { readJobProgress } from './job-lock.ts'
import { probeIndex } from './probe-index.ts'
import { runIndexJob } from './run-index-job.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

beforeEach(() =>
  database.run(
    'create table sales (id int, day date) partition by range (day)',
    `create table "Sales.2026" partition of sales
       for values from ('2026-01-01') to ('2027-01-01') partition by range (id)`,
    'create table low partition of "Sales.2026" for values from (0) to (100)',
    'create table high partition of "Sales.2026" for values from (100) to (200)',
    "create table old partition of sales for values from ('2020-01-01') to ('2026-01-01')",
    "insert into sales select n, '2026-01-01' from generate_series(0, 199) n",
  ),
)
afterEach(() => database.run('drop table sales'))

const design: IndexDefinition = {
  schema: 'public',
  table: 'sales',
  name: 'by_id',
  comment: 'Of all sales',
  method: 'btree',
  keys: [
    {
      column: 'id',
      expression: null,
      collation: null,
      operator_class: null,
      order: 'ascending',
      nulls: 'last',
      statistics: null,
    },
  ],
  include: [],
  where: null,
  is_unique: false,
  nulls_not_distinct: false,
  parameters: [],
  concurrently: true,
}

function start(
  part: Partial<IndexDefinition> = {},
  onPart: (at: number) => Promise<void> = async () => undefined,
) {
  const cancel = new AbortController()
  const id = randomUUID()
  const parts: string[] = []
  const ended = runIndexJob({
    id,
    db: database.db,
    work: { action: 'create', design: { ...design, ...part } },
    memory: {},
    cancelled: cancel.signal,
    stopped: new AbortController().signal,
    remember: async () => undefined,
    onPart: async (at, total) => {
      parts.push(`${at} of ${total}`)
      await onPart(at)
    },
  })
  ended.catch(() => undefined)
  return {
    ended,
    parts,
    cancel,
    readProgress: async () => (await readJobProgress(database.db, [id]))[0],
  }
}

const listIndexes = async () => {
  const rows = await database.db.query<{ name: string; parent: string | null; is_valid: boolean }>(
    `select c.relname::text as name, inhparent::regclass::text as parent, indisvalid as is_valid
     from pg_index i join pg_class c on c.oid = i.indexrelid
     left join pg_inherits on inhrelid = c.oid
     where relnamespace = 'public'::regnamespace order by relname`,
  )
  return rows.map(({ name, parent, is_valid }) => [name, parent, is_valid])
}

const whole = [
  ['Sales.2026_by_id', 'by_id', true],
  ['by_id', null, true],
  ['high_by_id', '"Sales.2026_by_id"', true],
  ['low_by_id', '"Sales.2026_by_id"', true],
  ['old_by_id', 'by_id', true],
]

test('the plan builds on each partition, then joins them in a transaction', async () => {
  const steps = shownSteps(await indexes.create(design, database.db))
  expect(steps.map(({ sql, runs }) => `${runs}: ${sql}`)).toEqual([
    'alone: create index concurrently "old_by_id" on "public"."old" using btree ("id")',
    'alone: create index concurrently "high_by_id" on "public"."high" using btree ("id")',
    'alone: create index concurrently "low_by_id" on "public"."low" using btree ("id")',
    'in transaction: create index "by_id" on only "public"."sales" using btree ("id")',
    'in transaction: create index "Sales.2026_by_id" on only "public"."Sales.2026" using btree ("id")',
    'in transaction: alter index "public"."by_id" attach partition "public"."Sales.2026_by_id"',
    'in transaction: alter index "public"."by_id" attach partition "public"."old_by_id"',
    'in transaction: alter index "public"."Sales.2026_by_id" attach partition "public"."high_by_id"',
    'in transaction: alter index "public"."Sales.2026_by_id" attach partition "public"."low_by_id"',
    'in transaction: comment on index "public"."by_id" is \'Of all sales\'',
  ])
})

test('a build on a partitioned table counts its partitions, and ends with one valid index', async () => {
  const job = start()
  expect(await job.ended).toBe('done')
  expect(job.parts).toEqual(['0 of 3', '1 of 3', '2 of 3', '3 of 3'])
  expect(await listIndexes()).toEqual(whole)
})

test('a partition that is added during the build gets its index too', async () => {
  let isAdded = false
  const job = start({}, async (at) => {
    if (at !== 3 || isAdded) return
    isAdded = true
    await database.run(
      "create table late partition of sales for values from ('2027-01-01') to ('2028-01-01')",
    )
  })
  expect(await job.ended).toBe('done')
  expect(await listIndexes()).toEqual(
    [...whole, ['late_by_id', 'by_id', true]].toSorted(([one], [other]) =>
      String(one) < String(other) ? -1 : 1,
    ),
  )
})

test('a cancelled build leaves nothing of the partitions that were done', async () => {
  const session = await database.db.session()
  await session.text('begin')
  await session.text("insert into sales values (7, '2026-01-01')")
  const job = start()
  await expect
    .poll(job.readProgress, { timeout: 15_000, interval: 20 })
    .toMatchObject({ phase: 'waiting for writers before build' })
  expect(await listIndexes()).toContainEqual(['high_by_id', null, true])
  job.cancel.abort()
  await expect
    .poll(job.readProgress, { timeout: 15_000, interval: 20 })
    .toMatchObject({ phase: 'waiting for other transactions' })
  await session.text('commit')
  await session.release()
  expect(await job.ended).toBe('cancelled')
  expect(await listIndexes()).toEqual([])
})

test('names of partitions that are taken get a number', async () => {
  await database.run('create index old_by_id on old (day)')
  expect(await start().ended).toBe('done')
  expect(await listIndexes()).toContainEqual(['old_by_id_1', 'by_id', true])
})

test('a probe finds what PostgreSQL refuses on a partitioned table', async () => {
  await expect(probeIndex(database.db, { ...design, is_unique: true })).rejects.toMatchObject({
    fields: { is_unique: expect.stringContaining('partition') },
  })
  await probeIndex(database.db, design)
  expect(await listIndexes()).toEqual([])
})
