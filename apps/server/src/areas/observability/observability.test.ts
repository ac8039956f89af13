import { observability as routes } from '@basalt/contract/observability/observability'
import type { NewLogRow } from '@basalt/logs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findProject } from '../../store/projects.ts'
import { insertSamples, type NewSample } from '../../store/resource-samples.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { type ConnectedClient, createProject, signUpOwner } from '../../testing/test-install.ts'

const minute = 60_000
const now = Date.now()
const iso = (ms: number) => new Date(ms).toISOString()
const hour = { from: iso(now - 60 * minute), to: iso(now) }

let fixtures: ProjectFixtures
let reader: ConnectedClient
let ref: string

const sampleOf = (projectId: number, at: number, change: Partial<NewSample> = {}): NewSample => ({
  project_id: projectId,
  sampled_at: new Date(at),
  started_at: new Date(now - 86_400_000),
  database_reset_at: null,
  wal_reset_at: null,
  cpu_seconds: 10,
  blocks_hit: '900',
  blocks_read: '100',
  commits: '60',
  rollbacks: '1',
  deadlocks: '0',
  temporary_bytes: '0',
  wal_bytes: '1000',
  memory_bytes: '50000000',
  connections_active: 1,
  connections_idle: 2,
  connections_idle_in_transaction: 0,
  connection_limit: 60,
  database_bytes: '8000000',
  disk_free_bytes: '90000000',
  ...change,
})

const request = (at: number, change: Partial<NewLogRow> = {}): NewLogRow => ({
  ref,
  source: 'edge_logs',
  at,
  level: 'info',
  message: 'GET | 200 | /rest/v1/books',
  status: 200,
  durationMs: 10,
  metadata: {},
  ...change,
})

beforeAll(async () => {
  fixtures = await projectFixtures()
  reader = (await fixtures.member('Read-only')).client
  ref = fixtures.ref
})
afterAll(() => fixtures.close())

const resources = (query: { from: string; to: string } = hour, client = reader) =>
  client.call(routes.resources, { params: { ref }, query })
const requests = (query: { from: string; to: string } = hour, client = reader) =>
  client.call(routes.requests, { params: { ref }, query })

test('a new project has no samples and no requests', async () => {
  expect(await resources()).toMatchObject({ first_sample_at: null, step_seconds: 60 })
  const answer = await requests()
  expect(answer.total).toEqual({
    requests: 0,
    client_errors: 0,
    server_errors: 0,
    p50_ms: null,
    p95_ms: null,
  })
  expect(answer.times).toHaveLength(60)
  expect(answer.p95_ms.every((value) => value === null)).toBe(true)
})

describe('a project with samples and requests', () => {
  beforeAll(async () => {
    const { store, logs } = fixtures.install
    const project = await findProject(store, ref)
    const { id } = project ?? { id: 0 }
    await insertSamples(store, [
      sampleOf(id, now - 50 * minute),
      sampleOf(id, now - 49 * minute, { cpu_seconds: 40, commits: '120' }),
      sampleOf(id, now - 10 * minute, { cpu_seconds: 50, commits: '130' }),
    ])
    await logs.append({
      rows: [
        ...Array.from({ length: 18 }, (_, index) =>
          request(now - 30 * minute + 1 + index, { durationMs: index }),
        ),
        request(now - 30 * minute + 20, { status: 404, durationMs: 18 }),
        request(now - 30 * minute + 21, { status: 500, durationMs: 19 }),
        request(now - 5 * minute, { durationMs: 100 }),
      ],
    })
  })

  test('has the rates of its resources, with the gap where samples are missing', async () => {
    const { series, connection_limit: limit } = await resources()
    expect(limit).toBe(60)
    expect(series.cpu_cores.filter((value) => value !== null)).toEqual([0.5])
    expect(series.commits_per_second.filter((value) => value !== null)).toEqual([1])
    expect(series.memory_bytes.filter((value) => value !== null)).toHaveLength(3)
    expect(series.memory_bytes.indexOf(null, 2)).toBeLessThan(series.memory_bytes.length - 2)
    const later = await resources({ from: iso(now - 20 * minute), to: iso(now) })
    expect(later.series.memory_bytes.filter((value) => value !== null)).toHaveLength(1)
    const earlier = await resources({ from: iso(now - 55 * minute), to: iso(now - 40 * minute) })
    expect(earlier.series.memory_bytes.filter((value) => value !== null)).toHaveLength(2)
  })

  test('has requests, errors and latency of each interval, and of the range', async () => {
    const answer = await requests()
    const at = answer.requests.findIndex((count) => count > 0)
    expect(answer.times[at]).toBe((now - 30 * minute) / 1000)
    expect([answer.requests[at], answer.client_errors[at], answer.server_errors[at]]).toEqual([
      20, 1, 1,
    ])
    expect(answer.p50_ms[at]).toBe(9.5)
    expect(answer.p95_ms[at]).toBeCloseTo(18.05)
    expect(answer.total).toMatchObject({ requests: 21, client_errors: 1, server_errors: 1 })
  })
})

describe('a range', () => {
  test('is cut at the retention of the plan, and says so', async () => {
    const week = { from: iso(now - 7 * 86_400_000), to: iso(now) }
    for (const answer of [await resources(week), await requests(week)]) {
      expect(answer.retention_days).toBe(1)
      expect(answer.from).toBe(answer.kept_from)
      expect(Math.abs(Date.parse(answer.from) - (now - 86_400_000))).toBeLessThan(10 * minute)
    }
  })

  test('beyond the retention or in the future is empty', async () => {
    const past = { from: iso(now - 9 * 86_400_000), to: iso(now - 8 * 86_400_000) }
    expect((await requests(past)).total.requests).toBe(0)
    const future = { from: iso(now + 86_400_000), to: iso(now + 2 * 86_400_000) }
    expect((await requests(future)).total.requests).toBe(0)
  })

  test.each([
    { from: 'yesterday', to: iso(now) },
    { from: iso(now), to: iso(now) },
    { from: iso(now), to: iso(now - 1) },
    { from: iso(now), to: '2026-13-01T00:00:00Z' },
  ])('is refused as %o', async (query) => {
    await expect(resources(query)).rejects.toMatchObject({ code: 400 })
    await expect(requests(query)).rejects.toMatchObject({ code: 400 })
  })
})

test('nothing of a project is shown to members of other organizations', async () => {
  const { client, organization } = await signUpOwner(fixtures.install)
  await createProject(client, organization.slug)
  await expect(resources(hour, client)).rejects.toMatchObject({ kind: 'not_found' })
  await expect(requests(hour, client)).rejects.toMatchObject({ kind: 'not_found' })
})
