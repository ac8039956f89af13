import { databaseMigrations } from '@basalt/contract/database/migrations'
import { ApiError } from '@basalt/contract/errors'
import { queryPerformance as routes } from '@basalt/contract/query-performance/query-performance'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { mergeStatementRounds } from '../../store/statement-samples.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { type ConnectedClient, createProject, signUpOwner } from '../../testing/test-install.ts'
import { sampleStatements } from './sample-statements.ts'

let fixtures: ProjectFixtures
let reader: ConnectedClient

beforeAll(async () => {
  fixtures = await projectFixtures()
  reader = (await fixtures.member('Read-only')).client
})
afterAll(() => fixtures.close())

const silent = () => undefined
const sample = () => {
  const { store, engine, parts } = fixtures.install
  const log = { info: silent, warn: silent, error: silent }
  return sampleStatements({ store, engine, clock: parts.clock, log })
}

const minute = 60_000
const iso = (ms: number) => new Date(ms).toISOString()
const lastHour = () => ({ from: iso(Date.now() - 60 * minute), to: iso(Date.now() + minute) })

const list = (ref = fixtures.ref, query = lastHour(), client = reader) =>
  client.call(routes.list, { params: { ref }, query })

const find = async (text: string) =>
  (await list()).statements.find(({ query }) => query.includes(text))

test('a new project has no samples, and PostgreSQL counts its statements', async () => {
  expect(await list()).toMatchObject({
    is_counting: true,
    first_sample_at: null,
    statements: [],
    total: { calls: 0 },
  })
})

test('a statement is shown with what it did since the first sample, and only once', async () => {
  await fixtures.run('create table books as select n from generate_series(1, 1000) n')
  await sample()
  const slow = 'select count(*) from books, pg_sleep(0.05)'
  await fixtures.run(slow, slow, 'select n from books limit 7')
  await Promise.all([sample(), sample()])
  await sample()
  const found = await find('pg_sleep')
  expect(found).toMatchObject({ calls: 2, rows: 2, role: 'postgres', is_own: false })
  expect(found?.total_ms).toBeGreaterThan(100)
  expect(found?.p95_ms).toBeGreaterThan(50)
  expect(await find('limit $1')).toMatchObject({ calls: 1, rows: 7 })
  const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  await db.query('select count(*) from books where n < 10')
  await sample()
  expect(await find('where n <')).toMatchObject({ is_own: true })
  const answer = await list()
  expect(answer.others.calls).toBe(0)
  const calls = answer.statements.reduce((sum, one) => sum + one.calls, 0)
  expect(answer.total.calls).toBe(calls)
  expect(answer.statements.filter(({ role }) => role === 'basalt_control')).not.toEqual([])
  expect(answer.statements.every(({ role, is_own: isOwn }) => isOwn || role === 'postgres')).toBe(
    true,
  )
})

test('a statement has a timeline with the migrations of its range', async () => {
  const sql = 'create index books_n_idx on books (n)'
  await fixtures.owner.call(databaseMigrations.record, {
    params: { ref: fixtures.ref },
    body: { version: '20260101000000', name: 'index_books', sql },
  })
  const { id } = (await find('pg_sleep')) ?? { id: '' }
  const timeline = await reader.call(routes.timeline, {
    params: { ref: fixtures.ref, id },
    query: lastHour(),
  })
  expect(timeline.calls.reduce((sum, one) => sum + one, 0)).toBe(2)
  expect(timeline.times).toHaveLength(timeline.calls.length)
  expect(timeline.migrations).toMatchObject([{ action: 'sql.migrated' }])
  expect(timeline.restarts).toEqual([])
  const missing = { params: { ref: fixtures.ref, id: '999999' }, query: lastHour() }
  await expect(reader.call(routes.timeline, missing)).rejects.toMatchObject({ kind: 'not_found' })
})

test('a statement is planned for any values, without executing it', async () => {
  const explain = async (text: string) => {
    const params = { ref: fixtures.ref, id: (await find(text))?.id ?? '' }
    return reader.call(routes.explain, { params })
  }
  const { plan, problem } = await explain('limit $1')
  expect(problem).toBeNull()
  expect(JSON.stringify(plan)).toContain('"Relation Name":"books"')
  expect(JSON.stringify(plan)).toContain('"Node Type":"Limit"')
  await fixtures.run('create table short_lived as select 1 as n', 'select n from short_lived')
  await sample()
  await fixtures.run('drop table short_lived')
  expect(await explain('from short_lived')).toMatchObject({
    plan: null,
    problem: expect.stringContaining('does not exist'),
  })
})

test('a statement has the logged plans of its calls, and of no others', async () => {
  const statement = await find('pg_sleep')
  const row = (queryId: string | undefined, user: string) => ({
    ref: fixtures.ref,
    source: 'postgres_logs' as const,
    at: Date.now(),
    level: 'info' as const,
    message: 'duration: 1500.000 ms  plan:\nQuery Text: select',
    durationMs: 1500,
    user,
    database: 'postgres',
    metadata: {
      parsed: { query_id: queryId ?? null },
      details: { plan: { Plan: { 'Node Type': 'Result' } } },
    },
  })
  await fixtures.install.logs.append({
    rows: [
      row(statement?.query_id, 'postgres'),
      row(statement?.query_id, 'app'),
      row('1', 'postgres'),
    ],
  })
  const request = { params: { ref: fixtures.ref, id: statement?.id ?? '' }, query: lastHour() }
  const answer = await reader.call(routes.plans, request)
  expect(answer).toMatchObject({
    plans: [{ duration_ms: 1500, plan: { Plan: { 'Node Type': 'Result' } } }],
    is_partial: false,
  })
})

test('a reset and a restart lose nothing that a sample had', async () => {
  const { engine } = fixtures.install
  const statistics = await engine.statementStatistics(fixtures.ref)
  await statistics?.db.query('select public.pg_stat_statements_reset()')
  await fixtures.run('select count(*) from books, pg_sleep(0.05)')
  await sample()
  await engine.restart(fixtures.ref)
  await sample()
  expect(await find('pg_sleep')).toMatchObject({ calls: 3 })
  expect((await list()).restarts).toHaveLength(2)
})

test('more statements than PostgreSQL counts leave consistent figures and a number of evictions', async () => {
  const { ref } = await createProject(fixtures.owner, fixtures.organization.slug)
  const { engine } = fixtures.install
  const statistics = await engine.statementStatistics(ref)
  await statistics?.db.query('alter system set pg_stat_statements.max = 100')
  await engine.restart(ref)
  const db = await engine.open(ref, 'owner')
  const columns = Array.from({ length: 71 }, (_, at) => `c${at}`)
  await db.query(`create table wide (${columns.map((name) => `${name} int`).join(', ')})`)
  await sample()
  let sent = 0
  for (const part of [columns.slice(0, 35), columns.slice(35)]) {
    for (const one of part) {
      await Promise.all(columns.map((two) => db.text(`select ${one}, ${two} from wide`)))
      sent += columns.length
    }
    await sample()
  }
  const answer = await list(ref)
  expect(sent).toBeGreaterThan(5000)
  expect(answer.evictions).toBeGreaterThan(0)
  const own = answer.statements.filter(({ query }) => query.includes('from wide'))
  expect(own.length).toBeGreaterThan(10)
  for (const { calls, total_ms: total } of answer.statements) {
    expect(calls).toBeGreaterThan(0)
    expect(total).toBeGreaterThanOrEqual(0)
  }
  const listed = answer.statements.reduce((sum, one) => sum + one.calls, answer.others.calls)
  expect(answer.total.calls).toBe(listed)
  expect(own.reduce((sum, one) => sum + one.calls, 0)).toBeLessThanOrEqual(sent)
})

test('old rounds are merged and keep their sums', async () => {
  const { store } = fixtures.install
  const before = await list()
  const later = Date.now() + 2 * 86_400_000
  await mergeStatementRounds(store, new Date(later))
  await mergeStatementRounds(store, new Date(later))
  const rounds = await store.selectFrom('statement_rounds').select('minutes').execute()
  expect(rounds.every(({ minutes }) => minutes === 15)).toBe(true)
  const after = await list()
  expect(after.total.calls).toBeCloseTo(before.total.calls)
  await mergeStatementRounds(store, new Date(later + 7 * 86_400_000))
  expect((await list()).total.total_ms).toBeCloseTo(before.total.total_ms)
})

test('a range is cut at the retention of the plan, and refused when it is none', async () => {
  const now = Date.now()
  const week = await list(fixtures.ref, { from: iso(now - 7 * 86_400_000), to: iso(now) })
  expect(week).toMatchObject({ retention_days: 1, from: week.kept_from })
  await expect(list(fixtures.ref, { from: iso(now), to: iso(now) })).rejects.toMatchObject({
    code: 400,
  })
})

test('200 odd values of each parameter are answered or refused, and never fail', async () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('', '0', '-1', 'null', '2026-02-31T00:00:00Z', '+275760-09-13T00:00:00.000Z'),
    fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T00:00:00.999999Z'),
    fc.date({ noInvalidDate: false }).map((date) => {
      return Number.isNaN(date.getTime()) ? 'Invalid' : date.toISOString()
    }),
  )
  const id = fc.oneof(odd, fc.constantFrom('1', '999999999999999999', '9999999999999999999'))
  const { from, to } = lastHour()
  const { ref } = fixtures
  /** The contract refuses all others before the endpoint sees them. */
  const isAccepted = (input: { from: string; to: string; id?: string }) =>
    routes.timeline.query.safeParse(input).success &&
    routes.timeline.params.safeParse({ ref, id: input.id ?? '1' }).success
  const isFine = async (answer: Promise<unknown>) => {
    const error = await answer.then(
      () => null,
      (failure: unknown) => failure,
    )
    expect(error === null || (error instanceof ApiError && error.code < 500)).toBe(true)
  }
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(odd, odd, id, async (first, last, statement) => {
      if (isAccepted({ from: first, to: last })) await isFine(list(ref, { from: first, to: last }))
      if (!isAccepted({ from, to, id: statement }) || seen.has(statement)) return
      seen.add(statement)
      const request = { params: { ref, id: statement }, query: { from, to } }
      await isFine(reader.call(routes.timeline, request))
      await isFine(reader.call(routes.plans, request))
    }),
    { numRuns: 200 },
  )
})

test('nothing of a project is shown to members of other organizations', async () => {
  const { client } = await signUpOwner(fixtures.install)
  await expect(list(fixtures.ref, lastHour(), client)).rejects.toMatchObject({ kind: 'not_found' })
})
