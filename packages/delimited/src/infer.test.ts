import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { ColumnGuess, type InferredType, getType } from './infer.ts'

function guess(cells: readonly (string | null)[]): ColumnGuess {
  const column = new ColumnGuess()
  for (const cell of cells) column.note(cell)
  return column
}

describe('the type of a column', () => {
  test.each<[InferredType, (string | null)[]]>([
    ['integer', ['1', '-20', null, '2147483647']],
    ['bigint', ['1', '2147483648']],
    ['bigint', ['-9223372036854775808', '9223372036854775807']],
    ['numeric', ['9223372036854775808', '1']],
    ['numeric', ['1', '0.10', '1e5']],
    ['boolean', ['true', 'F', 'no']],
    ['date', ['2024-02-29', '0001-01-01']],
    ['timestamptz', ['2024-02-29', '2024-02-29 12:00:00.123456+02:00', '2024-01-01T00:00Z']],
    ['timestamptz', ['2022-12-25 17:45:23 UTC', '2022-12-25 17:45:23 cet', '2022-12-25']],
    ['timestamptz', ['2022-12-25 17:45 Europe/Paris', '2022-12-25T17:45:23.5 -03:30']],
    ['timestamptz', ['2022-12-25 17:45:23 +1', '2022-12-25 17:45:23Z']],
    ['uuid', ['6f1c0f2e-1111-4222-8333-444455556666']],
    ['jsonb', ['{"a": 1}', '[1, 2]']],
    ['text', [null, '']],
  ])('is %s for %j', (type, cells) => {
    expect(guess(cells).type).toBe(type)
  })

  test.each([
    ['007'],
    ['+1'],
    ['-0'],
    ['1.'],
    ['.5'],
    ['1,5'],
    ['2023-02-29'],
    ['2024-13-01'],
    ['0000-01-01'],
    ['2024-01-01 25:00'],
    ['2024-01-01 00:00:00.1234567'],
    ['2024-01-01 00:00+15'],
    ['2024-01-01 10:00 IST'],
    ['2024-01-01 10:00 noon'],
    ['2024-01-01 10:00 WEST'],
    ['2024-01-01 10:00 Nowhere/Here'],
    ['01/02/2024'],
    ['{"a": "\\u0000"}'],
    ['{"a": 1e99999}'],
    ['{"a"'],
    ['NaN'],
    [' 1'],
  ])('%j stays text: another type would refuse or change it', (cell) => {
    expect(getType(cell)).toBe('text')
  })

  test('never depends on the order of the rows', () => {
    const cells = fc.array(
      fc.constantFrom(
        '1',
        '3000000000',
        '1.5',
        'true',
        '2024-01-01',
        '2024-01-01 10:00',
        'x',
        null,
      ),
    )
    fc.assert(
      fc.property(cells, (values) => {
        expect(guess(values.toReversed()).type).toBe(guess(values).type)
      }),
    )
  })

  test.each<[InferredType, string[]]>([
    ['text', ['1e5', '12']],
    ['text', ['12', '13']],
    ['text', ['9007199254740993']],
    ['text', ['y', 't', 'N']],
    ['text', ['true', 'false']],
    ['text', ['{"a": 1}', '[1]']],
    ['date', ['2024-02-29']],
    ['timestamptz', ['2024-02-29', '2024-02-29T12:00:00Z']],
    ['uuid', ['6f1c0f2e-1111-4222-8333-444455556666']],
  ])('is %s for what stands in quotes in JSON as %j', (type, cells) => {
    const column = new ColumnGuess()
    for (const cell of cells) column.note(cell, true)
    expect(column.type).toBe(type)
  })

  test('is text when JSON quotes some of its numbers, in any order', () => {
    const types = [
      [true, false],
      [false, true],
    ].map((quoted) => {
      const column = new ColumnGuess()
      for (const isString of quoted) column.note('12', isString)
      return column.type
    })
    expect(types).toEqual(['text', 'text'])
  })

  test('one value that does not fit makes the whole column text, at any position', () => {
    expect(guess([...Array.from({ length: 5000 }, (_, at) => String(at)), 'n/a']).type).toBe('text')
  })
})

describe('the probable type of a text column', () => {
  const many = Array.from({ length: 50 }, (_, at) => String(at))

  test('is the type of nearly all values, with the number of exceptions', () => {
    expect(guess([...many, 'n/a', '1.5', null]).nearly).toEqual({ type: 'numeric', others: 1 })
    expect(guess([...many.map(() => '2024-01-01'), '2024-02-31']).nearly).toEqual({
      type: 'date',
      others: 1,
    })
  })

  test('is absent when no type clearly prevails, or when all values fit', () => {
    expect(guess(many).nearly).toBeNull()
    expect(guess(['a', 'b', '1']).nearly).toBeNull()
    expect(guess([...many, ...many.map(() => 'true')]).nearly).toBeNull()
    expect(guess([]).nearly).toBeNull()
  })

  test('is no longer checked after many texts, and the type stays text', () => {
    const texts = guess([...Array.from({ length: 1000 }, () => 'x'), ...many])
    expect([texts.type, texts.nearly]).toEqual(['text', null])
  })
})

describe('the uniqueness of a column', () => {
  test('requires a distinct value in each row', () => {
    expect(guess(['b', 'a', 'c']).isUnique).toBe(true)
    expect(guess(['b', 'a', 'b']).isUnique).toBe(false)
    expect(guess(['b', null]).isUnique).toBe(false)
  })

  test('beyond the memory limit is only detected for rising numbers', () => {
    const many = Array.from({ length: 100_001 }, (_, at) => String(at))
    expect(guess(many).isUnique).toBe(true)
    expect(guess([...many, '0']).isUnique).toBe(false)
    expect(guess(many.map((text) => `x${text}`)).isUnique).toBe(false)
  })
})
