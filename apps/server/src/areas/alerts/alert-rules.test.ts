import { type AlertCondition, alerts } from '@basalt/contract/alerts/alerts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { insertSamples } from '../../store/resource-samples.ts'
import {
  type AlertFixtures,
  alertFixtures,
  errorRate,
  ruleValues,
} from '../../testing/alert-fixtures.ts'
import { deleteOldEvents } from './alert-store.ts'

const minute = 60_000

let on: AlertFixtures

beforeAll(async () => {
  on = await alertFixtures()
})
afterAll(() => on.close())
beforeEach(() => on.reset())

const readProject = () =>
  on.install.store
    .selectFrom('projects')
    .selectAll()
    .where('ref', '=', on.ref)
    .executeTakeFirstOrThrow()

const failing = () => on.append(20, { status: 500, level: 'error' })

describe('conditions', () => {
  const fires = async (condition: AlertCondition) => {
    await on.create({ condition, recipients: { type: 'none' } })
    await on.nextMinute()
    const { state, value } = await on.read()
    return { state, value }
  }

  test('count errors of PostgreSQL', async () => {
    await on.append(3, { source: 'postgres_logs', level: 'error' })
    await on.append(3, { source: 'postgres_logs', level: 'warning' })
    const condition = { type: 'postgres_errors', count: 3, window_minutes: 5 } as const
    expect(await fires(condition)).toEqual({ state: 'firing', value: 3 })
  })

  test('find slow statements', async () => {
    const message = 'duration: 2400.1 ms  statement: select 1'
    await on.append(1, { source: 'postgres_logs', message, durationMs: 2400.1 })
    const condition = { type: 'slow_statement', milliseconds: 2000, window_minutes: 5 } as const
    expect(await fires(condition)).toEqual({ state: 'firing', value: expect.closeTo(2400.1, 0) })
  })

  test('count failed jobs and webhooks', async () => {
    await on.append(1, { source: 'cron_logs', level: 'error' })
    await on.append(1, { source: 'webhook_logs', level: 'error' })
    const sources: ('cron_logs' | 'webhook_logs')[] = ['cron_logs', 'webhook_logs']
    const condition = { type: 'failed_jobs', sources, count: 2, window_minutes: 5 } as const
    expect(await fires(condition)).toEqual({ state: 'firing', value: 2 })
  })

  const sample = async (change: object) => {
    const { id } = await readProject()
    await insertSamples(on.install.store, [
      {
        project_id: id,
        sampled_at: new Date(on.now()),
        started_at: new Date(on.now()),
        database_reset_at: null,
        wal_reset_at: null,
        cpu_seconds: null,
        blocks_hit: '0',
        blocks_read: '0',
        commits: '0',
        rollbacks: '0',
        deadlocks: '0',
        temporary_bytes: '0',
        wal_bytes: '0',
        memory_bytes: null,
        connections_active: 10,
        connections_idle: 20,
        connections_idle_in_transaction: 15,
        connection_limit: 50,
        database_bytes: String(400 * 1024 ** 2),
        disk_free_bytes: String(1024 ** 3),
        ...change,
      },
    ])
  }

  test('measure connections, and have no data without a sample', async () => {
    const condition = { type: 'connections', percent: 80 } as const
    expect(await fires(condition)).toEqual({ state: 'no_data', value: null })
    await sample({})
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ state: 'firing', value: 90 })
    on.pass(10 * minute)
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ state: 'no_data', problem: 'Nothing was measured' })
  })

  test('measure the disk', async () => {
    await sample({})
    expect(await fires({ type: 'disk_free', bytes: 2 * 1024 ** 3 })).toEqual({
      state: 'firing',
      value: 1024 ** 3,
    })
    await on.create({ name: 'Share', condition: { type: 'disk_used', percent: 70 } })
    await on.nextMinute()
    const rules = await on.owner.call(alerts.list, { params: { ref: on.ref } })
    expect(rules.find(({ name }) => name === 'Share')).toMatchObject({ state: 'firing' })
  })

  test('find new errors of the advisors', async () => {
    const condition = { type: 'advisor_error', window_minutes: 5 } as const
    expect(await fires(condition)).toEqual({ state: 'no_data', value: null })
    const { id } = await readProject()
    const { store } = on.install
    const at = new Date(on.now())
    await store
      .insertInto('advisor_runs')
      .values({ project_id: id, finished_at: at, duration_ms: 1, unchecked: '[]', truncated: '{}' })
      .execute()
    await store
      .insertInto('advisor_findings')
      .values({
        project_id: id,
        key: 'one',
        rule: 'rls_disabled_in_public',
        level: 'error',
        finding: '{}',
        first_seen_at: at,
        last_seen_at: at,
      })
      .execute()
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ state: 'firing', value: 1 })
  })
})

test('a preview says how often the rule would have fired in the last day', async () => {
  await on.append(20, { at: on.now() - 300 * minute, status: 500, level: 'error' })
  await on.append(20, { at: on.now() - 200 * minute, status: 500, level: 'error' })
  const preview = (body: { condition: AlertCondition; for_minutes: number }) =>
    on.owner.call(alerts.preview, { params: { ref: on.ref }, body })
  const condition = { ...errorRate, window_minutes: 2 }
  const { fired, firing_minutes: firing, extreme } = await preview({ condition, for_minutes: 0 })
  expect(fired).toBeGreaterThanOrEqual(2)
  expect(firing).toBe(2 * fired)
  expect(extreme).toBe(100)
  expect(await preview({ condition, for_minutes: 2 })).toMatchObject({ fired: 0 })
  expect(
    await preview({ condition: { type: 'connections', percent: 80 }, for_minutes: 0 }),
  ).toMatchObject({
    fired: expect.any(Number),
  })
})

describe('rules of a project', () => {
  test('have different names, and are 20 at most', async () => {
    await on.create()
    await expect(on.create()).rejects.toMatchObject({
      kind: 'conflict',
      fields: { name: 'Another alert of this project has this name' },
    })
    for (let count = 1; count < 20; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await on.create({ name: `Rule ${count}` })
    }
    await expect(on.create({ name: 'One more' })).rejects.toMatchObject({ kind: 'conflict' })
  })

  test('are read with the right to read logs, and changed with more', async () => {
    await on.create()
    const { client } = await on.member('Read-only')
    expect(await client.call(alerts.list, { params: { ref: on.ref } })).toHaveLength(1)
    await expect(
      client.call(alerts.create, { params: { ref: on.ref }, body: ruleValues({ name: 'Mine' }) }),
    ).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('are audited without their secret', async () => {
    const { rule, webhook_secret: secret } = await on.create({ webhook_url: on.url })
    await on.owner.call(alerts.remove, { params: { ref: on.ref, id: rule.id } })
    const rows = await on.install.store
      .selectFrom('audit_log')
      .selectAll()
      .where('action', 'like', 'alert.%')
      .execute()
    const own = rows.filter((row) => JSON.stringify(row).includes(rule.id))
    expect(own.map(({ action }) => action)).toEqual(['alert.created', 'alert.removed'])
    expect(JSON.stringify(own)).not.toContain(secret)
  })

  test('notify chosen members as long as they are members', async () => {
    const member = await on.member('Developer')
    const { id } = await on.install.store
      .selectFrom('users')
      .select('id')
      .where('email', '=', member.email)
      .executeTakeFirstOrThrow()
    await on.create({ recipients: { type: 'members', user_ids: [id] } })
    await failing()
    await on.nextMinute()
    expect((await on.mails()).map(({ recipient }) => recipient)).toEqual([member.email])
    await on.install.store.deleteFrom('members').where('user_id', '=', id).execute()
    on.pass(6 * minute)
    await on.nextMinute()
    expect(await on.mails()).toHaveLength(1)
  })

  test('forget their events after 90 days', async () => {
    const { rule } = await on.create()
    await failing()
    await on.nextMinute()
    await deleteOldEvents(on.install.store, new Date(on.now() - minute))
    expect(await on.history(rule.id)).toHaveLength(1)
    await deleteOldEvents(on.install.store, new Date(on.now() + 1))
    expect(await on.history(rule.id)).toEqual([])
  })
})
