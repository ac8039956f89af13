import { projects } from '@basalt/contract/project/projects'
import { resourceUsage, type UsageRange } from '@basalt/contract/project/resource-usage'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { insertSamples, thinSamples } from '../../store/resource-samples.ts'
import { hangDatabase } from '../../testing/hung-database.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { type ConnectedClient, createProject } from '../../testing/test-install.ts'
import { sampleClusters, type SamplingServices } from './resource-usage/sample-clusters.ts'

let fixtures: ProjectFixtures
let reader: ConnectedClient
let other: string

beforeAll(async () => {
  fixtures = await projectFixtures()
  reader = (await fixtures.member('Read-only')).client
  other = (await createProject(fixtures.owner, fixtures.organization.slug)).ref
})
afterAll(() => fixtures.close())

const { warn, error } = { warn: () => undefined, error: () => undefined }

const sample = (change: Partial<SamplingServices> = {}) => {
  const { store, engine, disks, parts } = fixtures.install
  const log = { info: () => undefined, warn, error }
  return sampleClusters({ store, engine, disks, clock: parts.clock, log, ...change })
}

const read = (ref = fixtures.ref, range: UsageRange = '1h') =>
  reader.call(resourceUsage.read, { params: { ref }, query: { range } })

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

const countSamples = async (ref: string) => {
  const { count } = await fixtures.install.store
    .selectFrom('resource_samples')
    .innerJoin('projects', 'projects.id', 'project_id')
    .where('ref', '=', ref)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('a new project has no samples yet', async () => {
  const usage = await read()
  expect(usage).toMatchObject({ first_sample_at: null, connection_limit: null })
  expect(usage.times).toHaveLength(2)
  expect(known(usage.series.memory_bytes)).toEqual([])
})

test('a member with read-only access sees the work between two samples', async () => {
  await sample()
  await fixtures.run(
    'create table work as select n from generate_series(1, 200000) n',
    'select count(*) from work',
  )
  // Statistics of a session and the list of processes are up to some seconds old.
  const largest = (values: readonly (number | null)[]) => Math.max(...known(values))
  await expect
    .poll(async () => {
      await fixtures.run('select count(*) from work, generate_series(1, 10)')
      await sample()
      const { series } = await read()
      const rates = [series.wal_bytes_per_second, series.commits_per_second]
      const measured = process.platform === 'linux' ? [series.cpu_cores, ...rates] : rates
      return Math.min(...measured.map(largest))
    })
    .toBeGreaterThan(0)
  const { series, connection_limit, first_sample_at } = await read()
  expect(connection_limit).toBeGreaterThan(0)
  expect(Date.parse(first_sample_at ?? '')).toBeGreaterThan(Date.now() - 600_000)
  expect(Math.min(...known(series.database_bytes))).toBeGreaterThan(1_000_000)
  expect(Math.min(...known(series.connections_idle))).toBeGreaterThan(0)
  const leastMemory = process.platform === 'linux' ? 4_000_000 : 0
  expect(Math.min(...known(series.memory_bytes))).toBeGreaterThan(leastMemory)
})

test('reset statistics give no negative rate', async () => {
  await fixtures.run('select pg_stat_reset()').catch(() => undefined)
  await sample()
  await sample()
  const { series } = await read()
  for (const values of Object.values(series)) {
    expect(known(values).every((value) => value >= 0)).toBe(true)
  }
})

test('a cluster that does not answer is left out, and the others are sampled', async () => {
  const before = [await countSamples(fixtures.ref), await countSamples(other)]
  const resume = await hangDatabase(fixtures.install.engine, other)
  try {
    await sample()
  } finally {
    resume()
  }
  expect([await countSamples(fixtures.ref), await countSamples(other)]).toEqual([
    (before[0] ?? 0) + 1,
    before[1],
  ])
})

test('old samples are merged to quarters of an hour, and deleted after 90 days', async () => {
  const { store } = fixtures.install
  const [stored] = await store.selectFrom('resource_samples').selectAll().execute()
  if (stored === undefined) throw new Error('There is no sample')
  await store.deleteFrom('resource_samples').execute()
  const minute = 60_000
  const now = Date.UTC(2026, 5, 1)
  const at = (ms: number, active: number) => ({
    ...stored,
    sampled_at: new Date(ms),
    connections_active: active,
  })
  const old = now - 26 * 60 * minute
  await insertSamples(store, [
    at(now - 91 * 24 * 60 * minute, 1),
    at(old, 2),
    at(old + minute, 4),
    at(old + 15 * minute, 5),
    at(now - 60 * minute, 7),
    at(now - 59 * minute, 8),
  ])
  await thinSamples(store, new Date(now))
  await thinSamples(store, new Date(now))
  const left = await store
    .selectFrom('resource_samples')
    .select(['sampled_at', 'connections_active', 'is_minute'])
    .orderBy('sampled_at')
    .execute()
  expect(
    left.map((one) => [one.sampled_at.getTime(), one.connections_active, one.is_minute]),
  ).toEqual([
    [old + minute, 3, false],
    [old + 15 * minute, 5, false],
    [now - 60 * minute, 7, true],
    [now - 59 * minute, 8, true],
  ])
})

test('a paused project is not sampled, and a deleted one keeps no samples', async () => {
  const { owner } = fixtures
  await sample()
  const before = await countSamples(other)
  expect(before).toBeGreaterThan(0)
  await owner.call(projects.pause, { params: { ref: other } })
  const isPaused = async () =>
    (await owner.call(projects.detail, { params: { ref: other } })).status === 'INACTIVE'
  await waitFor(isPaused, { what: 'The project is paused', timeoutMs: 30_000 })
  await sample()
  expect(await countSamples(other)).toBe(before)
  await owner.call(projects.remove, { params: { ref: other } })
  await expect.poll(() => countSamples(other)).toBe(0)
})
