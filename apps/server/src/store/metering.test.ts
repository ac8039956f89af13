import { randomUUID } from 'node:crypto'

import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  billedOrganization,
  hoursFrom,
  meteredProject,
  startBilledInstall,
} from '../testing/billing-fixtures.ts'
import type { TestInstall } from '../testing/test-install.ts'
import { meterHours, saveEgress } from './metering.ts'
import type { Store } from './store.ts'

const begin = new Date('2026-03-01T00:00:00Z')
const at = (hours: number) => new Date(begin.getTime() + hours * 3_600_000)

let install: TestInstall
let store: Store
let shop: { id: number; ref: string }
let branch: { id: number; ref: string }

beforeAll(async () => {
  ;({ install } = await startBilledInstall(begin.toISOString()))
  ;({ store } = install)
  const { id } = await billedOrganization(install)
  shop = await meteredProject(install, id)
  branch = await meteredProject(install, id, 'Branch')
  await store
    .updateTable('projects')
    .set({ parent_project_ref: shop.ref })
    .where('id', '=', branch.id)
    .execute()
})
afterAll(() => install.close())

beforeEach(async () => {
  for (const table of ['usage_hours', 'egress_counters', 'compute_intervals'] as const) {
    await store.deleteFrom(table).execute()
  }
  await store.deleteFrom('meter_state').execute()
  await store.insertInto('meter_state').values({ metered_through: begin }).execute()
})

const ran = (projectId: number, from: number, to: number) =>
  noted(projectId, { from, to, seen: to })

const runs = (projectId: number, from: number, seen: number) =>
  noted(projectId, { from, to: null, seen })

type Interval = { from: number; to: number | null; seen: number }

const noted = (projectId: number, { from, to, seen }: Interval) =>
  store
    .insertInto('compute_intervals')
    .values({
      project_id: projectId,
      compute_size: 'ci_medium',
      started_at: at(from),
      seen_at: at(seen),
      ended_at: to === null ? null : at(to),
    })
    .execute()

const measured = async () => {
  const rows = await store
    .selectFrom('usage_hours')
    .select(['project_id', 'metric', 'detail', 'hour', 'quantity'])
    .orderBy('project_id')
    .orderBy('metric')
    .orderBy('hour')
    .execute()
  return rows.map(({ project_id, metric, hour, quantity }) => [
    project_id === shop.id ? 'shop' : 'branch',
    metric,
    (hour.getTime() - begin.getTime()) / 3_600_000,
    Number(quantity),
  ])
}

describe('the meter', () => {
  test('charges the seconds in which a cluster ran, hour by hour', async () => {
    await ran(shop.id, 0.5, 2.25)
    await meterHours(store, at(4))
    expect(await measured()).toEqual([
      ['shop', 'compute_hours', 0, 1800],
      ['shop', 'compute_hours', 1, 3600],
      ['shop', 'compute_hours', 2, 900],
    ])
  })

  test('counts a branch by the branch-hour', async () => {
    await ran(branch.id, 0, 1)
    await meterHours(store, at(2))
    expect(await measured()).toEqual([['branch', 'branch_hours', 0, 3600]])
  })

  test('charges no time in which the cluster was not seen running', async () => {
    await runs(shop.id, 0, 0.25)
    await meterHours(store, at(3))
    expect(await measured()).toEqual([['shop', 'compute_hours', 0, 900]])
  })

  test('adds the egress of several processes, with any number of repeated writes', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    for (const bytes of [100, 250, 250]) {
      await saveEgress(store, one, [{ projectId: shop.id, hour: begin, bytes }])
    }
    await saveEgress(store, other, [{ projectId: shop.id, hour: begin, bytes: 7 }])
    await meterHours(store, at(2))
    expect(await measured()).toEqual([['shop', 'egress', 0, 257]])
  })

  test('shows the current hour, and finalizes it two minutes after its end', async () => {
    await runs(shop.id, 0, 0.5)
    await meterHours(store, at(0.5))
    expect(await measured()).toEqual([['shop', 'compute_hours', 0, 1800]])
    await store
      .updateTable('compute_intervals')
      .set({ seen_at: at(1) })
      .execute()
    await meterHours(store, at(1.01))
    expect(await measured()).toEqual([['shop', 'compute_hours', 0, 3600]])
    const through = () =>
      store.selectFrom('meter_state').select('metered_through').executeTakeFirst()
    expect(await through()).toEqual({ metered_through: begin })
    await meterHours(store, at(1.05))
    expect(await through()).toEqual({ metered_through: at(1) })
  })
})

test('killing the meter at any point changes no total', async () => {
  await ran(shop.id, 0.1, 2.7)
  await ran(branch.id, 1.2, 1.9)
  for (const hour of hoursFrom(begin, at(3))) {
    await saveEgress(store, randomUUID(), [{ projectId: shop.id, hour, bytes: 1000 }])
  }
  await meterHours(store, at(4))
  const full = await measured()
  let killed = 0
  for (let queries = 0; ; queries += 1) {
    await store.deleteFrom('usage_hours').execute()
    await store.updateTable('meter_state').set({ metered_through: begin }).execute()
    const wasKilled = await meterHours(store.withPlugin(endingAfter(queries)), at(4)).then(
      () => false,
      () => true,
    )
    await meterHours(store, at(4))
    expect(await measured()).toEqual(full)
    if (!wasKilled) break
    killed += 1
  }
  expect(killed).toBeGreaterThan(10)
})

/** Fails every query after so many of them, as when the process was killed. */
function endingAfter(queries: number): KyselyPlugin {
  let left = queries
  return {
    transformQuery({ node }) {
      left -= 1
      if (left < 0) throw new Error('The process was killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
