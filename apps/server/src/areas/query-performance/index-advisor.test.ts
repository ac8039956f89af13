import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { indexAdvisor as routes } from '@basalt/contract/query-performance/index-advisor'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'
import { sampleStatements } from './sample-statements.ts'

let fixtures: ProjectFixtures
let reader: ConnectedClient

const slow = 'select count(*) from visits where page = $1 and at > $2'
const slowFor = (page: string) => slow.replace('$1', `'${page}'`).replace('$2', "'2020-01-01'")

beforeAll(async () => {
  fixtures = await projectFixtures({ runsTasks: true })
  reader = (await fixtures.member('Read-only')).client
  await sample()
  await fixtures.run(
    'create table visits (id bigint primary key, page text, at timestamptz, note text)',
    `insert into visits select g, 'p' || g % 3000, now() - g * interval '1 minute', repeat('x', 40)
       from generate_series(1, 100000) g`,
    'create index visits_id_again on visits (id)',
    'analyze visits',
  )
  for (let n = 0; n < 5; n += 1) await fixtures.run(slowFor(`p${n}`))
  await fixtures.run("update visits set note = 'y' where page = 'p7'")
  await sample()
}, 60_000)
afterAll(() => fixtures.close())

const silent = () => undefined
const sample = () => {
  const { store, engine, parts } = fixtures.install
  const log = { info: silent, warn: silent, error: silent }
  return sampleStatements({ store, engine, clock: parts.clock, log })
}

const params = () => ({ ref: fixtures.ref })
const minute = 60_000
const advise = (client: ConnectedClient = reader) => {
  const [from, to] = [Date.now() - 60 * minute, Date.now() + minute]
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  return client.call(routes.read, { params: params(), query })
}
const listProofs = () => reader.call(routes.proofs, { params: params() })

const prove = async () => {
  const [index] = (await advise()).missing
  if (index === undefined) throw new Error('No index is missing')
  const { schema, table, columns } = index
  const statements = index.statements.map(({ id }) => id)
  const body = { schema, table, columns, statements }
  return fixtures.owner.call(routes.prove, { params: params(), body })
}

test('a missing and a duplicate index are found; what cannot be checked is named', async () => {
  const { missing, existing, checks, proof_obstacle: obstacle } = await advise()
  expect(missing).toMatchObject([
    {
      key: 'public.visits (page, at)',
      name: 'visits_page_at_idx',
      sql: 'create index concurrently "visits_page_at_idx" on "public"."visits" ("page", "at");',
      uses: ['equality', 'range'],
      statements: [{ calls: 5, query: slow }, { calls: 1 }],
    },
  ])
  expect(missing[0]?.share).toBeGreaterThan(0)
  expect(existing).toMatchObject([
    { category: 'duplicate', name: 'visits_id_again', sql: expect.stringContaining('drop index') },
  ])
  expect(checks.find(({ category }) => category === 'unused')).toMatchObject({
    state: 'unchecked',
    notes: [expect.stringContaining('0 days, of 7')],
  })
  expect(obstacle).toBeNull()
})

test('an index is proved on a copy, which is deleted afterwards; the original stays as it is', async () => {
  const { id } = await prove()
  await expect(prove()).rejects.toMatchObject({ kind: 'conflict' })
  await expect
    .poll(async () => (await listProofs())[0]?.state, { timeout: 40_000, interval: 200 })
    .toBe('done')
  const [proof] = await listProofs()
  expect(proof).toMatchObject({ id, key: 'public.visits (page, at)', error: null })
  const { result } = proof ?? {}
  expect(result).toMatchObject({ method: 'copy', rows: 100_000, postgres_version: '18.4' })
  const [measured, update] = result?.statements ?? []
  expect(measured).toMatchObject({ query: slow, uses_index: true, values: 'statistics' })
  expect((measured?.before ?? 0) / (measured?.after ?? 1)).toBeGreaterThan(5)
  expect(update).toMatchObject({ before: null, failure: expect.stringContaining('writes') })
  expect(result?.index_bytes).toBeGreaterThan(1_000_000)
  expect(result?.insert?.rows).toBe(10_000)
  // On a busy machine the two may take the same time.
  expect(result?.insert?.after_ms).toBeGreaterThan((result?.insert?.before_ms ?? Infinity) / 2)
  expect(result?.update?.after_ms).toBeGreaterThan((result?.update?.before_ms ?? Infinity) / 2)
  expect(existsSync(join(fixtures.install.parts.dataDir, 'scratch.copy'))).toBe(false)
  expect((await advise()).missing).toHaveLength(1)
}, 60_000)

test('a proof is cancelled', async () => {
  const { id } = await prove()
  const cancel = { params: { ref: fixtures.ref, id } }
  await fixtures.owner.call(routes.cancel, cancel)
  await expect
    .poll(async () => (await listProofs())[0]?.state, { timeout: 20_000 })
    .toBe('cancelled')
  await expect(fixtures.owner.call(routes.cancel, cancel)).rejects.toMatchObject({
    kind: 'conflict',
  })
}, 30_000)

test('read-only members cannot prove an index', async () => {
  const body = {
    schema: 'public',
    table: 'visits',
    columns: [{ name: 'page', descending: false, nulls: null }],
    statements: [],
  }
  await expect(reader.call(routes.prove, { params: params(), body })).rejects.toMatchObject({
    kind: 'forbidden',
  })
})

test('an index that was built is no longer missing', async () => {
  await fixtures.run('create index on visits (page, at)')
  expect((await advise()).missing).toEqual([])
})
