import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { detectDialect, looksLikeNames } from './detect-dialect.ts'
import { getDecoder, detectEncoding } from './encoding.ts'
import { ColumnGuess, inferredTypes, type InferredType, getType } from './infer.ts'
import { readRows } from './read-rows.ts'
import { type Dialect, isRow, type Row } from './row.ts'
import { delimitedLine } from './write-rows.ts'

const read = (text: string, dialect: Dialect): Row[] => {
  const reader = readRows(dialect)
  return [...reader.push(text), ...reader.end()]
}

const text = fc.string({ unit: 'grapheme' })
const word = fc.stringMatching(/^[a-zé][a-z0-9é _-]{0,8}[a-z0-9é]$/u)

/** Rows of one width, as files mostly are. */
const sheet = fc.integer({ min: 2, max: 6 }).chain((width) =>
  fc.array(fc.array(word, { minLength: width, maxLength: width }), {
    minLength: 2,
    maxLength: 8,
  }),
)

describe('the dialect', () => {
  test('is detected for any sheet of words, with any delimiter', () => {
    fc.assert(
      fc.property(sheet, fc.constantFrom(',', ';', '\t', '|'), (rows, delimiter) => {
        const sample = rows.map((cells) => `${cells.join(delimiter)}\n`).join('')
        const dialect = detectDialect(sample)
        expect(dialect).toEqual({ kind: 'delimited', delimiter, quote: '"' })
        expect(read(sample, dialect).map(({ cells }) => cells)).toEqual(rows)
      }),
    )
  })

  test('is detected for a sheet that ends in the middle of a row', () => {
    fc.assert(
      fc.property(sheet, fc.nat(), (rows, at) => {
        const full = [...rows, ...rows].map((cells) => delimitedLine(cells)).join('')
        const half = Math.ceil(full.length / 2)
        const sample = full.slice(0, half + (at % half))
        expect(detectDialect(sample)).toEqual({ kind: 'delimited', delimiter: ',', quote: '"' })
      }),
    )
  })

  test('is detected for any text, in finite time', () => {
    fc.assert(
      fc.property(text, (sample) => {
        const dialect = detectDialect(sample)
        expect(['delimited', 'json']).toContain(dialect.kind)
        expect(Array.isArray(read(sample, dialect))).toBe(true)
      }),
    )
  })

  test('is detected for any list of objects', () => {
    const objects = fc.array(fc.dictionary(word, fc.jsonValue()), { minLength: 1 })
    fc.assert(
      fc.property(objects, fc.boolean(), (values, isArray) => {
        const lines = values.map((value) => `${JSON.stringify(value)}\n`).join('')
        expect(detectDialect(isArray ? JSON.stringify(values) : lines).kind).toBe('json')
      }),
    )
  })
})

describe('rows', () => {
  const marks = fc.string({ unit: fc.constantFrom('a', ',', "'", '"', '\n', ' ') })

  test('without a quote character are split at every delimiter, quotes included', () => {
    fc.assert(
      fc.property(marks, (sample) => {
        const lines = sample.split('\n')
        if (lines.at(-1) === '') lines.pop()
        const rows = read(sample, { kind: 'delimited', delimiter: ',', quote: null })
        expect(rows.map(({ cells }) => cells.map((cell) => cell ?? '').join(','))).toEqual(lines)
        expect(rows.map((row) => row.text)).toEqual(lines)
      }),
    )
  })

  test('have the line numbers at which they stand in the text', () => {
    fc.assert(
      fc.property(marks, (sample) => {
        const lines = sample.split('\n')
        for (const row of read(sample, { kind: 'delimited', delimiter: ',', quote: '"' })) {
          const from = lines.slice(row.line - 1).join('\n')
          expect(from.startsWith(row.text)).toBe(true)
        }
      }),
    )
  })

  test('that were written are read unchanged, also those of a single NULL cell', () => {
    const rows = fc.integer({ min: 1, max: 3 }).chain((width) =>
      fc.array(fc.array(fc.option(text), { minLength: width, maxLength: width }), {
        maxLength: 6,
      }),
    )
    fc.assert(
      fc.property(rows, (cells) => {
        const written = cells.map((row) => delimitedLine(row)).join('')
        const found = read(written, { kind: 'delimited', delimiter: ',', quote: '"' })
        expect(found.map((row) => row.cells)).toEqual(cells)
        expect(found.filter((row) => !isRow(row)).map((row) => row.cells)).toEqual(
          cells.filter((row) => row.length === 1 && row[0] === null),
        )
      }),
    )
  })

  test('that were written with equal NULL and empty text, and a lone end mark, are read the same way', () => {
    expect(delimitedLine([null, '', 'a'])).toBe(',"",a\r\n')
    expect(delimitedLine(['\\.'])).toBe('"\\."\r\n')
    expect(delimitedLine(['a,b', 'a\tb'], '\t')).toBe('a,b\t"a\tb"\r\n')
    expect(delimitedLine([' a', 'say "hi"'])).toBe('" a","say ""hi"""\r\n')
  })

  test('with a broken JSON object do not spoil the others', () => {
    const broken = fc.constantFrom('{', '{"a"}', '{"a":}', '{"a":01}', 'x', '{"a":"\\ud800"}')
    const line = fc.oneof(
      fc.integer().map((value) => ({ text: `{"a":${value}}`, cell: String(value) })),
      broken.map((one) => ({ text: one, cell: undefined })),
    )
    fc.assert(
      fc.property(fc.array(line), (all) => {
        const rows = read(all.map((one) => `${one.text}\n`).join(''), {
          kind: 'json',
          names: ['a'],
        })
        expect(
          rows.map(({ fault, cells: [cell] }) => (fault === undefined ? cell : undefined)),
        ).toEqual(all.map(({ cell }) => cell))
        expect(rows.map((row) => row.line)).toEqual(all.map((_, at) => at + 1))
      }),
    )
  })
})

describe('the type of a value', () => {
  test.each<[InferredType, fc.Arbitrary<string>]>([
    ['integer', fc.integer().map(String)],
    ['bigint', fc.bigInt({ min: 2_147_483_648n, max: 2n ** 63n - 1n }).map(String)],
    ['numeric', fc.bigInt({ min: 2n ** 63n }).map(String)],
    ['uuid', fc.uuid()],
    [
      'date',
      fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10)),
    ],
    [
      'timestamptz',
      fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((at) => at.toISOString()),
    ],
  ])('is %s for every one that there is', (type, values) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(getType(value)).toBe(type)
      }),
    )
  })

  test('is one of the known types, for any text', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(inferredTypes).toContain(getType(value))
      }),
    )
  })

  test('is JSON only for objects and arrays', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const isWhole = typeof value === 'object' && value !== null
        expect(getType(JSON.stringify(value)) === 'jsonb').toBe(isWhole)
      }),
    )
  })
})

describe('a column', () => {
  const samples: Record<InferredType, string> = {
    integer: '7',
    bigint: '3000000000',
    numeric: '0.5',
    boolean: 'yes',
    date: '2024-02-29',
    timestamptz: '2024-02-29 10:00',
    uuid: '6f1c0f2e-1111-4222-8333-444455556666',
    jsonb: '{"a":1}',
    text: 'moss',
  }
  const cell = fc.option(fc.constantFrom(...Object.values(samples), ''))
  const guess = (cells: readonly (string | null)[]) => {
    const column = new ColumnGuess()
    for (const one of cells) column.note(one)
    return column
  }

  test('never gets a narrower type by a further value', () => {
    const takes: Partial<Record<InferredType, InferredType[]>> = {
      bigint: ['integer'],
      numeric: ['integer', 'bigint'],
      timestamptz: ['date'],
      text: [...inferredTypes],
    }
    fc.assert(
      fc.property(fc.array(cell), cell, (cells, more) => {
        const before = guess(cells)
        const after = guess([...cells, more]).type
        const isFirst = before.filled === 0
        const isWider = after === before.type || (takes[after] ?? []).includes(before.type)
        expect(isFirst || isWider).toBe(true)
      }),
    )
  })

  test('counts values, NULLs, and the longest value', () => {
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const { empty, filled, longest } = guess(cells)
        const there = cells.filter((one) => one !== null && one !== '')
        expect([empty, filled]).toEqual([cells.length - there.length, there.length])
        expect(longest).toBe(Math.max(0, ...there.map((one) => one?.length ?? 0)))
      }),
    )
  })

  test('is unique exactly when every row has a different value', () => {
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const isFull = cells.length > 0 && cells.every((one) => one !== null && one !== '')
        expect(guess(cells).isUnique).toBe(isFull && new Set(cells).size === cells.length)
      }),
    )
  })
})

test('header names are recognised: they differ from one another, and none looks like a value', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (names) => {
      const areDifferent = new Set(names).size === names.length
      const areWords = names.every((name) => getType(name) === 'text')
      expect(looksLikeNames(names)).toBe(areDifferent && areWords)
      expect(looksLikeNames([...names, '12.5'])).toBe(false)
      expect(looksLikeNames([...names, null])).toBe(false)
    }),
  )
})

test('any UTF-8 text is read unchanged, also when a chunk ends within a character', () => {
  fc.assert(
    fc.property(text, fc.nat(), (full, at) => {
      fc.pre(!full.includes('\0') && !full.startsWith('\uFEFF'))
      const bytes = new TextEncoder().encode(full)
      const cut = at % (bytes.length + 1)
      expect(detectEncoding(bytes.subarray(0, cut))).toBe('utf-8')
      const decoder = getDecoder('utf-8')
      const pieces = [decoder.decode(bytes.subarray(0, cut)), decoder.decode(bytes.subarray(cut))]
      expect(pieces.join('') + decoder.end()).toBe(full)
    }),
  )
})

test('bytes that are invalid in the encoding are refused, without replacement characters', () => {
  const decoder = getDecoder('utf-8')
  expect(() => decoder.decode(Uint8Array.from([0x61, 0xff]))).toThrow(TypeError)
  const cut = getDecoder('utf-8')
  cut.decode(Uint8Array.from([0xc3]))
  expect(() => cut.end()).toThrow(TypeError)
})
