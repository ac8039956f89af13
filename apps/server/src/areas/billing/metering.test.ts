import { billing } from '@basalt/contract/billing/billing'
import { databaseTables } from '@basalt/contract/database/tables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEgressMeter } from '../../http/egress-meter.ts'
import { systemClock } from '../../process/clock.ts'
import { saveEgress } from '../../store/metering.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'
import { meter } from './metering.ts'

let install: TestInstall
let client: ConnectedClient
let slug: string
let ref: string

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  ;({ client } = owner)
  ;({ slug } = owner.organization)
  ;({ ref } = await createProject(client, slug))
})
afterAll(() => install.close())

const measure = async () => {
  await install.egress.save(install.store)
  await meter({ ...install.parts, log: install.parts.logger })
}

const usage = async (metric: 'database_size' | 'egress' | 'compute_hours') => {
  const { metrics } = await client.call(billing.usage, {
    params: { slug },
    query: { metric, project_ref: ref },
  })
  return metrics[0]
}

test('usage lists the meters of databases, and none of services that do not run', async () => {
  const { metrics } = await client.call(billing.usage, { params: { slug }, query: {} })
  expect(metrics.map(({ metric }) => metric)).toEqual(['database_size', 'egress', 'compute_hours'])
})

describe('the usage of a project', () => {
  test('has the database size that PostgreSQL reports', async () => {
    const database = await install.engine.open(ref, 'owner')
    const size = async () => {
      const [row] = await database.query<{ size: string }>(
        'select pg_database_size(current_database())::text as size',
      )
      return Number(row?.size)
    }
    const before = await size()
    await measure()
    const measured = await usage('database_size')
    expect(measured?.quantity).toBeGreaterThanOrEqual(before)
    expect(measured?.quantity).toBeLessThanOrEqual(await size())
    expect(measured).toMatchObject({ included: 524_288_000, over: 0, cost_micros: 0 })
  })

  test('counts the bytes of every answer with its data, and of no other', async () => {
    await measure()
    const before = (await usage('egress'))?.quantity ?? 0
    const answer = await client.call(databaseTables.list, { params: { ref }, query: {} })
    await usage('egress')
    await measure()
    const sent = ((await usage('egress'))?.quantity ?? 0) - before
    expect(sent).toBe(Buffer.byteLength(JSON.stringify(answer)))
  })

  test('counts its cluster from its start, by its size', async () => {
    await measure()
    expect((await usage('compute_hours'))?.projects).toMatchObject([
      { project_ref: ref, is_removed: false },
    ])
    const { started_at, compute_size } = await install.store
      .selectFrom('compute_intervals')
      .select(['started_at', 'compute_size'])
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(started_at.getTime()).toBeGreaterThan(Date.now() - 120_000)
    expect(compute_size).toBe('ci_small')
  })
})

test('a process that lost its connection writes its totals with the next try, once', async () => {
  const egress = createEgressMeter(systemClock)
  const { id } = await install.store
    .selectFrom('projects')
    .select('id')
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  egress.count(id, 1000)
  const deleted = install.store.withPlugin({
    transformQuery: () => {
      throw new Error('The connection was lost')
    },
    transformResult: async ({ result }) => result,
  })
  await expect(egress.save(deleted)).rejects.toThrow('lost')
  egress.count(id, 500)
  await egress.save(install.store)
  await egress.save(install.store)
  const rows = await install.store
    .selectFrom('egress_counters')
    .select('bytes')
    .where('bytes', '=', '1500')
    .execute()
  expect(rows).toEqual([{ bytes: '1500' }])
})

test('nothing is written without a count', async () => {
  await expect(saveEgress(install.store, 'nobody', [])).resolves.toBeUndefined()
})
