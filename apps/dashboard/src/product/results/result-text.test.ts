import { splitStatements } from '@basalt/pg-sql'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { distinctNames, type Rows } from '../rows/value-kinds.ts'
import { type RowWriter, tableRead, type TextFormat, textPieces, getWriter } from './result-text.ts'

const field = (name: string, type = 'text') => ({ name, type })

function listRows(fields: Rows['fields'], values: readonly (readonly (string | null)[])[]): Rows {
  return { fields, count: values.length, at: (row) => values[row] ?? [] }
}

const written = (rows: Rows, format: TextFormat, table?: string) =>
  [...textPieces(rows, getWriter(format, rows.fields, table))].join('')

/** Difficult texts: quotes, pipes, line ends, NULL as a word, other scripts. */
const nasty = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    'NULL',
    '*NULL*',
    'a|b',
    '"',
    "''",
    '\\',
    '\\N',
    '\\.',
    ' a ',
    'a\nb',
    'ß\t€',
    '<br>',
    '~~x~~',
    '🜁',
  ),
)
const cell = fc.option(nasty, { nil: null })
const tables = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }),
  )
const plainFields = (values: readonly (readonly unknown[])[]) =>
  Array.from({ length: values[0]?.length ?? 1 }, (_, at) => field(`c${at}`))

describe('CSV', () => {
  test('is parsed again into the same values, NULL and empty texts distinguished', () => {
    fc.assert(
      fc.property(tables, (values) => {
        const rows = listRows(plainFields(values), values)
        const read = csvRead(written(rows, 'csv'))
        expect(read.slice(1)).toEqual(values)
        expect(read[0]).toEqual(rows.fields.map(({ name }) => name))
      }),
    )
  })
})

/** An independent parser of RFC 4180, with NULL as an empty field, to verify the writer. */
function csvRead(text: string): (string | null)[][] {
  const rows: (string | null)[][] = []
  let row: (string | null)[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] === '"') {
      const end = closing(text, at)
      row.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
    } else {
      const end = at + text.slice(at).search(/,|\r\n/u)
      row.push(end === at ? null : text.slice(at, end))
      at = end
    }
    if (text[at] === ',') at += 1
    else {
      at += 2
      rows.push(row)
      row = []
      continue
    }
    if (text.startsWith('\r\n', at)) {
      row.push(null)
      at += 2
      rows.push(row)
      row = []
    }
  }
  return rows
}

function closing(text: string, from: number): number {
  let at = from + 1
  while (text[at] !== '"' || text[at + 1] === '"') at += text[at] === '"' ? 2 : 1
  return at
}

describe('JSON', () => {
  test('is parsed again into the same values', () => {
    fc.assert(
      fc.property(tables, (values) => {
        const rows = listRows(plainFields(values), values)
        const read = JSON.parse(written(rows, 'json')) as Record<string, string | null>[]
        expect(read.map((one) => Object.values(one))).toEqual(values)
      }),
    )
  })

  test('keeps every digit of a number, and values without a JSON number as a text', () => {
    const fields = [field('n', 'numeric'), field('f', 'double precision'), field('b', 'bigint')]
    const rows = listRows(fields, [
      ['12345678901234567890.123456789012', 'NaN', '9223372036854775807'],
    ])
    expect(written(rows, 'json')).toBe(
      '[\n  { "n": 12345678901234567890.123456789012, "f": "NaN", "b": 9223372036854775807 }\n]\n',
    )
  })

  test('keeps booleans and JSON as such', () => {
    const fields = [field('ok', 'boolean'), field('doc', 'jsonb')]
    const rows = listRows(fields, [
      ['t', '{"a": [1]}'],
      ['f', null],
    ])
    expect(JSON.parse(written(rows, 'json'))).toEqual([
      { ok: true, doc: { a: [1] } },
      { ok: false, doc: null },
    ])
  })

  test('loses no column to another one with its name', () => {
    const rows = listRows([field('id'), field('id'), field('id_2')], [['1', '2', '3']])
    expect(JSON.parse(written(rows, 'json'))).toEqual([{ id: '1', id_3: '2', id_2: '3' }])
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'a_2', 'a_3', 'b')), (names) => {
        const given = distinctNames(names.map((name) => ({ name })))
        expect(new Set(given).size).toBe(names.length)
      }),
    )
  })
})

describe('Markdown', () => {
  test('is parsed again into the same values, except for the kind of line ends', () => {
    fc.assert(
      fc.property(tables, (values) => {
        const rows = listRows(plainFields(values), values)
        const [, , ...lines] = written(rows, 'markdown').split('\n').slice(0, -1)
        expect(lines.map(markdownRead)).toEqual(
          values.map((row) => row.map((value) => value?.replaceAll(/\r\n|\r/gu, '\n') ?? null)),
        )
      }),
    )
  })

  test('aligns numbers to the right', () => {
    const rows = listRows([field('n', 'integer'), field('t')], [['1', 'a|b']])
    expect(written(rows, 'markdown')).toBe('| n | t |\n| ---: | --- |\n| 1 | a\\|b |\n')
  })
})

/** The cells of a line: escapes undone, a line break where one is written. */
function markdownRead(line: string): (string | null)[] {
  const inner = line.slice(2, -2)
  const cells = inner.split(/(?<=(?:^|[^\\])(?:\\\\)*) \| /u)
  return cells.map((text) =>
    text === '*NULL*'
      ? null
      : text.replaceAll('<br>', '\n').replaceAll(/\\(?<char>[\\`*_[\]<>|&~])/gu, '$<char>'),
  )
}

describe('INSERT statements', () => {
  test('are complete statements whose literals have the same values', () => {
    fc.assert(
      fc.property(tables, (values) => {
        const rows = listRows(plainFields(values), values)
        const text = written(rows, 'insert', 'shop.orders')
        expect(splitStatements(text).length).toBe(values.length === 0 ? 0 : 1)
        expect(literals(text)).toEqual(values.flat())
      }),
    )
  })

  test('name the given table, and columns in quotes', () => {
    const rows = listRows([field('id', 'bigint'), field('is ok', 'boolean')], [['7', 't']])
    expect(written(rows, 'insert', 'shop.orders')).toBe(
      'insert into "shop"."orders" ("id", "is ok") values\n  (7, true);\n',
    )
    expect(written(rows, 'insert', '"a.b"')).toContain('insert into "a.b" (')
  })

  test('start a new statement after some hundred rows', () => {
    const values = Array.from({ length: 1201 }, (_, at) => [String(at)])
    const text = written(listRows([field('n', 'integer')], values), 'insert', 't')
    expect(splitStatements(text)).toHaveLength(3)
    expect(text.match(/\(\d+\)/gu)).toHaveLength(1201)
  })
})

/** The literals of the values, in their order. */
function literals(text: string): (string | null)[] {
  const values = text.slice(text.indexOf('values') + 6)
  return [...values.matchAll(/null| ?E?'(?<text>(?:[^']|'')*)'/gu)].map(([all, body]) => {
    if (body === undefined) return null
    const plain = body.replaceAll("''", "'")
    return all.includes("E'") ? plain.replaceAll('\\\\', '\\') : plain
  })
}

test('a text of any size is produced in chunks', () => {
  const many = listRows(
    [field('n', 'integer')],
    Array.from({ length: 5000 }, (_, at) => [String(at)]),
  )
  const writer: RowWriter = getWriter('csv', many.fields)
  expect([...textPieces(many, writer)]).toHaveLength(3)
})

describe('the table of a query', () => {
  test.each([
    ['select * from orders', 'orders'],
    ['select * from only shop.orders o where id = 1', 'shop.orders'],
    ['select * from "My Orders"', '"My Orders"'],
    ['-- from nowhere\nselect 1 /* from x */ from y', 'y'],
    ['table things', 'things'],
    ['select generate_series(1, 3)', undefined],
    ['select * from generate_series(1, 3)', undefined],
  ])('%s: %s', (statement, table) => {
    expect(tableRead(statement)).toBe(table)
  })
})
