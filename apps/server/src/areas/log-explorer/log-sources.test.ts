import { logSourceCatalog } from '@basalt/catalog/log-sources'
import { logSources } from '@basalt/logs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ExploredLogs, exploredLogs } from '../../testing/explored-logs.ts'

let logs: ExploredLogs
beforeAll(async () => {
  logs = await exploredLogs()
})
afterAll(() => logs.close())

const typeNames: Readonly<Record<string, string>> = {
  text: 'string',
  numeric: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'datetime',
  'text[]': 'string[]',
  'numeric[]': 'number[]',
}

type Attribute = { relation: string; name: string; type: string; record: string | null }

/** Every field of a relation by its path, with its type of the catalogue. */
function fieldsOf(attributes: readonly Attribute[], relation: string, before = ''): object {
  return Object.assign(
    {},
    ...attributes
      .filter((attribute) => attribute.relation === relation)
      .map(({ name, type, record }) =>
        record === null
          ? { [before + name]: typeNames[type] ?? type }
          : fieldsOf(attributes, record, `${before}${name}.`),
      ),
  ) as object
}

describe('the relations of the log explorer', () => {
  test('have the fields of the catalogue, in lower case', async () => {
    const attributes = (await logs.asOwner(
      `select c.relname as relation, a.attname as name, format_type(a.atttypid, null) as type,
         case when t.typtype = 'c' then t.typname end as record
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       join pg_type t on t.oid = a.atttypid
       where c.relnamespace = 'log_sources'::regnamespace and a.attnum > 0`,
    )) as Attribute[]
    for (const { reference, fields } of logSourceCatalog) {
      const expected = Object.fromEntries(
        Object.entries(fields).map(([path, type]) => [path.toLowerCase(), type]),
      )
      expect({ reference, fields: fieldsOf(attributes, reference) }).toEqual({
        reference,
        fields: expected,
      })
    }
    expect(logSourceCatalog.map(({ reference }) => reference)).toEqual(logSources)
  })

  test.each(logSourceCatalog)('$reference returns every value of a row', async (source) => {
    const { reference, fields } = source
    const sample = { string: 'text', number: 12.5, boolean: true, datetime: '' }
    const metadata: Record<string, unknown> = {}
    const paths = Object.entries(fields).filter(([path]) => path.startsWith('metadata.'))
    for (const [path, type] of paths) {
      const keys = path.split('.').slice(1)
      let part = metadata
      for (const key of keys.slice(0, -1)) part = (part[key] ??= {}) as Record<string, unknown>
      const plain = sample[type.replace('[]', '') as keyof typeof sample]
      part[keys.at(-1) ?? ''] = type.endsWith('[]') ? [plain, plain] : plain
    }
    await logs.append([{ source: reference as 'edge_logs', metadata: metadata as {} }])
    const columns = paths.map(([path]) =>
      path
        .replace('metadata.', '(metadata).')
        .replaceAll(/\((.*?)\)\.(.*)\.(?=[^.]+$)/gu, '(($1).$2).'),
    )
    const list = ['id', 'timestamp', 'event_message', ...columns].join(', ')
    const { rows } = await logs.read(
      `select ${list} from ${reference} where event_message like 'GET%'`,
    )
    const [row = []] = rows
    const expected = paths.map(
      ([, type]) =>
        ({
          string: 'text',
          number: '12.5',
          boolean: 't',
          'string[]': '{text,text}',
          'number[]': '{12.5,12.5}',
        })[type as string],
    )
    expect(row.slice(3)).toEqual(expected)
  })

  test('read records with `unnest`, one by one and as a whole', async () => {
    await logs.append([
      {
        message: 'unnested',
        metadata: {
          request: { path: '/orders', cf: { country: 'NL', asOrganization: 'Net' } },
          response: { status_code: 503 },
        },
      },
    ])
    const { rows } = await logs.read(
      `select timestamp, r.path, cf.country, cf.asOrganization, response.status_code
       from edge_logs
       cross join unnest(metadata) as m
       cross join unnest(m.request) as r
       cross join unnest(r.cf) as cf
       cross join unnest(m.response) as response
       where event_message = 'unnested' and response.status_code >= 500 and response.status_code < 600
       order by timestamp desc limit 100`,
    )
    expect(rows.map((row) => row.slice(1))).toEqual([['/orders', 'NL', 'Net', '503']])
    const whole = await logs.read(
      `select m.request from edge_logs, unnest(metadata) m where event_message = 'unnested'`,
    )
    expect(whole.rows).toHaveLength(1)
  })

  test('take values of another type as null', async () => {
    await logs.append([
      {
        message: 'odd',
        metadata: { request: 'none', response: { status_code: 'x', origin_time: '12.5' } },
      },
    ])
    const { rows } = await logs.read(
      `select r.status_code, r.origin_time, q.method from edge_logs
       cross join unnest(metadata) m cross join unnest(m.response) r cross join unnest(m.request) q
       where event_message = 'odd'`,
    )
    expect(rows).toEqual([[null, '12.5', null]])
  })

  test('hide rows of Basalt itself, and rows outside of the range and the retention', async () => {
    const day = 86_400_000
    await logs.append([
      { message: 'aged', isOwn: true },
      { message: 'aged', at: logs.now - 2 * day },
      { message: 'aged', at: logs.now - 5 * day },
      { message: 'aged' },
    ])
    const sql = `select count(*) from logs where event_message = 'aged'`
    const since = (days: number) => ({ from: new Date(logs.now - days * day) })
    expect((await logs.read(sql)).rows).toEqual([['1']])
    expect((await logs.read(sql, since(6))).rows).toEqual([['3']])
    expect((await logs.read(sql, { ...since(6), keepDays: 3 })).rows).toEqual([['2']])
    expect((await logs.read(sql, { ...since(6), keepDays: 7 })).rows).toEqual([['3']])
    const before = { from: new Date(logs.now - 3 * day), to: new Date(logs.now - day) }
    expect((await logs.read(sql, before)).rows).toEqual([['1']])
  })

  test('offer the names of another dialect', async () => {
    const { rows } = await logs.read(
      `select timestamp_trunc(timestamp, 'day') <= timestamp, cast(timestamp as datetime) is null,
         timestamp_sub(now(), interval '1 hour') < timestamp, regexp_contains('abc', '^a'),
         regexp_extract('abc', 'b.'), ifnull(null, 'x'),
         timestamp_diff(now(), now() - interval '90 minutes', 'hour')
       from edge_logs limit 1`,
    )
    expect(rows).toEqual([['t', 'f', 't', 't', 'bc', 'x', '1']])
    const counted = await logs.read(`select countif(level = 'info') > 0 from logs`)
    expect(counted.rows).toEqual([['t']])
  })
})
