import { ColumnGuess, type Dialect } from '@basalt/delimited'
import type { DatabaseSession } from '@basalt/engine'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { type FileSource, ImportFile } from './import-file.ts'
import { type EmptyCells, planImport } from './import-plan.ts'
import { TableImport } from './table-import.ts'

let database: TestDatabase
let session: DatabaseSession

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

beforeEach(async () => {
  session = await database.db.session()
  await session.query('begin')
  await session.text(`create table goods (a text, b text check (b <> 'no'))`)
})
afterEach(async () => {
  await session.query('rollback')
  await session.release()
})

test('PostgreSQL accepts times with any detected zone', async () => {
  const zones = `Z UT UTC gmt EST EDT CST CDT MST MDT PST PDT AKST AKDT HST WET CET CEST EET EEST
    BST MSK JST KST NZST NZDT AEST AEDT ACST AWST Zulu Europe/Paris America/Argentina/Salta Asia/Tokyo
    +1 +01 -0330 +05:45`.split(/\s+/u)
  const times = ['', ...zones].map((zone) => `2022-12-25 17:45:23 ${zone}`.trimEnd())
  const column = new ColumnGuess()
  for (const time of ['2022-12-25', ...times]) column.note(time)
  expect(column.type).toBe('timestamptz')
  const { rows } = await session.text(
    "select t from unnest($1::text[]) t where not pg_input_is_valid(t, 'timestamptz')",
    [times],
  )
  expect(rows).toEqual([])
})

type File = FileSource & {
  bytes: Buffer
  /** Places where the bytes are cut. */
  cuts: number[]
  empties: [EmptyCells, EmptyCells]
  /** Whether the first cell belongs to the second column. */
  isTurned: boolean
}

const defaults = {
  encoding: 'utf-8',
  dialect: { kind: 'delimited' as const, delimiter: ',', quote: '"' },
  namesLine: 1,
  width: 2,
  cuts: [],
  empties: ['unquoted', 'unquoted'],
  isTurned: false,
} satisfies Partial<File>

async function importFile({ bytes, cuts, empties, isTurned, ...source }: File) {
  const [row] = await session.query<{ id: number }>(`select 'goods'::regclass::int8::float8 as id`)
  const columns = empties.slice(0, source.width ?? 2).map((empty, at) => {
    return { name: (at === 0) === isTurned ? 'b' : 'a', source: at, empty }
  })
  const plan = await planImport(session, row?.id ?? 0, {
    columns: columns.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    on_conflict: 'fail',
  })
  const { signal } = new AbortController()
  const running = new TableImport({ session, plan, source, signal }, null)
  await running.prepare()
  const file = new ImportFile(running, source)
  const ends = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other)
  for (const [at, end] of [...ends, bytes.length].entries()) {
    await file.push(bytes.subarray(ends[at - 1] ?? 0, end))
  }
  await file.end()
  await running.finish()
  return running
}

/** The rows of the table after an import, and the refused ones. Empties the table again. */
async function outcome(file: File) {
  await session.query('savepoint file')
  const running = await importFile(file)
  const { rows } = await session.text('select a, b from goods order by ctid')
  const refused = await running.readRejected(0, 1000)
  await session.query('rollback to savepoint file')
  return { rows, refused, counts: [running.rows, running.inserted, running.rejected] }
}

const mark = '\uFEFF'
const pieces = ['a', 'é', '"', '""', ',', ',', '\n', '\n', '\r\n', '\r', '\\', '\\.', mark, ';']
/** Rows as most files have them. */
const plain = ['a,b\n', '"a",b\n', '"a\n,""",\n', ',""\n', 'é,\\.\n', '漢,"\r\n"\n', 'b,c\r\n']
/** Rows that parsers treat differently, or that all refuse. */
const few = ['a\n', '\n', '\\.\n', 'a,b,c\n', 'a,b,\n', 'a,no\n']
const odd = [
  'a"b,c\n',
  'a"b"c,d\n',
  '"a"b"c",d\n',
  'a\r',
  '"a"b,c\n',
  '\0,a\n',
  `${mark},a\n`,
  ...few,
]
const lines = fc.array(
  fc.oneof(
    { arbitrary: fc.constantFrom(...plain), weight: 4 },
    { arbitrary: fc.constantFrom(...odd), weight: 1 },
  ),
)
const empty = fc.constantFrom<EmptyCells>('null', 'unquoted', 'text')
const dialect: fc.Arbitrary<Dialect> = fc.oneof(
  { arbitrary: fc.constant(defaults.dialect), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant('delimited' as const),
      delimiter: fc.constantFrom(',', ';', '\\', '§', '\t'),
      quote: fc.constantFrom('"', "'", null, '\\'),
    }),
    weight: 1,
  },
)

test('a file gives the same rows, whether PostgreSQL parses them or Basalt does', async () => {
  const text = fc.oneof(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), lines)
  const file = fc.record({
    text: text.map((parts) => parts.join('')),
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
    dialect,
    namesLine: fc.constantFrom(0, 0, 1, 2),
    width: fc.constantFrom(2, 2, 1),
    empties: fc.tuple(empty, empty),
    isTurned: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async ({ text: given, ...one }, isMarked) => {
      const full = isMarked ? `${mark}${given}` : given
      const bytes = Buffer.from(full)
      // Of UTF-16 all rows are read by the product.
      const pairs = Buffer.from(full, 'utf16le')
      const read = await outcome({ ...one, bytes: pairs, encoding: 'utf-16le' })
      expect(await outcome({ ...one, bytes, encoding: 'utf-8' })).toEqual(read)
    }),
    { numRuns: 250 },
  )
})

test.each(['utf-8', 'utf-16le'] as const)(
  'an empty line is NULL in a file of one column, and no row in others: %s',
  async (encoding) => {
    const written = (given: string, width: number) => {
      const bytes = Buffer.from(given, encoding === 'utf-8' ? 'utf8' : 'utf16le')
      return outcome({ ...defaults, bytes, encoding, width, namesLine: 2 })
    }
    const single = await written('\na\n1\n\n""\r\n\r\n', 1)
    expect(single.rows).toEqual([
      ['1', null],
      [null, null],
      ['', null],
      [null, null],
    ])
    const wider = await written('\na,b\n1,2\n\n3,4\n\n', 2)
    expect(wider.rows).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect([single.counts, wider.counts]).toEqual([
      [4, 4, 0],
      [2, 2, 0],
    ])
  },
)

const asFile = /^copy "\w+"\."goods" \("a", "b"\) from stdin with \(format csv/u
const asRows = /^copy "\w+"\."goods" \("a", "b"\) from stdin$/u

test.each([
  ['plain rows', 'a,b\n1,"x\ny"\n2,', asFile],
  ['rows behind a byte order mark', `${mark}"a","b"\r\n1,2\r\n`, asFile],
  ['rows that PostgreSQL would read otherwise', 'a,b\n1,5" pipe\n', asRows],
  ['rows with more cells than columns', 'a,b\n1,2,\n', asRows],
])('%s are sent to PostgreSQL without parsing', async (_, given, statement) => {
  await session.text('create table said (by text)')
  await session.text(`create function note() returns trigger language plpgsql as
    'begin insert into said values (current_query()); return null; end'`)
  await session.text(
    'create trigger noted after insert on goods for each row execute function note()',
  )
  const running = await importFile({ ...defaults, bytes: Buffer.from(given) })
  expect(running.rejected).toBe(0)
  const { rows } = await session.text('select distinct by from said')
  expect(rows).toEqual([[expect.stringMatching(statement)]])
})

test('a file with bytes that are invalid in its encoding is refused, at any position', async () => {
  const bytes = Buffer.from('a,b\n1,caf\u00E9\n', 'latin1')
  await expect(importFile({ ...defaults, bytes })).rejects.toThrow(TypeError)
})
