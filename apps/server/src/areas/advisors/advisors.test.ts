import { advisors as routes } from '@basalt/contract/advisors/advisors'
import { databaseMigrations } from '@basalt/contract/database/migrations'
import { databaseQuery } from '@basalt/contract/database/query'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listMails } from '../../mail/outbox-store.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

let fixtures: ProjectFixtures
let params: { ref: string }

beforeAll(async () => {
  fixtures = await projectFixtures({ runsTasks: true, clock: () => now })
  params = { ref: fixtures.ref }
})
afterAll(() => fixtures.close())

let now = new Date()
const laterBy = (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000)
}

const run = (client = fixtures.owner) => client.call(routes.run, { params })
const read = (client = fixtures.owner) => client.call(routes.read, { params })
const keysIn = ({ findings }: Awaited<ReturnType<typeof run>>) =>
  findings.filter(({ ignored_by: by }) => by === null).map(({ key }) => key)
const ordersKey = 'rls_disabled_in_public:public.orders'
const advisorMails = async () =>
  (await listMails(fixtures.install.store)).filter(({ subject }) => subject.includes('advisors'))

test('before the first run there are no findings, no score and nothing green', async () => {
  const report = await read()
  expect(report).toMatchObject({ run: null, findings: [], summary: { score: null } })
})

test('a change of the catalog is followed by a run, and the owner gets one email about new errors', async () => {
  const query =
    'create table public.orders (id int primary key, customer text); grant select on public.orders to anon; create table public.notes (id int primary key, memo text); grant select on public.notes to anon'
  await fixtures.owner.stream(
    databaseQuery.run,
    { params, body: { query } },
    { onLine: () => undefined },
  )
  await expect.poll(async () => keysIn(await read()), { timeout: 10_000 }).toContain(ordersKey)
  await expect.poll(async () => (await advisorMails()).length).toBe(1)
  const [mail] = await advisorMails()
  expect(mail?.subject).toMatch(/: the advisors found 2 new errors$/u)
  expect(mail?.text).toContain('RLS Disabled in Public: Row-level security is off on public.orders')
  expect(mail?.text).toContain(`http://basalt.test/project/${fixtures.ref}/advisors/security`)
})

test('a second run finds the same, keeps when it was first seen, and mails nothing', async () => {
  const before = await read()
  laterBy(1)
  const after = await run()
  expect(keysIn(after)).toEqual(keysIn(before))
  const [one, other] = [before, after].map(({ findings }) =>
    findings.find(({ key }) => key === ordersKey),
  )
  expect(other?.first_seen_at).toBe(one?.first_seen_at)
  expect(other?.last_seen_at).toBe(now.toISOString())
  expect(await advisorMails()).toHaveLength(1)
})

test('rules of services and rules without statistics are not checked, and say why', async () => {
  const { unchecked, summary } = await read()
  const reasons = new Map(unchecked.map(({ rule, reason }) => [rule, reason]))
  expect(reasons.get('pitr_not_enabled')).toBe('service')
  expect(reasons.get('unused_index')).toBe('statistics')
  expect(reasons.get('auth_users_exposed')).toBe('object')
  expect(summary).toMatchObject({ counts: { error: 2 }, unchecked_rules: unchecked.length })
  expect(summary.score).toBeLessThan(100)
  expect(await fixtures.owner.call(routes.summary, { params })).toEqual(summary)
})

test('the fix of a table without row-level security clears the finding and is a migration', async () => {
  const { findings } = await read()
  const fix = findings.find(({ key }) => key === ordersKey)?.fix ?? ''
  const body = { key: ordersKey, sql: fix }
  const stale = { ...body, sql: 'drop table public.orders;' }
  const call = (given: typeof body, client = fixtures.owner) =>
    client.call(routes.fix, { params, body: given })
  await expect(call(stale)).rejects.toMatchObject({ code: 409 })
  const reader = (await fixtures.member('Read-only')).client
  await expect(call(body, reader)).rejects.toMatchObject({ code: 403 })
  const { has_reverse: hasReverse, report } = await call(body)
  expect(hasReverse).toBe(true)
  expect(keysIn(report)).not.toContain(ordersKey)
  const migrations = await fixtures.owner.call(databaseMigrations.list, { params })
  expect(migrations.find(({ name }) => name === 'fix_rls_disabled_in_public_orders')).toMatchObject(
    {
      statements: ['alter table public.orders enable row level security'],
      rollback: ['alter table public.orders disable row level security'],
    },
  )
  await expect(call(body)).rejects.toMatchObject({ code: 409 })
})

test('an error that returns within a day is no news; a day later it is', async () => {
  const sent = (await advisorMails()).length
  await fixtures.run('alter table public.orders disable row level security')
  laterBy(0.1)
  await run()
  expect(await advisorMails()).toHaveLength(sent + 1)
  await fixtures.run('alter table public.orders enable row level security')
  await run()
  await fixtures.run('alter table public.orders disable row level security')
  laterBy(0.5)
  await run()
  expect(await advisorMails()).toHaveLength(sent + 1)
})

test('a finding is ignored for everyone until a day, by writers only', async () => {
  const reader = (await fixtures.member('Read-only')).client
  const rule = 'rls_disabled_in_public'
  const until = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
  const body = { rule, key: ordersKey, for_everyone: true, reason: 'A public list', until }
  await expect(reader.call(routes.ignore, { params, body })).rejects.toMatchObject({ code: 403 })
  const past = { ...body, until: '2020-01-01' }
  await expect(fixtures.owner.call(routes.ignore, { params, body: past })).rejects.toMatchObject({
    fields: { until: 'Choose a day that is not over yet' },
  })
  const ignore = await fixtures.owner.call(routes.ignore, { params, body })
  expect(keysIn(await read(reader))).not.toContain(ordersKey)
  const byId = { params: { ...params, id: ignore.id } }
  await expect(reader.call(routes.unignore, byId)).rejects.toMatchObject({ code: 403 })
  laterBy(3)
  expect(keysIn(await read(reader))).toContain(ordersKey)
  await fixtures.owner.call(routes.unignore, byId)
  await expect(fixtures.owner.call(routes.unignore, byId)).rejects.toMatchObject({ code: 404 })
})

test('a rule that a reader ignores stays visible to the others', async () => {
  const reader = (await fixtures.member('Read-only')).client
  const body = {
    rule: 'rls_disabled_in_public',
    key: null,
    for_everyone: false,
    reason: 'Someone else does it',
    until: null,
  }
  const own = await reader.call(routes.ignore, { params, body })
  const ofRule = (keys: string[]) => keys.filter((key) => key.startsWith(body.rule))
  expect(ofRule(keysIn(await read(reader)))).toEqual([])
  expect(ofRule(keysIn(await read()))).toHaveLength(2)
  const byId = { params: { ...params, id: own.id } }
  await expect(fixtures.owner.call(routes.unignore, byId)).rejects.toMatchObject({ code: 404 })
  await reader.call(routes.unignore, byId)
  expect(ofRule(keysIn(await read(reader)))).toHaveLength(2)
})

test('a database that does not answer keeps the findings of the last run and says why', async () => {
  const before = await read()
  await fixtures.install.engine.stop(fixtures.ref)
  await expect(run()).rejects.toMatchObject({ code: 409 })
  const after = await read()
  expect(keysIn(after)).toEqual(keysIn(before))
  expect(after.run?.failure).toMatch(/./u)
  await fixtures.install.engine.start(fixtures.ref)
  expect((await run()).run?.failure).toBeNull()
})
