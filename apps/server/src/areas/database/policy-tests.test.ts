import { databasePolicyTests as routes } from '@basalt/contract/database/policy-tests'
import { databaseQuery } from '@basalt/contract/database/query'
import { databaseTableChanges } from '@basalt/contract/database/table-changes'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { policyTestTask } from './policy-test-task.ts'

let fixtures: ProjectFixtures
let params: { ref: string }
let body: Parameters<typeof fixtures.owner.call<typeof routes.save>>[1]['body']

beforeAll(async () => {
  fixtures = await projectFixtures({ runsTasks: true })
  params = { ref: fixtures.ref }
  await fixtures.run(
    'create table public.memos (id int primary key, owner text)',
    `insert into public.memos values (1, 'ada'), (2, 'ben')`,
    'alter table public.memos enable row level security',
    'grant select on public.memos to anon, authenticated',
    `create policy own on public.memos to authenticated
     using (owner = current_setting('request.jwt.claims')::json ->> 'sub')`,
  )
  const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  const [table] = await db.query<{ id: number }>(
    `select 'public.memos'::regclass::oid::int8::float8 as id`,
  )
  body = {
    name: 'Own memos',
    table_id: table?.id ?? 0,
    role: 'authenticated',
    claims: { sub: 'ada' },
    operation: 'select',
    values: {},
    returning: false,
  }
})
afterAll(() => fixtures.close())

const list = async (client = fixtures.owner) => (await client.call(routes.list, { params })).tests

test('a saved test runs after a migration and shows that it fails now', async () => {
  const saved = await fixtures.owner.call(routes.save, { params, body })
  expect(saved.result).toMatchObject({ state: 'passed', counts: true })
  await fixtures.run('drop policy own on public.memos')
  const { engine } = fixtures.install
  const claim = { jobId: '1', workerId: 'test', attempt: 1 }
  await policyTestTask({ engine }).run(params, new AbortController().signal, claim)
  expect((await list()).map(({ result }) => result?.state)).toEqual(['failed'])
  await fixtures.run('create policy own on public.memos for select to authenticated using (id = 1)')
  const again = await fixtures.owner.call(routes.runSaved, { params })
  expect(again.tests.map(({ result }) => result?.state)).toEqual(['passed'])
})

test('a saved test runs after statements of the SQL editor and changes of tables', async () => {
  const { owner } = fixtures
  const getResult = async () => (await list())[0]?.result
  const run = (query: string) =>
    owner.stream(databaseQuery.run, { params, body: { query } }, { onLine: () => undefined })
  await run('alter policy own on public.memos using (false)')
  await expect.poll(async () => (await getResult())?.state).toBe('failed')
  await run('alter policy own on public.memos using (id = 1)')
  await expect.poll(async () => (await getResult())?.state).toBe('passed')
  const before = (await getResult())?.ran_at
  await fixtures.run('create table public.emptied ()')
  const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  const [table] = await db.query<{ id: number }>(
    `select 'public.emptied'::regclass::oid::int8::float8 as id`,
  )
  const table_id = table?.id ?? 0
  await owner.call(databaseTableChanges.change, {
    params,
    body: { action: 'truncate', table_id, restart_identity: true, cascade: false },
  })
  await expect.poll(async () => (await getResult())?.ran_at).not.toBe(before)
})

test('a name that is taken and a role that is missing are refused', async () => {
  const save = (part: Partial<typeof body>) =>
    fixtures.owner.call(routes.save, { params, body: { ...body, ...part } })
  await expect(save({})).rejects.toMatchObject({
    fields: { name: 'A test with this name exists already' },
  })
  await expect(save({ name: 'other', role: 'nobody' })).rejects.toMatchObject({ code: 404 })
})

test('readers see saved tests, and cannot save, run or delete them', async () => {
  const reader = (await fixtures.member('Read-only')).client
  const [saved] = await list(reader)
  expect(saved?.name).toBe('Own memos')
  const refused = { code: 403 }
  await expect(reader.call(routes.save, { params, body })).rejects.toMatchObject(refused)
  await expect(reader.call(routes.runSaved, { params })).rejects.toMatchObject(refused)
  const byId = { params: { ...params, id: saved?.id ?? 0 } }
  await expect(reader.call(routes.remove, byId)).rejects.toMatchObject(refused)
  await fixtures.owner.call(routes.remove, byId)
  await expect(fixtures.owner.call(routes.remove, byId)).rejects.toMatchObject({ code: 404 })
})
