import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { installMigrations } from '../areas.ts'
import { systemDatabase } from '../testing/system-database.ts'
import { organizationChain } from './audit-rows.ts'
import { verifyChain } from './audit-verification.ts'
import { recordAudit } from './audit.ts'
import { beginRun, endRun, deleteOldRuns, listRuns, type RunOwner } from './query-runs.ts'
import { openStore, type OpenStore, type Store } from './store.ts'

let system: Awaited<ReturnType<typeof systemDatabase>>
/** Two processes on one database. */
let own: OpenStore
let theirs: OpenStore
let store: Store
let owner: RunOwner
let lastOrganization = 5000

beforeAll(async () => {
  system = await systemDatabase()
  own = await openStore(system.address, { migrations: installMigrations })
  theirs = await openStore(system.address, { migrations: installMigrations })
  ;({ store } = own)
  const { id: organization_id } = await store
    .insertInto('organizations')
    .values({ slug: 'acme', name: 'Acme', kind: 'Personal', plan: 'free' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: number }>`
    insert into projects (ref, name, organization_id, cloud_provider, region, compute_size, status)
    values ('shop', 'Shop', ${organization_id}, 'AWS', 'eu-central-1', 'ci_small', 'INACTIVE')
    returning id`.execute(store)
  owner = { projectId: rows[0]?.id ?? 0, userId: null }
})
afterAll(async () => {
  await own.close()
  await theirs.close()
  await system.drop()
})

const newOrganization = () => (lastOrganization += 1)

const origin = (name = 'olga@example.test', userAgent: string | null = null) => ({
  actor: { kind: 'user' as const, userId: null, name },
  requestId: null,
  address: null,
  userAgent,
})

const event = (organizationId: number, id = 'shop') => ({
  action: 'sql.run',
  organizationId,
  target: { kind: 'database', id },
})

const write = (organization: number, to: Store = store) =>
  recordAudit(to, origin(), event(organization))
const writeWithChange = (organization: number, to: Store = store) =>
  to.transaction().execute((tx) => write(organization, tx))

const full = (organization: number) => verifyChain(store, organizationChain(organization))
const run = (text: string) => ({ id: randomUUID(), sql: text, role: null, is_held: false })

test('records of the same moment share a few transactions', async () => {
  const organizations = Array.from({ length: 10 }, newOrganization)
  await Promise.all(organizations.map((one) => write(one)))
  const runs = Array.from({ length: 40 }, (_, index) => run(`select ${index}`))
  await Promise.all([
    ...organizations.flatMap((one) => [write(one), write(one), write(one)]),
    ...runs.map((one) => beginRun(store, owner, one)),
  ])
  const { rows } = await sql<{ transactions: string }>`
    select count(distinct xmin::text) as transactions from (
      select xmin from audit_log where organization_id = any(${organizations}) and number > 1
      union all select xmin from query_runs where id = any(${runs.map(({ id }) => id)}::uuid[])
    ) written`.execute(store)
  expect(Number(rows[0]?.transactions)).toBeLessThanOrEqual(3)
  for (const one of organizations) {
    await expect(full(one)).resolves.toMatchObject({ isWhole: true, checked: 4 })
  }
})

test('rows of groups, of changes and of another process form unbroken chains', async () => {
  const writers = [
    (one: number) => write(one),
    (one: number) => writeWithChange(one),
    (one: number) => write(one, theirs.store),
    (one: number) => writeWithChange(one, theirs.store),
  ]
  const step = fc.record({
    chain: fc.nat({ max: 2 }),
    writer: fc.nat({ max: 3 }),
    waits: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const organizations = [newOrganization(), newOrganization(), newOrganization()]
      const written: Promise<void>[] = []
      for (const { chain, writer, waits } of steps) {
        const one = writers[writer]?.(organizations[chain] ?? 0)
        if (one !== undefined) written.push(one)
        if (waits) await one
      }
      await Promise.all(written)
      for (const [chain, one] of organizations.entries()) {
        const checked = steps.filter((taken) => taken.chain === chain).length
        await expect(full(one)).resolves.toMatchObject({ isWhole: true, checked })
      }
    }),
    { numRuns: 12 },
  )
})

test('a chain that a long transaction locks does not block others', async () => {
  const [held, free] = [newOrganization(), newOrganization()]
  await Promise.all([write(held), write(free)])
  let isWritten = false
  let late: Promise<unknown> = Promise.resolve()
  await theirs.store.transaction().execute(async (tx) => {
    await write(held, tx)
    late = Promise.all([write(held), write(held)]).then(() => (isWritten = true))
    await Promise.all([write(free), beginRun(store, owner, run('select 1'))])
    late = Promise.all([late, write(held)])
    await write(free)
    expect(isWritten).toBe(false)
  })
  await late
  await expect(full(held)).resolves.toMatchObject({ isWhole: true, checked: 5 })
  await expect(full(free)).resolves.toMatchObject({ isWhole: true, checked: 3 })
})

test('a row that cannot be written fails alone', async () => {
  const [good, bad] = [newOrganization(), newOrganization()]
  await Promise.all([write(good), write(bad)])
  const fine = run('select 1')
  const outcomes = await Promise.allSettled([
    write(good),
    beginRun(store, owner, run('select \0')),
    recordAudit(store, origin('olga', 'nul \0'), event(bad)),
    write(bad),
    beginRun(store, { ...owner, projectId: -1 }, run('select 2')),
    beginRun(store, owner, fine),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  await expect(full(good)).resolves.toMatchObject({ isWhole: true, checked: 2 })
  await expect(full(bad)).resolves.toMatchObject({ isWhole: true, checked: 2 })
})

test('an unpaired surrogate in a name does not break a chain', async () => {
  const one = newOrganization()
  const named = { ...event(one), target: { kind: 'project', id: 'x', name: 'half \uD83D' } }
  await recordAudit(store, origin('\uDE00 half'), named)
  await recordAudit(store, origin(), named)
  await expect(full(one)).resolves.toMatchObject({ isWhole: true, checked: 2 })
})

test('a run is recorded at its start, and its end is added to it', async () => {
  const [first, second] = [run('select 1'), run('select 2')]
  await Promise.all([beginRun(store, owner, first), beginRun(store, owner, second)])
  const end = { duration_ms: 1.25, rows: 3, state: 'done', error: null } as const
  await Promise.all([endRun(store, first.id, end), endRun(store, second.id, { ...end, rows: 0 })])
  const { runs } = await listRuns(store, owner, {})
  const stored = new Map(runs.map((one) => [one.id, one]))
  expect(stored.get(first.id)).toMatchObject({ ...first, ...end })
  expect(stored.get(second.id)).toMatchObject({ ...second, ...end, rows: 0 })
})

test('the history keeps the last 1,000 runs of each owner', async () => {
  await sql`
    insert into query_runs (project_id, sql, is_held, state, started_at)
    select ${owner.projectId}, 'old', false, 'done', now() - n * interval '1 minute'
    from generate_series(1, 1500) n`.execute(store)
  const last = run('select last')
  await beginRun(store, owner, last)
  expect(await deleteOldRuns(store)).toBeGreaterThanOrEqual(501)
  const { rows } = await sql<{ count: string }>`
    select count(*) from query_runs where project_id = ${owner.projectId}`.execute(store)
  expect(rows).toEqual([{ count: '1000' }])
  expect((await listRuns(store, owner, {})).runs[0]?.id).toBe(last.id)
  expect(await deleteOldRuns(store)).toBe(0)
})
