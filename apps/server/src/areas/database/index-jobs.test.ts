import { databaseIndexJobs } from '@basalt/contract/database/index-jobs'
import { databaseMigrations } from '@basalt/contract/database/migrations'
import { databaseIndexes } from '@basalt/contract/database/objects/indexes'
import { openJobs } from '@basalt/jobs'
import type { IndexDefinition, IndexKey } from '@basalt/pg-model'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'
import { indexJobTask } from './index-jobs/run-job.ts'

let fixtures: ProjectFixtures
let reader: ConnectedClient
let params: { ref: string }
beforeAll(async () => {
  fixtures = await projectFixtures({ runsTasks: true })
  params = { ref: fixtures.ref }
  reader = (await fixtures.member('Read-only')).client
  await fixtures.run(
    'create table public.bills (id int, title text)',
    "insert into public.bills select n, 'bill ' || n from generate_series(1, 100) n",
    'create table public.parts (id int, day date) partition by range (day)',
    "create table public.parts_1 partition of public.parts for values from ('2026-01-01') to ('2026-02-01')",
  )
})
afterAll(() => fixtures.close())

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
  name: 'by_id',
  comment: null,
  method: 'btree',
  keys: [key],
  include: [],
  where: null,
  is_unique: true,
  nulls_not_distinct: false,
  parameters: [],
  concurrently: true,
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const soon = { timeout: 20_000, interval: 50 }

const create = (part: Partial<IndexDefinition> = {}) =>
  fixtures.owner.call(databaseIndexes.apply, {
    params,
    body: { action: 'create', design: { ...design, ...part } },
  })
const drop = (id: number) =>
  fixtures.owner.call(databaseIndexes.apply, {
    params,
    body: { action: 'drop', id, cascade: false, concurrently: true },
  })
const cancel = (job: string | undefined, client = fixtures.owner) =>
  client.call(databaseIndexJobs.cancel, { params: { ...params, job: job ?? '' } })

/** As a reader sees it, who cannot read statistics of other sessions. */
const findJob = async (id: string | undefined) =>
  (await reader.call(databaseIndexJobs.list, { params })).find((job) => job.id === id)

const findIndex = async (name: string) => {
  const { rows } = await reader.call(databaseIndexes.list, { params, query: { search: name } })
  return rows.find((row) => row.name === name)
}

/** A transaction that has changed a table: builds wait for its end. */
async function writeAndWait(statement = "insert into public.bills values (1000, 'late')") {
  const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  const session = await db.session()
  await session.text('begin')
  await session.text(statement)
  return async () => {
    await session.text('rollback')
    await session.release()
  }
}

test('a build goes on as a job, whose progress a reader sees', async () => {
  const end = await writeAndWait()
  const { id, job } = await create()
  expect(id).toBeNull()
  await expect
    .poll(() => findJob(job), soon)
    .toMatchObject({
      state: 'running',
      action: 'create',
      name: 'by_id',
      phase: 'waiting for writers before build',
      waits_for: 1,
      error: null,
    })
  await end()
  await expect.poll(() => findJob(job), soon).toMatchObject({ state: 'done' })
  const index = await findIndex('by_id')
  expect(index).toMatchObject({ is_valid: true, is_unique: true })
  expect(await findJob(job)).toMatchObject({ index_id: index?.id, phase: null })
  const [recorded] = await fixtures.owner.call(databaseMigrations.list, { params })
  expect(recorded).toMatchObject({
    name: 'create_index_public_by_id',
    statements: ['create unique index "by_id" on "public"."bills" using btree ("id")'],
    rollback: ['drop index "public"."by_id"'],
  })
})

test('a member who may write cancels a build, which leaves no index', async () => {
  const end = await writeAndWait()
  const { job } = await create({ name: 'unfinished' })
  await expect.poll(() => findJob(job), soon).toMatchObject({ waits_for: 1 })
  const waiting = await create({ name: 'next' })
  expect(await findJob(waiting.job)).toMatchObject({ state: 'waiting' })
  await expect(cancel(job, reader)).rejects.toMatchObject({ code: 403 })
  await cancel(waiting.job)
  expect(await findJob(waiting.job)).toMatchObject({ state: 'cancelled' })
  await cancel(job)
  await expect
    .poll(() => findJob(job), soon)
    .toMatchObject({ state: 'cancelling', phase: 'waiting for other transactions' })
  await end()
  await expect.poll(() => findJob(job), soon).toMatchObject({ state: 'cancelled' })
  expect(await findIndex('unfinished')).toBeUndefined()
  await expect(cancel(job)).rejects.toMatchObject({ code: 409 })
})

test('a job that PostgreSQL refuses says why, until it is removed from the list', async () => {
  await fixtures.run(
    'create table public.doubles (id int)',
    'insert into public.doubles values (7), (7)',
  )
  const { job } = await create({ table: 'doubles', name: 'doubles_id' })
  await expect
    .poll(() => findJob(job), soon)
    .toMatchObject({
      state: 'failed',
      error: 'could not create unique index "doubles_id": Key (id)=(7) is duplicated.',
    })
  expect(await findIndex('doubles_id')).toBeUndefined()
  const target = { params: { ...params, job: job ?? '' } }
  await expect(reader.call(databaseIndexJobs.remove, target)).rejects.toMatchObject({ code: 403 })
  await fixtures.owner.call(databaseIndexJobs.remove, target)
  expect(await findJob(job)).toBeUndefined()
})

test('faults of a design are found at their fields before a job begins', async () => {
  const name = 'faulty'
  const expression = { ...key, column: null, expression: 'lower(nothing)' }
  await expect(create({ name, keys: [expression] })).rejects.toMatchObject({
    fields: { 'keys.0.expression': expect.stringContaining('nothing') },
  })
  await expect(create({ name, table: 'parts' })).rejects.toMatchObject({
    fields: { is_unique: expect.stringContaining('partition') },
  })
  await expect(create({ name: 'bills' })).rejects.toMatchObject({
    fields: { name: 'relation "bills" already exists' },
  })
  const jobs = await reader.call(databaseIndexJobs.list, { params })
  expect(jobs.filter((one) => one.name === name)).toEqual([])
})

test('an index is rebuilt and dropped as a job', async () => {
  await fixtures.run('create index by_both on public.bills (id, title)')
  const { id = 0 } = (await findIndex('by_both')) ?? {}
  await expect(
    reader.call(databaseIndexJobs.rebuild, { params, body: { id } }),
  ).rejects.toMatchObject({ code: 403 })
  const { job } = await fixtures.owner.call(databaseIndexJobs.rebuild, { params, body: { id } })
  await expect.poll(() => findJob(job), soon).toMatchObject({ state: 'done' })
  const rebuilt = await findIndex('by_both')
  expect(rebuilt?.id).not.toBe(id)
  expect(await findJob(job)).toMatchObject({ action: 'rebuild', index_id: rebuilt?.id })
  const dropped = await drop(rebuilt?.id ?? 0)
  await expect.poll(() => findJob(dropped.job), soon).toMatchObject({ state: 'done' })
  expect(await findIndex('by_both')).toBeUndefined()
})

test('a partitioned index is built by partition, and dropped in a transaction only', async () => {
  const { job } = await create({ table: 'parts', name: 'parts_id', is_unique: false })
  await expect.poll(() => findJob(job), soon).toMatchObject({ state: 'done', part: 1, parts: 1 })
  const index = await findIndex('parts_id')
  expect(index).toMatchObject({ is_partitioned: true, is_valid: true })
  await expect(drop(index?.id ?? 0)).rejects.toMatchObject({ code: 409 })
})

test('a build is continued after its server has stopped', async () => {
  const { store, engine, system, parts } = fixtures.install
  const end = await writeAndWait()
  const { job } = await create({ name: 'by_title', where: 'id > 5' })
  await expect.poll(() => findJob(job), soon).toMatchObject({ waits_for: 1 })
  await parts.jobs.close()
  expect(await findJob(job)).toMatchObject({ state: 'running' })
  const next = openJobs({ connection: system, log: silent, stopMs: 500, pollMs: 200 })
  next.run({ schedules: [], tasks: [indexJobTask({ store, engine, jobs: next, log: silent })] })
  await end()
  await expect.poll(() => findJob(job), soon).toMatchObject({ state: 'done' })
  expect(await findIndex('by_title')).toMatchObject({ is_valid: true })
  await next.close()
})
