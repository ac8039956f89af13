import { billing } from '@basalt/contract/billing/billing'
import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { waitFor } from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { spendPauseReason } from '../../../billing/spend-state.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { saveRow } from '../../../testing/save-rows.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../../testing/test-install.ts'
import { liftBilling } from '../billing-job.ts'
import { applySpendLimits } from './spend-state-job.ts'

const start = new Date('2026-05-01T00:00:00Z')
let now = new Date('2026-05-02T00:00:00Z')
let mails: { to: string; subject: string; text: string }[] = []

const mailer: Mailer = { send: async (mail) => void mails.push(mail) }

let install: TestInstall
let client: ConnectedClient
let slug: string
let organizationId: number
let ref: string

beforeAll(async () => {
  install = await startTestInstall({
    clock: () => now,
    mailer,
    capabilities: ['accounts', 'organizations', 'projects', 'billing', 'outbox', 'assistant'],
  })
  const owner = await signUpOwner(install)
  ;({ client } = owner)
  ;({ slug, id: organizationId } = owner.organization)
  ref = (await createProject(client, slug)).ref
  const { store } = install
  await store.updateTable('organizations').set({ plan: 'pro' }).execute()
  await store.updateTable('subscriptions').set({ anchor: start, closed_through: start }).execute()
  await store.updateTable('plan_changes').set({ plan: 'pro', effective_at: start }).execute()
})
afterAll(() => install.close())
beforeEach(() => {
  mails = []
})

const spendLimits = () =>
  applySpendLimits(
    {
      ...install.parts,
      lifecycle: install.lifecycle,
      log: install.parts.logger,
    },
    () => now,
  )

/** Sets the cap so that the plan's fee of $25 is this share of it, and applies the limits. */
async function spentPercent(percent: number) {
  const cents = Math.floor(250_000 / percent)
  await install.store
    .updateTable('subscriptions')
    .set({ spend_cap: String(cents * 10_000) })
    .execute()
  await spendLimits()
}

async function run(query: string): Promise<QueryLine[]> {
  const lines: QueryLine[] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    { onLine: (line) => lines.push(line) },
  )
  return lines
}

const failed = (lines: readonly QueryLine[]) => lines.some(({ type }) => type === 'error')

const actions = async () => {
  const rows = await install.store
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('organization_id', '=', organizationId)
    .where('actor_name', '=', 'Spend cap')
    .orderBy('number')
    .execute()
  return rows.map(({ action, after }) => [action, JSON.parse(after ?? '{}') as object] as const)
}

/** Connects as psql does and tries to write. */
async function writeByLogin(): Promise<string> {
  const { host, port, user, database } = await install.engine.connection(ref)
  const login = new Client({ host, port, user, database, password: strongPassword })
  await login.connect()
  try {
    await login.query('create table if not exists notes (id int)')
    return 'written'
  } catch (error) {
    return (error as Error).message
  } finally {
    await login.end()
  }
}

test('each step is reported once in a period, and shown with the organization', async () => {
  await spentPercent(74)
  expect(mails).toEqual([])
  for (const percent of [75, 75, 90, 90, 100, 100]) await spentPercent(percent)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Acme: spending has reached 75 % of the spend cap',
    'Acme: spending has reached 90 % of the spend cap',
    'Acme: spending has reached 100 % of the spend cap',
  ])
  expect(mails[2]?.text).toContain('has spent $25.00')
  expect(mails[2]?.text).toContain('In effect now:\n- at 100 %: AI features stop')
  expect(mails[2]?.text).not.toMatch(/preview|jobs/u)
  const [organization] = await client.call(organizations.list, {})
  expect(organization?.spend_cap_state).toEqual({ percent: 100, step: 'ai' })
  const steps = (await actions()).filter(([action]) => action === 'organization.spend_step_changed')
  expect(steps.map(([, after]) => after)).toMatchObject([
    { percent: 75, stopped: [] },
    { percent: 90, stopped: [] },
    { percent: 100, stopped: ['ai'] },
  ])
  // Raised and exceeded again in the same period: it was reported.
  mails = []
  await spentPercent(50)
  await spentPercent(100)
  expect(mails).toEqual([])
})

test('at the read-only step no client can write, on any path, until the cap is raised', async () => {
  await spentPercent(110)
  expect(failed(await run('create table kept (id int primary key)'))).toBe(false)
  const { tables } = await client.call(databaseTables.list, { params: { ref }, query: {} })
  const id = tables.find(({ name }) => name === 'kept')?.id ?? 0

  await spentPercent(120)
  expect(failed(await run('insert into kept values (1)'))).toBe(true)
  expect(failed(await run('select * from kept'))).toBe(false)
  const insert = () => saveRow(client, ref, { op: 'insert', table: id, values: { id: '1' } })
  await expect(insert()).rejects.toMatchObject({
    code: 402,
    message: expect.stringContaining('Raise the spend cap') as string,
  })
  expect(await writeByLogin()).toContain('read-only transaction')

  // Through the API: the effects are complete when it answers.
  await client.call(billing.setSpendCap, { params: { slug }, body: { cap_micros: 100_000_000 } })
  expect(await writeByLogin()).toBe('written')
  expect(await insert()).toEqual(['1'])
  const changes = (await actions()).filter(([action]) => action === 'project.read_only_changed')
  expect(changes.map(([, after]) => after)).toEqual([
    { is_read_only: true },
    { is_read_only: false },
  ])
})

const detail = () => client.call(projects.detail, { params: { ref } })
const becomes = (status: string) =>
  waitFor(async () => (await detail()).status === status, { what: status, timeoutMs: 30_000 })

test('at the last step projects are paused, cannot be resumed, and run again once the cap is off', async () => {
  await spentPercent(150)
  await becomes('INACTIVE')
  expect((await detail()).status_reason).toBe(spendPauseReason)
  await spendLimits()
  const resume = client.call(projects.restore, { params: { ref } })
  await expect(resume).rejects.toMatchObject({
    code: 402,
    message: expect.stringContaining('spend cap') as string,
  })
  const create = client.call(projects.create, {
    body: { organization_slug: slug, name: 'B', db_pass: strongPassword, region: 'eu-central-1' },
  })
  await expect(create).rejects.toMatchObject({ code: 402 })
  expect((await detail()).status).toBe('INACTIVE')

  await install.store.updateTable('subscriptions').set({ spend_cap: null }).execute()
  await spendLimits()
  await becomes('ACTIVE_HEALTHY')
  client.connections.set(ref, (await detail()).connectionString ?? '')
  expect(await run('select id from kept')).toContainEqual({
    type: 'rows',
    statement: 0,
    rows: [['1']],
  })
})

test('a run that ended after storing its step is completed by the next one', async () => {
  const { store } = install
  await spentPercent(110)
  expect(await writeByLogin()).toBe('written')
  // Stored by a process that ended before it changed the databases.
  const cap = String(Math.floor(250_000 / 120) * 10_000)
  await store.updateTable('subscriptions').set({ spend_cap: cap, spend_step: 120 }).execute()
  await spendLimits()
  expect(await writeByLogin()).toContain('read-only transaction')
  await store.updateTable('subscriptions').set({ spend_cap: null, spend_step: 0 }).execute()
  await spendLimits()
  expect(await writeByLogin()).toBe('written')
})

test('projects that users paused themselves stay paused when the cap is lifted', async () => {
  await client.call(projects.pause, { params: { ref } })
  await becomes('INACTIVE')
  await spentPercent(150)
  await spentPercent(50)
  await install.lifecycle.idle()
  expect((await detail()).status).toBe('INACTIVE')
  await client.call(projects.restore, { params: { ref } })
  await becomes('ACTIVE_HEALTHY')
})

test('a new period starts below the spend limits and reports its own steps', async () => {
  await spentPercent(100)
  mails = []
  now = new Date('2026-06-02T00:00:00Z')
  await install.store
    .updateTable('subscriptions')
    .set({ closed_through: new Date('2026-06-01T00:00:00Z') })
    .execute()
  await spentPercent(74)
  expect((await client.call(organizations.list, {}))[0]?.spend_cap_state).toBeNull()
  await spentPercent(75)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Acme: spending has reached 75 % of the spend cap',
  ])
})

test('an install without billing lifts all effects, with any cap', async () => {
  await spentPercent(120)
  expect(await writeByLogin()).toContain('read-only transaction')
  await install.store
    .updateTable('organizations')
    .set({ restriction_status: 'restricted' })
    .where('id', '=', organizationId)
    .execute()
  await liftBilling({
    ...install.parts,
    lifecycle: install.lifecycle,
    log: install.parts.logger,
  })
  expect(await writeByLogin()).toBe('written')
  const [organization] = await client.call(organizations.list, {})
  expect(organization).toMatchObject({ spend_cap_state: null, restriction_status: null })
})
