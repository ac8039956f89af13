import type { UsageMetricId } from '@basalt/catalog'
import { organizations } from '@basalt/contract/organization/organizations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Mailer } from '../../../mail/mailer.ts'
import { insertProject } from '../../../store/projects.ts'
import { newReference } from '../../../store/reference.ts'
import {
  type ConnectedClient,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../../testing/test-install.ts'
import { applyRestrictions } from './restriction-job.ts'

const GB = 1_073_741_824
const MB = 1_048_576
const hourMs = 3_600_000
const start = new Date('2026-05-01T00:00:00Z')

let install: TestInstall
let client: ConnectedClient
let organizationId: number
let projectIds: number[]
let now = start
let mails: { to: string; subject: string; text: string }[] = []
/** Ends the process, as it were, when the next mail is about to leave. */
let isKilled = false

const mailer: Mailer = {
  async send(mail) {
    if (isKilled) throw new Error('The process ended')
    mails.push(mail)
  },
}

beforeAll(async () => {
  install = await startTestInstall({ clock: () => now })
})
afterAll(() => install.close())

beforeEach(async () => {
  now = start
  mails = []
  isKilled = false
  await install.store.deleteFrom('usage_hours').execute()
  await install.store.updateTable('organizations').set({ deleted_at: start }).execute()
  const owner = await signUpOwner(install)
  ;({ client } = owner)
  organizationId = owner.organization.id
  await install.store
    .updateTable('subscriptions')
    .set({ anchor: start, closed_through: start, extra_emails: ['bills@example.test'] })
    .where('organization_id', '=', organizationId)
    .execute()
  await install.store
    .updateTable('organizations')
    .set({ billing_email: 'money@example.test' })
    .where('id', '=', organizationId)
    .execute()
  projectIds = [await project(), await project()]
})

async function project(): Promise<number> {
  const ref = newReference()
  const described = {
    cloud_provider: 'AWS',
    region: 'us-east-1',
    compute_size: 'ci_small',
  } as const
  await insertProject(
    install.store,
    { ref, name: 'Shop', organization_id: organizationId, ...described },
    null,
  )
  const { id } = await install.store
    .selectFrom('projects')
    .select('id')
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  return id
}

const later = (days: number, hours = 0) => new Date(start.getTime() + (days * 24 + hours) * hourMs)

async function used(
  metric: UsageMetricId,
  quantity: number,
  { project: index = 0, hour = start }: { project?: number; hour?: Date } = {},
) {
  await install.store
    .insertInto('usage_hours')
    .values({ project_id: projectIds[index] ?? 0, metric, hour, quantity: String(quantity) })
    .execute()
}

const check = (at: Date) => {
  now = at
  return applyRestrictions(
    { store: install.store, mailer, publicUrl: 'https://basalt.test', log: install.parts.logger },
    () => now,
  )
}

async function shown() {
  const [organization] = await client.call(organizations.list, {})
  return [
    organization?.restriction_status,
    organization?.restriction_data?.grace_period_end?.slice(0, 16) ?? null,
  ]
}

const auditRows = () =>
  install.store
    .selectFrom('audit_log')
    .select(['before', 'after', 'actor_kind'])
    .where('organization_id', '=', organizationId)
    .where('action', '=', 'organization.restriction_changed')
    .orderBy('number')
    .execute()

describe('an organization on the Free plan that exceeds a quota', () => {
  test('gets a grace period, then is restricted, and is released once it uses less', async () => {
    await used('database_size', 501 * MB)
    await check(later(0, 1))
    expect(await shown()).toEqual(['grace_period', '2026-05-15T01:00'])
    await check(later(14, 1))
    expect(await shown()).toEqual(['grace_period_over', '2026-05-15T01:00'])
    await check(later(15, 1))
    expect(await shown()).toEqual(['restricted', '2026-05-15T01:00'])
    await used('database_size', 500 * MB, { hour: later(15, 2) })
    await check(later(15, 3))
    expect(await shown()).toEqual([null, null])
    const rows = await auditRows()
    expect(rows.map(({ after }) => JSON.parse(after ?? '{}') as object)).toMatchObject([
      { restriction_status: 'grace_period', exceeded: ['Database size'] },
      { restriction_status: 'grace_period_over' },
      { restriction_status: 'restricted' },
      { restriction_status: null },
    ])
    expect(new Set(rows.map((row) => row.actor_kind))).toEqual(new Set(['system']))
  })

  test('gets one email per state, at every address, in the words of the specification', async () => {
    await used('egress', 5 * GB + 1)
    await check(later(0, 1))
    await check(later(0, 1))
    const { email } = await install.store
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select('email')
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow()
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      ['bills@example.test', 'money@example.test', email].toSorted(),
    )
    expect(mails[0]?.subject).toBe('Acme: Organization plan has exceeded its quota')
    expect(mails[0]?.text).toContain('You are given a grace period until 15 May, 2026')
    expect(mails[0]?.text).toContain('Used up: Egress.')
    mails = []
    for (const at of [later(14, 1), later(14, 2), later(15, 1), later(15, 2), later(29)]) {
      await check(at)
    }
    expect([...new Set(mails.map(({ text }) => text.split('\n')[0]))]).toEqual([
      'Your Projects will not be able to serve requests when you used up your quota.',
      'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
    ])
    expect(mails).toHaveLength(6)
  })

  test('gets a new grace period in the next billing period, and only one in the same', async () => {
    await used('egress', 6 * GB)
    for (const at of [later(0, 1), later(14, 1), later(15, 1)]) await check(at)
    await install.store.deleteFrom('usage_hours').execute()
    await check(later(16))
    await used('egress', 6 * GB, { hour: later(16) })
    await check(later(17))
    expect(await shown()).toEqual(['grace_period_over', '2026-05-18T00:00'])
    // Sums restart with the period.
    await check(later(31))
    expect(await shown()).toEqual([null, null])
    await used('egress', 6 * GB, { hour: later(32) })
    await check(later(33))
    expect(await shown()).toEqual(['grace_period', '2026-06-17T00:00'])
  })

  test('is released at once when it pays', async () => {
    await used('database_size', 600 * MB)
    for (const at of [later(0, 1), later(14, 1), later(15, 1)]) await check(at)
    await install.store
      .updateTable('organizations')
      .set({ plan: 'pro' })
      .where('id', '=', organizationId)
      .execute()
    await check(later(15, 2))
    expect(await shown()).toEqual([null, null])
    await check(later(40))
    expect(await shown()).toEqual([null, null])
  })
})

describe('an exceeded quota', () => {
  const isExceeded = async () => {
    await check(later(2))
    return (await shown())[0] !== null
  }

  test('needs more usage than the quota', async () => {
    await used('egress', 5 * GB)
    expect(await isExceeded()).toBe(false)
  })

  test('applies to the last measured size of each database', async () => {
    await used('database_size', 400 * MB)
    await used('database_size', 400 * MB, { project: 1 })
    expect(await isExceeded()).toBe(false)
    await used('database_size', 501 * MB, { hour: later(0, 1) })
    await used('database_size', 300 * MB, { hour: later(0, 2) })
    expect(await isExceeded()).toBe(false)
    await used('database_size', 501 * MB, { hour: later(0, 3) })
    expect(await isExceeded()).toBe(true)
  })

  test('applies to the egress of all projects together, and to their combined peak', async () => {
    await used('realtime_peak_connections', 150)
    await used('realtime_peak_connections', 150, { project: 1, hour: later(0, 1) })
    expect(await isExceeded()).toBe(false)
    await used('realtime_peak_connections', 51, { hour: later(0, 1) })
    expect(await isExceeded()).toBe(true)
    await install.store.deleteFrom('usage_hours').execute()
    await used('egress', 3 * GB)
    await used('egress', 3 * GB, { project: 1 })
    expect(await isExceeded()).toBe(true)
  })

  test('ignores deleted projects', async () => {
    await used('database_size', 501 * MB)
    await check(later(0, 1))
    await install.store
      .updateTable('projects')
      .set({ status: 'REMOVED' })
      .where('organization_id', '=', organizationId)
      .execute()
    expect(await isExceeded()).toBe(false)
  })

  test('stays exceeded in a new period before its first measurement', async () => {
    await used('database_size', 501 * MB)
    for (const at of [later(25), later(31, 1)]) await check(at)
    expect(await shown()).toEqual(['grace_period', '2026-06-09T00:00'])
  })
})

test('a process that ends before it sends the email sends it the next time, and changes nothing twice', async () => {
  await used('egress', 6 * GB)
  isKilled = true
  await check(later(0, 1))
  expect([await shown(), mails]).toEqual([['grace_period', '2026-05-15T01:00'], []])
  isKilled = false
  await check(later(0, 2))
  await check(later(0, 3))
  expect(mails).toHaveLength(3)
  expect(await shown()).toEqual(['grace_period', '2026-05-15T01:00'])
  expect(await auditRows()).toHaveLength(1)
})

test('two concurrent checks take one step and send each email once', async () => {
  await used('egress', 6 * GB)
  await Promise.all([check(later(0, 1)), check(later(0, 1))])
  expect(await auditRows()).toHaveLength(1)
  expect(mails).toHaveLength(3)
})
