import { randomUUID } from 'node:crypto'

import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { databaseSessions } from '@basalt/contract/database/sessions'
import type { ApiError } from '@basalt/contract/errors'
import type { InputOf } from '@basalt/contract/route'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ofType, listRows, getState } from '../../testing/query-lines.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let client: ConnectedClient
let ref: string
let slug: string

beforeAll(async () => {
  install = await startTestInstall({
    sqlSessions: { maxConnections: 4, quietMs: 3000, holdMs: 4000 },
  })
  const owner = await signUpOwner(install)
  client = owner.client
  slug = owner.organization.slug
  ref = (await createProject(client, slug)).ref
})
afterAll(() => install.close())

type Body = InputOf<typeof databaseQuery.run>['body']
type Reading = { signal?: AbortSignal; onLine?: (line: QueryLine) => void }

async function run(query: string, more: Partial<Body> = {}, reading: Reading = {}) {
  const lines: QueryLine[] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query, ...more } },
    {
      ...(reading.signal !== undefined && { signal: reading.signal }),
      onLine: (line) => {
        lines.push(line)
        reading.onLine?.(line)
      },
    },
  )
  return lines
}

const close = (id: string) => client.call(databaseSessions.close, { params: { ref, id } })
const touch = (id: string) => client.call(databaseSessions.touch, { params: { ref, id } })
const decide = (id: string, outcome: 'commit' | 'roll_back') =>
  client.call(databaseSessions.decide, { params: { ref, id }, body: { outcome } })

/** Starts a held run and returns when its report has arrived. */
async function held(query: string, reading: Reading = {}) {
  const session = randomUUID()
  let lines: QueryLine[] = []
  const report = new Promise<Extract<QueryLine, { type: 'held' }>>((resolve, reject) => {
    const onLine = (line: QueryLine) => {
      if (line.type === 'held') resolve(line)
    }
    const ended = run(query, { session, hold: 'decide' }, { ...reading, onLine })
    ended.then((all) => (lines = all), reject)
  })
  const line = await report
  const end = () =>
    waitFor(async () => lines.length > 0, { what: 'The held run has ended' }).then(() => lines)
  return { session, report: line, end }
}

describe('a session', () => {
  test('keeps temporary tables, settings and prepared statements from run to run', async () => {
    const session = randomUUID()
    const first = await run(
      "create temporary table basket (id int); insert into basket values (7); set shop.person = 'Ida'",
      { session },
    )
    const keeps = ['temporary tables', 'settings']
    expect(getState(first)).toMatchObject({ state: 'idle', keeps })
    const next = await run("select id, current_setting('shop.person') from basket", { session })
    expect(listRows(next)).toEqual([['7', 'Ida']])
    const elsewhere = await run('select * from basket', { session: randomUUID() })
    expect(ofType(elsewhere, 'error')[0]?.sql?.sqlstate).toBe('42P01')
    await close(session)
    expect(await touch(session)).toMatchObject({ state: 'none' })
  })

  test('leaves a transaction open, reports since when, and ends it on demand', async () => {
    await run('create table stock (id int primary key, left_over int)')
    const session = randomUUID()
    const opened = await run('begin; insert into stock values (1, 5)', { session })
    expect(getState(opened)).toMatchObject({ state: 'transaction' })
    expect(Date.parse(getState(opened)?.since ?? '')).toBeLessThanOrEqual(Date.now())
    expect(listRows(await run('select count(*) from stock'))).toEqual([['0']])
    expect(await decide(session, 'commit')).toMatchObject({ state: 'idle', since: null })
    expect(listRows(await run('select count(*) from stock'))).toEqual([['1']])
    await expect(decide(session, 'commit')).rejects.toMatchObject({ kind: 'conflict' })
    await close(session)
  })

  test('reports a transaction that can only be rolled back', async () => {
    const session = randomUUID()
    const lines = await run('begin; select 1/0', { session })
    expect(getState(lines)).toMatchObject({ state: 'failed' })
    expect(await decide(session, 'roll_back')).toMatchObject({ state: 'idle' })
    await close(session)
  })

  test('is rolled back and closed when its tab sends no heartbeat', async () => {
    const session = randomUUID()
    await run('create table lonely (id int)')
    await run('begin; insert into lonely values (1)', { session })
    await waitFor(async () => (await stateIn(session)) === 'none', {
      what: 'The session is closed',
      timeoutMs: 15_000,
    })
    expect(listRows(await run('select count(*) from lonely'))).toEqual([['0']])
  })

  const stateIn = async (id: string) => {
    const all = await client.call(databaseSessions.list, { params: { ref } })
    return all.find((one) => one.id === id)?.state ?? 'none'
  }

  test('runs one query at a time', async () => {
    const session = randomUUID()
    const controller = new AbortController()
    const running = run('select pg_sleep(60)', { session }, { signal: controller.signal }).catch(
      (error: unknown) => error,
    )
    await waitFor(async () => (await stateIn(session)) === 'running', { what: 'It runs' })
    await expect(run('select 1', { session })).rejects.toMatchObject({ kind: 'conflict' })
    controller.abort()
    expect(listRows(await run('select 2', { session }))).toEqual([['2']])
    await running
    await close(session)
  })

  test('has the role, the timeout and the read-only switch of its tab', async () => {
    await run('create role clerk nologin; grant clerk to current_user with set true')
    const session = randomUUID()
    const requested = { session, settings: { as: { role: 'clerk', claims: { sub: '7' } } } }
    const query = "select current_user, current_setting('request.jwt.claims')::json ->> 'sub'"
    expect(listRows(await run(query, requested))).toEqual([['clerk', '7']])
    expect(listRows(await run('select current_user', { session }))).not.toEqual([['clerk']])
    const slow = await run('select pg_sleep(5)', {
      session,
      settings: { statement_timeout_ms: 50 },
    })
    expect(ofType(slow, 'error')[0]?.sql?.sqlstate).toBe('57014')
    const reading = { session, settings: { read_only: true } }
    const refused = await run('create table never (id int)', reading)
    expect(ofType(refused, 'error')[0]?.sql?.sqlstate).toBe('25006')
    const tricked = await run('set transaction read write; create table never (id int)', reading)
    expect(ofType(tricked, 'error')[0]?.sql?.sqlstate).toMatch(/25001|25006/u)
    await close(session)
  })

  test('has its role again after a script reset it', async () => {
    await run('create role clerk; grant clerk to current_user')
    const settings = { as: { role: 'clerk', claims: {} } }
    const session = randomUUID()
    const first = await run('select current_user; reset role; select current_user', {
      session,
      settings,
    })
    expect(listRows(first)[0]).toEqual(['clerk'])
    expect(listRows(await run('select current_user', { session, settings }))).toEqual([['clerk']])
    await close(session)
  })

  test('is not changed during an open transaction', async () => {
    const session = randomUUID()
    await run('begin', { session })
    const other = run('select 1', { session, settings: { statement_timeout_ms: 5 } })
    await expect(other).rejects.toMatchObject({ kind: 'conflict' })
    await close(session)
  })

  test('accepts values for its parameters, as PostgreSQL reads their types', async () => {
    const lines = await run('select $1::int + 1, $2::text is null', { values: ['41', null] })
    expect(listRows(lines)).toEqual([['42', 't']])
  })
})

test('a run that waits for a lock reports the blocker, and the end of the wait', async () => {
  await run('create table tills (id int); insert into tills values (1)')
  const [first, second] = [randomUUID(), randomUUID()]
  await run('begin; update tills set id = 2', { session: first })
  const lines = await run(
    'update tills set id = 3',
    { session: second },
    {
      onLine: (line) => {
        if (line.type === 'waiting') void decide(first, 'commit')
      },
    },
  )
  expect(ofType(lines, 'waiting')[0]?.for).toMatchObject([
    {
      is_own: true,
      state: 'idle in transaction',
      query: expect.stringContaining('update tills') as string,
      since: expect.stringContaining('T') as string,
    },
  ])
  expect(ofType(lines, 'complete')).toMatchObject([{ row_count: 1 }])
  await close(first)
  await close(second)
})

describe('more tabs than connections', () => {
  test('tabs without state all get their turn', async () => {
    const tabs = Array.from({ length: 13 }, () => randomUUID())
    const all = await Promise.all(tabs.map((session) => run('select 1', { session })))
    expect(all.map(listRows)).toEqual(tabs.map(() => [['1']]))
    const { rows } = await (
      await install.engine.open(ref, 'owner')
    ).text("select count(*) from pg_stat_activity where backend_type = 'client backend'")
    expect(Number(rows[0]?.[0])).toBeLessThan(20)
    await Promise.all(tabs.map(close))
  })

  test('a tab waits for those with state, is informed, and can give up', async () => {
    const keeping = [randomUUID(), randomUUID(), randomUUID()]
    for (const session of keeping) await run('create temporary table t (id int)', { session })
    const waiting = randomUUID()
    const reported: QueryLine[] = []
    const later = run('select 1', { session: waiting }, { onLine: (line) => reported.push(line) })
    await waitFor(async () => reported.length > 0, { what: 'The queue is reported' })
    expect(reported[0]).toEqual({ type: 'queued', ahead: 0, limit: 3, running: 0, keeping: 3 })
    const controller = new AbortController()
    const given = run('select 1', { session: randomUUID() }, { signal: controller.signal }).catch(
      (error: unknown) => error,
    )
    controller.abort()
    await given
    await close(keeping[0] ?? '')
    expect(listRows(await later)).toEqual([['1']])
    await Promise.all([...keeping, waiting].map(close))
  })
})

describe('a held run', () => {
  beforeAll(() => run('create table books (id int primary key, price int)'))

  test('shows its effects, and is committed on demand', async () => {
    await run('insert into books values (1, 10), (2, 20)')
    const { session, report, end } = await held('update books set price = price * 2 where id = 1')
    expect(report.tables).toMatchObject([
      {
        name: 'books',
        updated: 1,
        before: { rows: [['1', '10']] },
        after: { rows: [['1', '20']] },
      },
    ])
    expect(report.locks).toContainEqual({ mode: 'RowExclusiveLock', on: 'public.books' })
    expect(listRows(await run('select price from books where id = 1'))).toEqual([['10']])
    await decide(session, 'commit')
    expect(ofType(await end(), 'decided')).toEqual([{ type: 'decided', outcome: 'committed' }])
    expect(listRows(await run('select price from books where id = 1'))).toEqual([['20']])
    await close(session)
  })

  test('changes nothing when it is rolled back, not decided, or not read to its end', async () => {
    await run('insert into books values (5, 50)')
    const first = await held('delete from books where id = 5')
    await decide(first.session, 'roll_back')
    expect(ofType(await first.end(), 'decided')).toMatchObject([{ outcome: 'rolled_back' }])
    const late = await held('delete from books where id = 5')
    expect(ofType(await late.end(), 'decided')).toEqual([
      { type: 'decided', outcome: 'rolled_back', reason: 'No decision was made in time' },
    ])
    const controller = new AbortController()
    const lost = await held('delete from books where id = 5', { signal: controller.signal }).catch(
      () => null,
    )
    controller.abort()
    await waitFor(async () => (await touch(lost?.session ?? '')).state !== 'held', {
      what: 'The lost run is over',
    })
    expect(listRows(await run('select price from books where id = 5'))).toEqual([['50']])
  })

  test('is rolled back as a whole when one of its statements fails', async () => {
    const lines = await run('insert into books values (9, 9); select nope', {
      session: randomUUID(),
      hold: 'decide',
    })
    expect(ofType(lines, 'decided')).toMatchObject([{ outcome: 'rolled_back' }])
    expect(listRows(await run('select count(*) from books where id = 9'))).toEqual([['0']])
  })

  test('reports why a commit was refused at the end', async () => {
    await run('create table pages (book int references books deferrable initially deferred)')
    const { session, end } = await held('insert into pages values (4711)')
    await decide(session, 'commit')
    expect(ofType(await end(), 'decided')).toMatchObject([
      { outcome: 'rolled_back', reason: expect.stringContaining('foreign key') as string },
    ])
  })

  test('has nothing to decide without writes', async () => {
    const lines = await run('select 1 as one', { session: randomUUID(), hold: 'decide' })
    expect(listRows(lines)).toEqual([['1']])
    expect([...ofType(lines, 'held'), ...ofType(lines, 'decided')]).toEqual([])
    expect(getState(lines)).toMatchObject({ state: 'idle' })
  })

  test('that drops a table can be previewed like any other', async () => {
    await run('create table doomed as select generate_series(1, 3)')
    const { session, report, end } = await held('drop table doomed')
    expect(report.tables).toMatchObject([{ name: 'doomed', change: 'dropped' }])
    await decide(session, 'roll_back')
    await end()
    expect(listRows(await run('select count(*) from doomed'))).toEqual([['3']])
  })

  test('can be preview-only: it is rolled back at once', async () => {
    const lines = await run('insert into books values (11, 1)', { hold: 'roll_back' })
    expect(ofType(lines, 'held')[0]?.tables).toMatchObject([{ inserted: 1 }])
    expect(ofType(lines, 'decided')).toEqual([{ type: 'decided', outcome: 'rolled_back' }])
  })

  test.each(['commit', 'begin; select 1', 'rollback'])('refuses %s in it', async (query) => {
    await expect(run(query, { hold: 'decide' })).rejects.toMatchObject({ kind: 'invalid_request' })
  })
})

describe('before a run', () => {
  test('possible mistakes need a confirmation, with their size, and nothing is run', async () => {
    await run('create table precious (id int); alter table precious enable row level security')
    await run('insert into precious select generate_series(1, 1000)')
    await run('analyze precious')
    const query = 'select 1; delete from precious; drop table precious'
    const lines = await run(query, { confirmed: [] })
    const [ask] = ofType(lines, 'ask')
    expect(ask?.warnings).toMatchObject([
      { code: 'delete_without_where', subject: 'precious', statement: 1, size: { rows: 1000 } },
      { code: 'drop', subject: 'table precious', statement: 2, size: { rows: 1000 } },
    ])
    expect(lines.map(({ type }) => type)).toEqual(['ask', 'end'])
    expect(listRows(await run('select count(*) from precious'))).toEqual([['1000']])
    const confirmed = ask?.warnings.map(({ key }) => key) ?? []
    const part = await run(query, { confirmed: confirmed.slice(0, 1) })
    expect(ofType(part, 'ask')[0]?.warnings).toMatchObject([{ code: 'drop' }])
    expect(ofType(await run(query, { confirmed }), 'complete')).toHaveLength(3)
  })

  test('a table can get row level security on the way', async () => {
    const query = 'create table "My Notes" (id int); insert into "My Notes" values (1)'
    const [ask] = ofType(await run(query, { confirmed: [] }), 'ask')
    expect(ask?.warnings).toMatchObject([{ code: 'create_table_without_rls' }])
    const confirmed = ask?.warnings.map(({ key }) => key) ?? []
    const lines = await run(query, { confirmed, enable_rls: true })
    expect(ofType(lines, 'complete').map(({ command }) => command)).toEqual([
      'CREATE TABLE',
      'ALTER TABLE',
      'INSERT',
    ])
    const { rows } = await (
      await install.engine.open(ref, 'owner')
    ).text("select relrowsecurity from pg_class where relname = 'My Notes'")
    expect(rows).toEqual([['t']])
  })

  test('a single query without a limit gets one, and no other', async () => {
    const limit = 5
    const many = 'select n from generate_series(1, 100) n'
    expect(listRows(await run(`${many} -- all of them`, { limit }))).toHaveLength(5)
    expect(listRows(await run(`${many} limit 7`, { limit }))).toHaveLength(7)
    expect(listRows(await run(`${many}; ${many}`, { limit }))).toHaveLength(200)
  })

  test('a command of psql shows the alternative', async () => {
    const lines = await run(String.raw`\d`, { confirmed: [] })
    expect(ofType(lines, 'error')[0]?.sql?.hint).toMatch(/select/iu)
  })
})

test('a session belongs to its owner alone', async () => {
  const session = randomUUID()
  await run('begin', { session })
  const { client: other } = await signUpOwner(install)
  const found = await other
    .call(databaseSessions.touch, { params: { ref, id: session } })
    .catch((error: ApiError) => error.kind)
  expect(found).toBe('not_found')
  await close(session)
})
