import { accessTokens } from '@basalt/contract/account/access-tokens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findProject } from '../../store/projects.ts'
import { insertSamples } from '../../store/resource-samples.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { readMetrics } from '../../testing/read-metrics.ts'

let fixtures: ProjectFixtures
let url: string
let scopes: (names: string[]) => Promise<string>

beforeAll(async () => {
  fixtures = await projectFixtures()
  url = `${fixtures.install.url}/platform/projects/${fixtures.ref}/metrics`
  await setPlan('pro')
  scopes = async (names) => {
    const body = { name: 'prometheus', kind: 'fine-grained' as const, scopes: names }
    return (await fixtures.owner.call(accessTokens.create, { body })).token
  }
})
afterAll(() => fixtures.close())

const setPlan = (plan: 'free' | 'pro') =>
  fixtures.install.store
    .updateTable('organizations')
    .set({ plan })
    .where('slug', '=', fixtures.organization.slug)
    .execute()

const scrape = (authorization: string) => fetch(url, { headers: { authorization } })

const basic = (password: string, user = 'prometheus') =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

async function store(sampledAt: number) {
  const project = await findProject(fixtures.install.store, fixtures.ref)
  await insertSamples(fixtures.install.store, [
    {
      project_id: project?.id ?? 0,
      sampled_at: new Date(sampledAt),
      started_at: new Date(sampledAt - 60_000),
      database_reset_at: null,
      wal_reset_at: null,
      cpu_seconds: 12.5,
      blocks_hit: '900',
      blocks_read: '100',
      commits: '60',
      rollbacks: '3',
      deadlocks: '0',
      temporary_bytes: '4096',
      wal_bytes: '1000',
      memory_bytes: null,
      connections_active: 1,
      connections_idle: 2,
      connections_idle_in_transaction: 0,
      connection_limit: 60,
      database_bytes: '8000000',
      disk_free_bytes: '90000000',
    },
  ])
}

describe('the metrics of a project', () => {
  test('say that it runs before the first sample, and with an old one', async () => {
    const token = await scopes(['analytics_logs_read'])
    await store(Date.now() - 3_600_000)
    const metrics = readMetrics(await (await scrape(`Bearer ${token}`)).text())
    expect([...metrics.keys()]).toEqual(['basalt_project_up'])
    expect(metrics.get('basalt_project_up')?.samples).toEqual([
      { labels: { project: fixtures.ref }, value: 1 },
    ])
  })

  test('are those of the last sample, by bearer token or as password', async () => {
    const at = Math.floor(Date.now() / 1000) * 1000
    await store(at)
    const token = await scopes(['analytics_logs_read'])
    for (const authorization of [`Bearer ${token}`, basic(token), basic(token, '')]) {
      const response = await scrape(authorization)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      const metrics = readMetrics(await response.text())
      const project = fixtures.ref
      expect(metrics.get('basalt_project_cpu_seconds_total')).toMatchObject({
        type: 'counter',
        samples: [{ labels: { project }, value: 12.5 }],
      })
      expect(metrics.get('basalt_project_connections')?.samples).toEqual([
        { labels: { project, state: 'active' }, value: 1 },
        { labels: { project, state: 'idle' }, value: 2 },
        { labels: { project, state: 'idle_in_transaction' }, value: 0 },
      ])
      expect(metrics.get('basalt_project_transactions_total')?.samples).toEqual([
        { labels: { project, outcome: 'committed' }, value: 60 },
        { labels: { project, outcome: 'rolled_back' }, value: 3 },
      ])
      expect(metrics.get('basalt_project_sample_timestamp_seconds')?.samples[0]?.value).toBe(
        at / 1000,
      )
      // Not known on this engine: left out instead of zero.
      expect(metrics.has('basalt_project_memory_bytes')).toBe(false)
      for (const [name, { type, help }] of metrics) {
        expect(name).toMatch(/^basalt_project_[a-z_]+$/u)
        expect(type).toBe(name.endsWith('_total') ? 'counter' : 'gauge')
        expect(help).toMatch(/^[A-Z].*\.$/u)
      }
    }
  })

  test('are refused without a token, with a wrong one, and without the scope', async () => {
    expect((await fetch(url)).status).toBe(401)
    const wrong = 'not-a-token'
    for (const authorization of [`Bearer ${wrong}`, basic(wrong), basic(''), 'Basic %%%']) {
      expect((await scrape(authorization)).status).toBe(401)
    }
    const token = await scopes(['database_read'])
    expect((await scrape(`Bearer ${token}`)).status).toBe(403)
    expect((await scrape(basic(token))).status).toBe(403)
  })

  test('are refused in a plan without them', async () => {
    const token = await scopes(['analytics_logs_read'])
    await setPlan('free')
    const response = await scrape(`Bearer ${token}`)
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('Pro plan') })
    await setPlan('pro')
  })

  test('are the only route that takes a token as password', async () => {
    const token = await scopes(['analytics_logs_read', 'project_admin_read', 'projects_read'])
    const detail = `${fixtures.install.url}/platform/projects/${fixtures.ref}`
    const status = async (authorization: string) =>
      (await fetch(detail, { headers: { authorization } })).status
    expect(await status(`Bearer ${token}`)).toBe(200)
    expect(await status(basic(token))).toBe(401)
  })
})
