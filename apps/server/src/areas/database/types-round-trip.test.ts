import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import { parseArray, printArray } from '@basalt/pg-sql'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { saveRow } from '../../testing/save-rows.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

type Values = Record<string, string | null>
type Edges = Readonly<Record<string, readonly string[]>>

/** By type: values at its edges, each as PostgreSQL prints it. */
const edges: Edges = {
  smallint: ['-32768', '0', '32767'],
  integer: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807', '9007199254740993'],
  numeric: [
    `-${'9'.repeat(400)}.${'1'.repeat(300)}`,
    'NaN',
    'Infinity',
    '-Infinity',
    '0.00000000000000000000000000000000000000010',
    '12345678901234567890.10',
  ],
  'numeric(12,2)': ['9999999999.99', '-0.01', '0.00', 'NaN'],
  real: ['NaN', 'Infinity', '-Infinity', '-0', '3.4028235e+38', '1e-45', '0.1'],
  'double precision': [
    'NaN',
    'Infinity',
    '-Infinity',
    '-0',
    '1.7976931348623157e+308',
    '5e-324',
    '0.1',
    '0.30000000000000004',
  ],
  money: ['$92,233,720,368,547,758.07', '-$92,233,720,368,547,758.08', '$0.00'],
  text: [
    '',
    ' ',
    '  a  ',
    'NULL',
    'null',
    '\t\n\r\v\f\u0001\u001B\u007F',
    'a\r\nb\n\n',
    '\u0301',
    'e\u0301 \u00E9',
    '\u202Eright to left\u202C \u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627',
    '\u{1F469}\u200D\u{1F680}\u{1F3F3}\uFE0F\u200D\u{1F308}',
    '\uFEFF\u00A0\u2028\uFFFD\uFFFF\u{10FFFF}',
    String.raw`'"\\$1 %s {a,"b"} \x00 \n`,
  ],
  'character varying(20)': ['', '\u{1F600}'.repeat(20), 'a '],
  'character(5)': ['     ', 'ab   ', 'abcde'],
  name: ['', 'select'],
  '"char"': ['', 'a'],
  citext: ['', 'ÄÖ ü', 'NULL'],
  bytea: [String.raw`\x`, String.raw`\x00ff10`, String.raw`\x5c785c`],
  date: ['4713-01-01 BC', '0001-01-01', '2024-02-29', '5874897-12-31', 'infinity', '-infinity'],
  time: ['00:00:00', '24:00:00', '23:59:59.999999', '12:30:00.1'],
  'time with time zone': ['00:00:00+15:59:59', '23:59:59.000001-15:59', '24:00:00+00'],
  timestamp: [
    '4713-01-01 00:00:00 BC',
    '294276-12-31 23:59:59.999999',
    'infinity',
    '-infinity',
    '1999-12-31 23:59:59.000001',
  ],
  timestamptz: [
    '4713-01-01 00:00:00+00 BC',
    '294276-12-31 23:59:59.999999+00',
    'infinity',
    '-infinity',
    '2024-03-31 01:59:59.999999+00',
  ],
  interval: [
    '00:00:00',
    '178000000 years',
    '-178000000 years',
    '1 year 2 mons 3 days 04:05:06.789',
    '-1 mons +3 days -00:00:00.000001',
    '2562047788:00:54.775807',
    'infinity',
    '-infinity',
  ],
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  boolean: ['t', 'f'],
  int4range: ['empty', '[1,10)', '(,)', '[-2147483648,2147483647)'],
  int8range: ['[9223372036854775806,9223372036854775807)', '(,5)'],
  numrange: ['(0.10,0.10000000000000000001]', '[NaN,NaN]', '(,Infinity]'],
  daterange: ['[2024-02-29,2024-03-01)', '["0044-03-15 BC",infinity)', 'empty'],
  tsrange: ['["2024-01-01 00:00:00","2024-01-01 00:00:00.000001")', '[-infinity,infinity]'],
  tstzrange: ['["2024-01-01 00:00:00+00",)', '("0044-03-15 00:00:00+00 BC",infinity]'],
  int4multirange: ['{}', '{[1,3),[5,8)}', '{(,)}'],
  int8multirange: ['{[1,2),[9223372036854775806,9223372036854775807)}'],
  nummultirange: ['{[0.5,1.50],(2,3)}'],
  datemultirange: ['{[2024-01-01,2024-02-01),[2024-03-01,infinity)}'],
  tsmultirange: ['{["2024-01-01 00:00:00","2024-01-02 00:00:00")}'],
  tstzmultirange: ['{(,"2024-01-02 00:00:00+00"),["2025-01-01 00:00:00+00",)}'],
  inet: ['0.0.0.0', '192.168.0.1/24', '::1', '2001:db8::ffff/64', '::ffff:1.2.3.4'],
  cidr: ['0.0.0.0/0', '192.168.0.0/24', '2001:db8::/32', '::/0'],
  macaddr: ['00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff'],
  macaddr8: ['00:00:00:ff:fe:00:00:00', 'ff:ff:ff:ff:ff:ff:ff:ff'],
  point: ['(0.1,-0)', '(Infinity,-Infinity)', '(NaN,1e+308)'],
  line: ['{1,-1,0}', '{0.1,0.2,5e-324}'],
  lseg: ['[(0,0),(1.5,-1)]'],
  box: ['(1,1),(0,0)', '(Infinity,1),(0.1,-Infinity)'],
  path: ['((0,0),(1,1),(2,0))', '[(0,0),(1,1)]'],
  polygon: ['((0,0),(1,1),(2,0))'],
  circle: ['<(0.1,0.2),0>', '<(1,2),1e+300>'],
  'bit(5)': ['00000', '10101'],
  'bit varying': ['', '1', '0'.repeat(100)],
  json: [
    '{"a" :  1, "a": 2}',
    '12345678901234567890.12345678901234567890',
    '1e400',
    String.raw`"\u0000\ud800"`,
    'null',
    '  [1,\n\t2]  ',
    '""',
  ],
  jsonb: [
    '{"": "\\u0001", "a": [1, 2.50, null]}',
    '12345678901234567890.12345678901234567890',
    'null',
    '""',
    '{}',
    '0.0',
  ],
  xml: ['<a b="&lt;"> é </a>', 'text &amp; <b/>'],
  tsvector: ["'a':1A 'b c':2,16383 'it''s'", ''],
  tsquery: ["'a' & !( 'b':*A | 'c' ) <2> 'd'", "'it''s'"],
  odd_enum: ['', ' ', 'NULL', 'a,b"c\\{}', 'Ünïcode 😀'],
  pair: ['(,)', '(1,"")', String.raw`(-5,"a,b\\""c""(")`, '(2," é ")'],
  positive: ['1', '2147483647'],
  texts_domain: ['{}', '{a,NULL,"NULL"}'],
  pair_domain: ['(7,x)'],
  hstore: [String.raw`"a"=>NULL, "b"=>"", "c\""=>"NULL"`, ''],
  ltree: ['', 'a.b_1.C-x'],
  pg_lsn: ['0/0', 'FFFFFFFF/FFFFFFFF'],
  txid_snapshot: ['10:20:10,14,15'],
  xid8: ['18446744073709551615'],
  oid: ['0', '4294967295'],
  tid: ['(0,0)', '(4294967295,65535)'],
  xid: ['4294967295'],
  regclass: ['pg_class', '-', '4294967295'],
  regtype: ['integer', 'timestamp with time zone', '-'],
  regproc: ['now', '-'],
  regrole: ['-', 'postgres'],
  regnamespace: ['public', '-'],
  int2vector: ['', '1 2 -3'],
  oidvector: ['1 2 4294967295'],
  jsonpath: ['$."a"[*]?(@ > 1)', '$'],
  pg_snapshot: ['10:20:10,14,15'],
  money_range: ['[$1.00,"$1,000.00")'],
}

const isOwnArray = new Set(['int2vector', 'oidvector'])

/** Arrays over each type's edges, as our own printer writes them: of one and of two dimensions. */
const arrayEdges: Edges = Object.fromEntries(
  Object.entries(edges)
    .filter(([type]) => !isOwnArray.has(type))
    .map(([type, values]) => {
      const delimiter = type === 'box' ? ';' : ','
      const flat = [
        ...values.map((text) => ({ text, isNested: false })),
        { text: null, isNested: false },
      ]
      const array = { lowerBound: 1, innerBounds: '', hasBounds: false, items: flat }
      const one = printArray(array, delimiter)
      const nested = { ...array, items: [one, one].map((text) => ({ text, isNested: true })) }
      const moved = printArray({ ...array, lowerBound: -1, hasBounds: true }, delimiter)
      return [`${type}[]`, ['{}', one, printArray(nested, delimiter), moved]]
    }),
)

let install: TestInstall
let client: ConnectedClient
let ref: string

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  ref = (await createProject(client, owner.organization.slug)).ref
  const db = await install.engine.open(ref, 'owner')
  for (const statement of [
    'create extension citext',
    'create extension hstore',
    'create extension ltree',
    `create type odd_enum as enum ('', ' ', 'NULL', 'a,b"c\\{}', 'Ünïcode 😀')`,
    'create type pair as (amount integer, note text)',
    'create domain positive as integer check (value > 0)',
    'create domain texts_domain as text[]',
    'create domain pair_domain as pair check ((value).amount > 0)',
    'create type money_range as range (subtype = money)',
  ]) {
    await db.text(statement)
  }
})
afterAll(() => install.close())

/** A table with a column of each type, which the column is named after. */
async function getTable(name: string, types: readonly string[]): Promise<Written> {
  const db = await install.engine.open(ref, 'owner')
  const columns = types.map((type) => `"${type.replaceAll('"', '')}" ${type}`).join(', ')
  await db.text(`create table ${name} (id integer primary key, ${columns})`)
  const { tables } = await client.call(databaseTables.list, {
    params: { ref },
    query: { search: name },
  })
  const params = { ref, id: tables.find((table) => table.name === name)?.id ?? 0 }
  return written(params, await client.call(databaseTables.detail, { params }))
}

type Written = ReturnType<typeof written>

/** The table through the API, rows as values by column. */
function written(params: { ref: string; id: number }, { columns }: TableDetail) {
  const named = (row: readonly (string | null)[] = []): Values =>
    Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null]))
  return {
    async insert(values: Values): Promise<Values> {
      return named(await saveRow(client, ref, { op: 'insert', table: params.id, values }))
    },
    /** As an edit of the displayed row. */
    async update(id: string, values: Values, previous: Values): Promise<Values> {
      const edit = { op: 'update' as const, table: params.id, key: [id], values, previous }
      return named(await saveRow(client, ref, edit))
    },
    async rows(): Promise<Values[]> {
      const { rows } = await client.call(databaseTables.rows, { params, query: { limit: 1000 } })
      return rows.map(named)
    },
    async cell(id: string, column: string): Promise<string | null> {
      const query = { column, key: JSON.stringify([id]) }
      return (await client.call(databaseTables.cell, { params, query })).value
    },
  }
}

const columnName = (type: string) => type.replaceAll('"', '')

/** The n-th row has the n-th edge value of every type. */
function edgeRows(of: Edges): Values[] {
  const count = Math.max(...Object.values(of).map((values) => values.length))
  return Array.from({ length: count }, (_, at) => ({
    id: String(at),
    ...Object.fromEntries(
      Object.entries(of).map(([type, values]) => [
        columnName(type),
        values[at % values.length] ?? null,
      ]),
    ),
  }))
}

describe.each([
  ['values', 'edge_values', edges],
  ['arrays', 'edge_arrays', arrayEdges],
])('%s at the edges of every type', (_, name, of) => {
  const expected = edgeRows(of)
  let table: Written

  beforeAll(async () => {
    table = await getTable(name, Object.keys(of))
  })

  test('are stored and shown exactly', async () => {
    for (const row of expected) {
      expect(await table.insert(row)).toEqual(row)
    }
  })

  test('are read exactly, whole where a page truncates them', async () => {
    const rows = await table.rows()
    expect(rows).toHaveLength(expected.length)
    for (const [at, row] of expected.entries()) {
      const read: Values = {}
      for (const [column, value] of Object.entries(row)) {
        const isShown = rows[at]?.[column] === value
        read[column] = isShown ? value : await table.cell(String(at), column)
      }
      expect(read).toEqual(row)
    }
  })

  test('that were shown are recognised when they are edited', async () => {
    const nothing = Object.fromEntries(Object.keys(of).map((type) => [columnName(type), null]))
    for (const [at, { id = '', ...shown }] of expected.entries()) {
      const { id: _next, ...next } = expected[(at + 1) % expected.length] ?? {}
      expect(await table.update(id ?? '', next, shown)).toEqual({ id, ...next })
      expect(await table.update(id ?? '', nothing, next)).toEqual({ id, ...nothing })
    }
  })
})

describe('random values', () => {
  const letters = fc
    .string({ unit: 'binary', maxLength: 30 })
    .map((text) => text.replaceAll(/\0|\p{Surrogate}/gu, ''))
  const digits = fc.bigInt({ min: 1n, max: 10n ** 40n }).map(String)
  const hex = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex'))
  const moment = fc.date({
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  const drawn = fc.record({
    text: letters,
    json: fc.json(),
    bytea: hex.map((bytes) => String.raw`\x${bytes}`),
    uuid: fc.uuid(),
    bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    numeric: fc.tuple(digits, digits).map((parts) => parts.join('.')),
    double: fc
      .double({ noNaN: true })
      .map((value) => (Object.is(value, -0) ? '-0' : String(value))),
    timestamptz: moment.map((at) => at.toISOString()),
    array: fc.array(fc.option(letters), { maxLength: 6 }),
    interval: fc
      .tuple(fc.integer(), fc.integer({ min: -9999, max: 9999 }), fc.integer())
      .map(([months, days, ms]) => `${months % 1200} mons ${days} days ${ms % 1_000_000} ms`),
  })
  let table: Written

  beforeAll(async () => {
    table = await getTable('drawn', [
      'text',
      'json',
      'bytea',
      'uuid',
      'bigint',
      'numeric',
      'double precision',
      'timestamptz',
      'text[]',
      'interval',
    ])
  })

  test('are returned as written, and recognised', async () => {
    let id = 0
    await fc.assert(
      fc.asyncProperty(drawn, async ({ array, double, timestamptz, interval, ...exact }) => {
        id += 1
        const items = array.map((text) => ({ text, isNested: false }))
        const list = printArray({ lowerBound: 1, innerBounds: '', hasBounds: false, items })
        const shown = await table.insert({
          id: String(id),
          ...exact,
          'double precision': double,
          timestamptz,
          interval,
          'text[]': list,
        })
        expect(shown).toMatchObject({ ...exact, 'text[]': list })
        expect(parseArray(shown['text[]'] ?? '')?.items).toEqual(items)
        expect(Object.is(Number(shown['double precision']), Number(double))).toBe(true)
        expect(new Date(shown['timestamptz'] ?? '')).toEqual(new Date(timestamptz))
        // Writing the displayed value changes nothing, and finds the row unchanged.
        expect(await table.update(String(id), shown, shown)).toEqual(shown)
      }),
      { numRuns: 40 },
    )
  })
})
