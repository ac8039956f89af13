import { allowedFunctions, ownFunctions, refuseQuery, LogExplorerError } from '@basalt/logs'
import { readerRole } from '@basalt/logs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readsHere } from '../../grammar/script-reader.ts'
import { type ExploredLogs, exploredLogs, foreignText } from '../../testing/explored-logs.ts'
import { hostileQueries } from './testing/hostile-queries.ts'

let logs: ExploredLogs
let before: unknown
beforeAll(async () => {
  logs = await exploredLogs()
  await logs.append([{ message: 'own' }, { message: 'own', source: 'postgres_logs' }])
  await logs.read('select 1')
  before = await fingerprint()
})
afterAll(() => logs.close())

/** Everything that a hostile query might change. */
const fingerprint = () =>
  logs.asOwner(
    `select (select jsonb_agg(to_jsonb(r) order by role_name) from logs.readers r) as readers,
       (select count(*) from logs.rows) as rows,
       (select count(*) from pg_class where relnamespace = any (array['logs', 'log_sources', 'public']::regnamespace[])) as relations,
       (select count(*) from pg_largeobject_metadata) as objects`,
  )

describe('a hostile query', () => {
  test.each(hostileQueries)('is refused before it runs: %s', async (sql) => {
    const reading = await readsHere.parts(sql)
    const isRefused = 'error' in reading || refuseQuery(reading.parts) !== null
    expect(isRefused).toBe(true)
  })

  test('shows no row of another project and changes nothing if it runs', async () => {
    const shown: string[] = []
    const odd: unknown[] = []
    for (const sql of hostileQueries) {
      // One after the other: a project has few connections.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await logs
        .read(sql.replace('OTHER', logs.otherRef), { timeoutMs: 1500 })
        .catch((error: unknown) => {
          if (!(error instanceof LogExplorerError)) odd.push(error)
          return null
        })
      const text = JSON.stringify(answer?.rows ?? [])
      if (text.includes(foreignText) || text.includes('SCRAM-SHA')) shown.push(sql)
    }
    expect(shown).toEqual([])
    expect(odd).toEqual([])
    expect(await fingerprint()).toEqual(before)
  }, 120_000)

  test.each([
    'select * from edge_logs',
    'select * from log_sources.logs',
    'select * from logs where true or false',
    'select attributes::text from logs order by 1',
    `select event_message from logs where (select true) and event_message like '%o%'`,
  ])('reads only rows of its project: %s', async (sql) => {
    const { rows } = await logs.read(sql)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(foreignText)
  })

  test.each([
    [
      'a recursive query',
      'with recursive a as (select 1 as n union all select n + 1 from a) select count(*) from a',
    ],
    [
      'a cross join',
      'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b, generate_series(1, 1000) c',
    ],
    [
      'a long pattern',
      `select count(*) from generate_series(1, 100000000) n where n::text ~ '(a|b|1)*2$'`,
    ],
  ])('ends at its time limit: %s', async (_, sql) => {
    const started = performance.now()
    const answer = logs.read(sql, { timeoutMs: 700 })
    await expect(answer).rejects.toMatchObject({
      kind: 'timeout',
      message: 'The query was ended after 0.7 seconds, its time limit.',
    })
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test('ends when its result is large enough', async () => {
    const many = 'select n from generate_series(1, 100000) n'
    expect(await logs.read(many, { maxRows: 1000 })).toMatchObject({
      rows: { length: 1000 },
      truncated: 'rows',
    })
    const wide = `select string_agg('x', '') from generate_series(1, 100000) n, generate_series(1, 50) m group by m`
    expect(await logs.read(wide, { maxBytes: 1_000_000 })).toMatchObject({ truncated: 'bytes' })
  })

  test('is cancelled with its request', async () => {
    const signal = AbortSignal.timeout(200)
    const endless =
      'with recursive a as (select 1 as n union all select n + 1 from a) select count(*) from a'
    await expect(logs.read(endless, { signal })).rejects.toMatchObject({ kind: 'cancelled' })
  })
})

describe('the role of a project', () => {
  const asReader = async (...statements: string[]) => {
    const client = new Client({
      ...logs.system.address,
      user: readerRole(logs.ref),
      password: `password-of-${logs.ref}`,
    })
    client.on('error', () => undefined)
    await client.connect()
    try {
      let rows: unknown[] = []
      // oxlint-disable-next-line no-await-in-loop
      for (const statement of statements) rows = (await client.query(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }

  test.each([
    ["set session authorization '%'", 'select * from edge_logs'],
    ['set role basalt_logs_reader', 'select * from edge_logs'],
    ["set role '%'", 'select * from edge_logs'],
    ['set transaction read write', 'insert into logs.readers values (1, 1, 1)'],
    ['set default_transaction_read_only = off', 'create table log_sources.a (b int)'],
    ['set default_transaction_read_only = off', 'create table public.a (b int)'],
    ['set default_transaction_read_only = off', 'create schema mine'],
    ['set default_transaction_read_only = off', 'update logs.readers set keep_days = 90'],
    ["set search_path = 'logs'", 'select * from rows'],
    ["set search_path = 'public'", 'select * from users'],
    ['select 1', "copy (select 1) to '/tmp/logs-of-another-project'"],
    ['select 1', "copy (select 1) to program 'id'"],
    ['select 1', 'create extension dblink'],
    ['select 1', 'select passwd from pg_shadow'],
    ['select 1', "select pg_read_file('PG_VERSION')"],
    ['select 1', "select lo_import('/etc/passwd')"],
    ['select 1', 'alter role current_user superuser'],
    ['select 1', 'create role mine'],
  ])('is refused: %s; %s', async (first, second) => {
    const other = readerRole(logs.otherRef)
    await expect(asReader(first.replace('%', other), second)).rejects.toThrow(
      /permission denied|must be|does not exist|cannot execute|not permitted/u,
    )
  })

  test('sees its own rows under all settings of the session', async () => {
    const rows = await asReader(
      'set basalt."from" = \'2000-01-01\'',
      'set basalt."to" = \'2100-01-01\'',
      `set basalt.project = '${logs.otherRef}'`,
      'select * from log_sources.logs',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(foreignText)
  })

  test('learns no value of another project from the errors of a condition', async () => {
    // A condition that is evaluated before the view's own would fail on the other project's row.
    const leak = `select 1 from log_sources.logs where event_message like '%other%' and 1 / (event_message = 'own')::int > 0`
    await expect(asReader(leak)).resolves.toEqual([])
    const cast = `select count(*) from log_sources.logs where case when event_message = '${foreignText}' then event_message::int = 1 else true end`
    await expect(asReader(cast)).resolves.toHaveLength(1)
  })

  test('of a removed project is dropped', async () => {
    const ref = logs.otherRef
    await logs.read('select 1', { ref })
    await logs.explorer.forget([logs.ref])
    const roles = await logs.asOwner(`select from pg_roles where rolname = '${readerRole(ref)}'`)
    expect(roles).toEqual([])
    expect((await logs.read('select 1 from logs', { ref })).rows).toEqual([['1']])
  })
})

test('every allowed function exists and is not volatile', async () => {
  const rows = (await logs.asOwner(
    `select proname::text as name, bool_or(provolatile = 'v') as is_volatile
     from pg_proc where pronamespace in ('pg_catalog'::regnamespace, 'log_sources'::regnamespace)
     group by 1`,
  )) as { name: string; is_volatile: boolean }[]
  const known = new Map(rows.map(({ name, is_volatile: isVolatile }) => [name, isVolatile]))
  const unfit = [...allowedFunctions].filter((name) => known.get(name) !== false)
  expect(unfit).toEqual([])
  expect([...ownFunctions].filter((name) => !allowedFunctions.has(name))).toEqual([])
})
