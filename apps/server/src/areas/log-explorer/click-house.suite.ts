import { logSourceCatalog } from '@basalt/catalog/log-sources'
import { logTemplates } from '@basalt/catalog/log-templates'
import {
  clickHouseLogExplorer,
  clickHouseLogStore,
  type LogExplorer,
  LogExplorerError,
  type LogStore,
  type NewLogRow,
} from '@basalt/logs'
import { embeddedClickHouse } from '@basalt/logs-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readsHere } from '../../grammar/script-reader.ts'
import { explorerFields } from '../../logs/explorer-fields.ts'
import { foreignText, readAll } from '../../testing/explored-logs.ts'
import { hostileQueries } from './testing/hostile-queries.ts'
import { templateRows } from './testing/template-rows.ts'

const minute = 60_000
const now = Date.now()
const [ref, otherRef] = ['p0', 'p1']

let made: Awaited<ReturnType<typeof embeddedClickHouse>>
let store: LogStore
let explorer: LogExplorer

const append = (rows: readonly Partial<NewLogRow>[]) =>
  store.append({
    rows: rows.map((change) => ({
      ref,
      source: 'edge_logs' as const,
      at: now - minute,
      level: 'info' as const,
      message: 'GET | 200 | /health',
      metadata: {},
      ...change,
    })),
    keepDays: () => 7,
  })
const read = (
  sql: string,
  change: { keepDays?: number; maxRows?: number; timeoutMs?: number } = {},
) =>
  readAll(explorer, {
    ref,
    sql,
    from: new Date(now - 60 * minute),
    to: new Date(now + minute),
    keepDays: 7,
    ...change,
  })

beforeAll(async () => {
  made = await embeddedClickHouse()
  store = clickHouseLogStore(made.database)
  explorer = clickHouseLogExplorer({
    database: made.database,
    parse: (sql) => readsHere.parts(sql),
    fields: explorerFields,
  })
  await append(templateRows)
  await append([{ ref: otherRef, message: foreignText, metadata: { note: foreignText } }])
})
afterAll(() => made.dispose())

describe('the explorer on ClickHouse', () => {
  test.each(logTemplates)('runs the template $name in both forms', async ({ source, logs }) => {
    const [one, other] = [await read(source), await read(logs)]
    expect(one.rows.length).toBeGreaterThan(0)
    expect(other.rows).toHaveLength(one.rows.length)
  })

  test.each(logSourceCatalog)('offers every field of $reference', async ({ reference, fields }) => {
    await append([{ source: reference as NewLogRow['source'] }])
    const paths = Object.keys(fields).map((path) => {
      const [root = '', ...rest] = path.toLowerCase().split('.')
      return rest.length === 0
        ? `"${root}"`
        : `(${root}).${rest.map((step) => `"${step}"`).join('.')}`
    })
    const { names } = await read(`select ${paths.join(', ')} from ${reference} limit 1`)
    expect(names).toHaveLength(paths.length)
    expect((await read(`select * from ${reference}`)).rows.length).toBeGreaterThan(0)
  })

  test('writes values as PostgreSQL does', async () => {
    const hour = new Date(Math.floor(now / (60 * minute) - 2) * 60 * minute)
    const at = hour.getTime() + 245_120
    await append([{ message: 'typed', at, metadata: { list: [1, { a: 'x' }], n: 3 } }])
    const { rows, names } = await readAll(explorer, {
      ref,
      sql: `select timestamp, level = 'info' as is_info, attributes ->> 'n', attributes #>> '{list,1,a}',
          status, 1 + 2 as sum, timestamp_trunc(timestamp, 'hour') as hour, null as nothing
        from logs where event_message = 'typed'`,
      from: new Date(at - minute),
      to: new Date(at + minute),
      keepDays: 7,
    })
    const start = hour.toISOString().slice(0, 14).replace('T', ' ')
    const [time, whole] = [`${start}04:05.12+00`, `${start}00:00+00`]
    expect(rows).toEqual([[time, 't', '3', 'x', null, '3', whole, null]])
    expect(names.slice(0, 2)).toEqual(['timestamp', 'is_info'])
  })
})

describe('the language of queries on ClickHouse', () => {
  test('takes subqueries, joins, windows, filters and unions', async () => {
    const count = async (sql: string) => (await read(sql)).rows
    expect(
      await count(`with a as (select status, count(*) as n from logs where status > 0 group by 1)
      select sum(n) from a`),
    ).toEqual([['1']])
    expect(
      await count(`select count(*) filter (where status >= 500), countif(status < 500) from logs`),
    ).toEqual([['1', '0']])
    expect(
      await count(
        `select count(*) from edge_logs e join logs l on l.id = e.id where l.status = 503`,
      ),
    ).toEqual([['1']])
    expect(
      await count(
        `select source from logs where status in (select status from logs where status = 503) union all select 'x' order by 1`,
      ),
    ).toEqual([['edge_logs'], ['x']])
    expect(
      await count(
        `select row_number() over (order by timestamp), status from logs where status is not null`,
      ),
    ).toEqual([['1', '503']])
    expect(
      await count(`select percentile_cont(0.5) within group (order by duration_ms) from logs`),
    ).toEqual([['1500']])
    expect(
      await count(
        `select count(*) from logs where timestamp > now() - interval '1 hour' and timestamp < timestamp '2100-01-01'`,
      ),
    ).not.toEqual([['0']])
  })

  test.each([
    ['select nothing from edge_logs', { start: 7, message: 'column "nothing" does not exist' }],
    ["select to_char(timestamp, 'HH') from logs", { start: 7 }],
    ['select 1, a from logs, lateral (select 1 as a) b', { kind: 'query' }],
    [`select '한', timestamp::inet from logs`, { start: 21 }],
    ['with recursive a as (select 1) select * from a', { kind: 'query' }],
  ])('says where a query cannot be translated: %s', async (sql, expected) => {
    const { kind, message, detail } = (await read(sql).catch(
      (error: unknown) => error,
    )) as LogExplorerError
    expect({ kind, message, ...detail }).toMatchObject({ kind: 'query', ...expected })
  })
})

describe('a query on ClickHouse', () => {
  test('sees its project, range and retention only', async () => {
    const { rows } = await read('select * from logs')
    expect(JSON.stringify(rows)).not.toContain(foreignText)
    expect((await read(`select 1 from logs where event_message = '${foreignText}'`)).rows).toEqual(
      [],
    )
    await append([
      { message: 'aged', at: now - 5 * 86_400_000 },
      { message: 'aged', isOwn: true },
    ])
    const sql = `select count(*) from logs where event_message = 'aged'`
    const range = { ref, sql, from: new Date(now - 6 * 86_400_000), to: new Date(now) }
    expect((await readAll(explorer, { ...range, keepDays: 7 })).rows).toEqual([['1']])
    expect((await readAll(explorer, { ...range, keepDays: 3 })).rows).toEqual([['0']])
  })

  test('refuses every hostile query', async () => {
    const accepted: string[] = []
    for (const sql of hostileQueries) {
      // One after the other.
      // oxlint-disable-next-line no-await-in-loop
      await read(sql.replace('OTHER', otherRef)).then(
        () => accepted.push(sql),
        (error: unknown) => {
          if (!(error instanceof LogExplorerError) || error.kind !== 'query') throw error
        },
      )
    }
    expect(accepted).toEqual([])
  })

  test('stays within its project by a filter of the table, too', async () => {
    const messages = async (settings: string) => {
      const lines: unknown[] = []
      const sql = `select message from basalt_logs where ref = '${otherRef}'${settings}`
      for await (const line of made.database.lines(sql, {})) lines.push(line)
      return JSON.stringify(lines)
    }
    expect(await messages('')).toContain(foreignText)
    const filters = ` settings additional_table_filters = {'basalt_logs': 'ref = \\'${ref}\\''}`
    expect(await messages(filters)).not.toContain(foreignText)
  })

  test('ends when its result is large enough, and at its time limit', async () => {
    await append(Array.from({ length: 300 }, () => ({ message: 'many' })))
    const many = `select id from logs where event_message = 'many'`
    expect(await read(many, { maxRows: 100 })).toMatchObject({
      rows: { length: 100 },
      truncated: 'rows',
    })
    const slow = 'select count(*) from logs a, logs b, logs c, logs d, logs e, logs f'
    await expect(read(slow, { timeoutMs: 300 })).rejects.toMatchObject({ kind: 'timeout' })
  })
})
