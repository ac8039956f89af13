import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { getDecoder, type Encoding } from './encoding.ts'
import { readRows } from './read-rows.ts'
import { type Dialect, FormatError, type Row } from './row.ts'
import { delimitedLine } from './write-rows.ts'

const comma: Dialect = { kind: 'delimited', delimiter: ',', quote: '"' }
const json: Dialect = { kind: 'json', names: [] }

function read(text: string, dialect: Dialect = comma, cuts: readonly number[] = []): Row[] {
  const reader = readRows(dialect)
  const rows: Row[] = []
  let from = 0
  for (const cut of cuts.map((at) => at % (text.length + 1)).toSorted((a, b) => a - b)) {
    rows.push(...reader.push(text.slice(from, cut)))
    from = cut
  }
  return [...rows, ...reader.push(text.slice(from)), ...reader.end()]
}

const characters = (text: string) => Array.from(text)

const listCells = (text: string, dialect: Dialect = comma) =>
  read(text, dialect).map(({ cells }) => cells)

const cell = fc.option(
  fc.string({ unit: fc.constantFrom(...characters('ab ,;\t"\'\n\r\\é漢😀')), maxLength: 8 }),
)
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }),
  )
  // A line without a character is no row.
  .map((rows) => rows.filter((cells) => cells.length > 1 || cells[0] !== null))
const cuts = fc.array(fc.nat(), { maxLength: 12 })

describe('delimited rows', () => {
  test('written rows are read again, cell by cell, wherever the text is split', () => {
    fc.assert(
      fc.property(table, cuts, fc.constantFrom(',', '\t'), (rows, positions, delimiter) => {
        const text = rows.map((cells) => delimitedLine(cells, delimiter as ',')).join('')
        const dialect: Dialect = { kind: 'delimited', delimiter, quote: '"' }
        expect(read(text, dialect, positions).map(({ cells }) => cells)).toEqual(rows)
      }),
    )
  })

  test('any text gives the same rows and lines in one chunk and in many', () => {
    const text = fc.string({ unit: fc.constantFrom(...characters('a,"\r\n😀')), maxLength: 60 })
    fc.assert(
      fc.property(text, cuts, (full, positions) => {
        expect(read(full, comma, positions)).toEqual(read(full))
      }),
    )
  })

  test('chunks may end within a character, in every encoding', () => {
    const text = fc.string({ unit: fc.constantFrom(...characters('aé漢😀,"\n')), maxLength: 30 })
    fc.assert(
      fc.property(
        text,
        cuts,
        fc.constantFrom<Encoding>('utf-8', 'utf-16le'),
        (full, positions, encoding) => {
          const bytes = Buffer.from(full, encoding === 'utf-8' ? 'utf8' : 'utf16le')
          const decoder = getDecoder(encoding)
          let [from, result] = [0, '']
          for (const cut of positions
            .map((at) => at % (bytes.length + 1))
            .toSorted((a, b) => a - b)) {
            result += decoder.decode(bytes.subarray(from, cut))
            from = cut
          }
          expect(result + decoder.decode(bytes.subarray(from)) + decoder.end()).toBe(full)
        },
      ),
    )
  })

  test('each line end is recognised, with and without one after the last row', () => {
    for (const text of ['a,b\nc,d', 'a,b\r\nc,d\r\n', 'a,b\rc,d\r']) {
      expect(listCells(text)).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ])
    }
  })

  test('a row has the number of its first line, with line ends in quotes counted', () => {
    const rows = read('a,b\r\n"x\r\ny\nz",1\n\n"é",2')
    expect(rows.map(({ line, text }) => [line, text])).toEqual([
      [1, 'a,b'],
      [2, '"x\r\ny\nz",1'],
      [5, ''],
      [6, '"é",2'],
    ])
  })

  test('an empty field is not the same as an empty text', () => {
    expect(listCells('a,,""\n')).toEqual([['a', null, '']])
  })

  test('an unclosed quote is a fault of its row', () => {
    expect(read('a,b\n1,"two\n3,4').at(-1)).toMatchObject({
      line: 2,
      fault: 'A quote is not closed',
    })
  })

  test('a row without an end is refused before it fills the memory', () => {
    const reader = readRows(comma)
    const piece = 'x'.repeat(1024 * 1024)
    reader.push('"')
    expect(() => {
      for (let at = 0; at < 40; at += 1) reader.push(piece)
    }).toThrow(FormatError)
  })
})

describe('json rows', () => {
  test('numbers keep their digits, texts lose their quotes, and null is NULL', () => {
    const text =
      '{"id": 90071992547409931234, "x": 1.10, "t": "a\\"b\\n", "n": null, "o": {"a": [1]}}'
    expect(listCells(text, json)).toEqual([
      ['90071992547409931234', '1.10', 'a"b\n', null, '{"a": [1]}'],
    ])
  })

  test('lines, concatenated objects and an array are equivalent', () => {
    const expected = [
      ['1', null],
      ['2', 'b'],
    ]
    for (const text of [
      '{"id":1}\n{"id":2,"x":"b"}\n',
      '{"id":1}{"x":"b","id":2}',
      '[\n  {"id": 1},\n  {"id": 2, "x": "b"}\n]\n',
    ]) {
      expect(listCells(text, { kind: 'json', names: ['id', 'x'] })).toEqual(expected)
    }
  })

  test('names are listed in the order of their first occurrence', () => {
    const reader = readRows(json)
    reader.push('{"b":1}\n{"a":2,"b":3}\n')
    expect(reader.names).toEqual(['b', 'a'])
  })

  test('a line that is no object is a fault of its own', () => {
    const rows = read('{"a":1}\nnonsense\n{"a":\n{"a":"\\ud800"}\n{"a":2}', json)
    expect(rows.map(({ line, fault }) => [line, fault !== undefined])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, true],
      [5, false],
    ])
  })

  test('a line that is an array is quoted in its fault as written, wherever it is split', () => {
    const text = '{"a":1}\n[1,2]\n{"a":2}, [3]\n'
    for (let cut = 0; cut <= text.length; cut += 1) {
      const faults = read(text, json, [cut]).filter(({ fault }) => fault !== undefined)
      expect(faults.map((row) => [row.line, row.text])).toEqual([
        [2, '[1,2]'],
        [3, '[3]'],
      ])
    }
  })

  test('any objects are read again, wherever the text is split', () => {
    const objects = fc.array(
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 2 })),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(objects, cuts, fc.boolean(), (values, positions, isArray) => {
        const text = isArray
          ? JSON.stringify(values, null, 1)
          : values.map((value) => JSON.stringify(value)).join('\n')
        const rows = read(text, { kind: 'json', names: ['a', 'b', 'c'] }, positions)
        // JSON writes -0 as 0.
        const written = JSON.parse(JSON.stringify(values)) as typeof values
        const cells = written.map((value) =>
          ['a', 'b', 'c'].map((name) => (Object.hasOwn(value, name) ? value[name] : null)),
        )
        expect(rows.map(({ fault }) => fault)).toEqual(values.map(() => undefined))
        const meaning = rows.map((row, at) =>
          row.cells.map((one, position) =>
            one === null || typeof cells[at]?.[position] === 'string' ? one : JSON.parse(one),
          ),
        )
        expect(meaning).toEqual(cells)
      }),
    )
  })
})
