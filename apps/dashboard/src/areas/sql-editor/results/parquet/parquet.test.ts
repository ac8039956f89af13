import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { describe, expect, test } from 'vitest'

import { toParquet } from './parquet-file.ts'
import { getParquetType } from './parquet-types.ts'

type Cell = string | null

const listRows = (fields: { name: string; type: string }[], rows: Cell[][]) => ({
  fields,
  count: rows.length,
  at: (row: number) => rows[row] ?? [],
})

/** Raw times and decimals of the file: a reader would round the numbers. */
async function readBack(bytes: ArrayBuffer) {
  const metadata = parquetMetadata(bytes)
  for (const element of metadata.schema) {
    if (element.converted_type !== 'DECIMAL') continue
    delete element.converted_type
    delete element.logical_type
  }
  return parquetReadObjects({
    file: bytes,
    metadata,
    utf8: false,
    parsers: {
      timestampFromMicroseconds: (micros: bigint) => micros,
      dateFromDays: (days: number) => days,
    },
  })
}

/** The column of the type, written and read back. */
async function column(type: string, values: readonly Cell[]) {
  const { bytes, asText } = await toParquet(
    listRows(
      [{ name: 'v', type }],
      values.map((value) => [value]),
    ),
  )
  const schema = parquetMetadata(bytes).schema[1]
  return { values: (await readBack(bytes)).map((row) => row['v']), schema, asText }
}

const toText = (value: unknown) =>
  value instanceof Uint8Array ? new TextDecoder().decode(value) : value

describe('values are read from the file as they are in the database', () => {
  test.each([
    ['smallint', ['-32768', null, '32767'], [-32768, null, 32767], 'INT32'],
    ['integer', ['-2147483648', '0', '2147483647'], [-2147483648, 0, 2147483647], 'INT32'],
    [
      'bigint',
      ['-9223372036854775808', '9007199254740993', '9223372036854775807', null],
      [-9223372036854775808n, 9007199254740993n, 9223372036854775807n, null],
      'INT64',
    ],
    ['real', ['0.1', 'NaN', '-Infinity', null], [Math.fround(0.1), NaN, -Infinity, null], 'FLOAT'],
    [
      'double precision',
      ['0.1', '-0', '5e-324', 'Infinity', '1.7976931348623157e+308'],
      [0.1, -0, 5e-324, Infinity, 1.7976931348623157e308],
      'DOUBLE',
    ],
    ['boolean', ['t', null, 'f'], [true, null, false], 'BOOLEAN'],
    ['text', ['', 'ü "quoted"', null, '🧡\n'], ['', 'ü "quoted"', null, '🧡\n'], 'BYTE_ARRAY'],
    [
      'uuid',
      ['0b7d6d7e-6d1f-4c3a-8f65-1f3f5f0f7a12'],
      ['0b7d6d7e-6d1f-4c3a-8f65-1f3f5f0f7a12'],
      'BYTE_ARRAY',
    ],
    [
      'date',
      ['1969-12-31', '0001-01-01', '9999-12-31', null],
      [-1, -719162, 2932896, null],
      'INT32',
    ],
    [
      'timestamp with time zone',
      ['1970-01-01 00:00:00.000001+00', '1969-12-31 23:59:59.5+05:30', null],
      [1n, -19_800_500_000n, null],
      'INT64',
    ],
    [
      'timestamp(3) without time zone',
      ['2026-11-22 01:02:03.456', '0099-01-01 00:00:00'],
      [BigInt(Date.UTC(2026, 10, 22, 1, 2, 3, 456)) * 1000n, -59042995200n * 1_000_000n],
      'INT64',
    ],
    ['numeric(5,2)', ['-999.99', '0.10', null], [-99999, 10, null], 'INT32'],
    [
      'numeric(18,4)',
      ['99999999999999.9999', '-12345678901234.5678'],
      [999999999999999999n, -123456789012345678n],
      'INT64',
    ],
    [
      'bytea',
      [String.raw`\x00ff`, String.raw`\x`, null],
      [new Uint8Array([0, 255]), new Uint8Array(), null],
      'BYTE_ARRAY',
    ],
  ] as const)('%s', async (...[type, values, stored, parquet]) => {
    const written = await column(type, values)
    expect(written.asText).toEqual([])
    expect(written.schema?.type).toBe(parquet)
    expect(written.values.map((value) => value ?? null)).toEqual(stored)
  })

  test('JSON keeps its own text, with numbers that a parser would round', async () => {
    const values = ['{"n": 9007199254740993, "n": 0.10}', 'null', null]
    const written = await column('jsonb', values)
    expect(written.schema?.logical_type).toEqual({ type: 'JSON' })
    expect(written.values.map((value) => toText(value) ?? null)).toEqual(values)
  })
})

describe('a column with a value that its type would not preserve is text', () => {
  test.each([
    ['timestamp with time zone', ['infinity', '2026-01-01 00:00:00+00']],
    ['timestamp without time zone', ['0044-03-15 12:00:00 BC', null]],
    ['timestamp without time zone', ['294276-12-31 23:59:59.999999']],
    ['timestamp with time zone', ['Sun Nov 22 01:02:03 2026 UTC']],
    ['date', ['-infinity', '2026-01-01']],
    ['date', ['5874897-12-31']],
    ['numeric(10,2)', ['NaN', '1.00']],
    ['bytea', [String.raw`\000\377`]],
  ])('%s', async (type, values) => {
    const written = await column(type, values)
    expect(written.asText).toEqual(['v'])
    expect(written.schema?.converted_type).toBe('UTF8')
    expect(written.values.map((value) => value ?? null)).toEqual(values)
  })

  test.each([
    ['numeric'],
    ['numeric(19,0)'],
    ['numeric(3,-2)'],
    ['numeric(2,4)'],
    ['interval'],
    ['integer[]'],
    ['time without time zone'],
    ['character varying(20)'],
  ])('%s always', (type) => {
    expect(getParquetType(type).element.converted_type).toBe('UTF8')
  })
})

test('any number, text or timestamp is read back', async () => {
  const zone = fc.constantFrom('+00', '-03:30', '+14')
  const value = fc.record({
    big: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    float: fc.option(fc.double()),
    text: fc.option(fc.string({ unit: 'binary' })),
    at: fc.option(
      fc.date({ min: new Date('0002-01-01'), max: new Date('9998-01-01'), noInvalidDate: true }),
    ),
    zone,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 30 }), async (values) => {
      const fields = [
        { name: 'big', type: 'bigint' },
        { name: 'float', type: 'double precision' },
        { name: 'text', type: 'text' },
        { name: 'at', type: 'timestamp with time zone' },
      ]
      const cells = values.map(({ big, float, text, at, zone: where }) => [
        big === null ? null : String(big),
        float === null ? null : printed(float),
        text,
        at === null ? null : `${at.toISOString().slice(0, -1).replace('T', ' ')}${where}`,
      ])
      const back = await readBack((await toParquet(listRows(fields, cells))).bytes)
      expect(
        back.map((row) => [
          row['big'] ?? null,
          row['float'] ?? null,
          row['text'] ?? null,
          row['at'] ?? null,
        ]),
      ).toEqual(
        values.map(({ big, float, text, at, zone: where }) => [
          big,
          float,
          text,
          at === null ? null : BigInt(at.getTime() - minutes[where] * 60_000) * 1000n,
        ]),
      )
    }),
    { numRuns: 60 },
  )
})

const minutes: Record<string, number> & Record<'+00' | '-03:30' | '+14', number> = {
  '+00': 0,
  '-03:30': -210,
  '+14': 840,
}

const printed = (float: number) => (Object.is(float, -0) ? '-0' : String(float))

test('columns with equal names get distinct ones, and groups of rows form one file', async () => {
  const fields = [
    { name: 'id', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'a.b', type: 'text' },
  ]
  const rows = Array.from({ length: 45_000 }, (_, at) => [String(at), `row ${at}`, null])
  const { bytes } = await toParquet(listRows(fields, rows))
  const metadata = parquetMetadata(bytes)
  expect(Number(metadata.num_rows)).toBe(45_000)
  const back = await readBack(bytes)
  expect(back.at(-1)).toEqual({ id: 44_999, id_2: 'row 44999', 'a.b': null })
  const none = await toParquet(listRows(fields, []))
  expect(await readBack(none.bytes)).toEqual([])
})
