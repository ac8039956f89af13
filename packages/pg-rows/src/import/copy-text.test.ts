import type { Row } from '@basalt/delimited'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { copyFields, copyText } from './copy-text.ts'
import type { EmptyCells } from './import-plan.ts'

const text = fc.string({
  unit: fc.constantFrom('a', '\\', '\t', '\n', '\r', 'N', '.', ' ', 'é', '漢', '😀'),
})
const cell = fc.option(text)

/** Parses a field as the manual defines the text format of COPY. */
const readBack = (field: string): string | null =>
  field === '\\N'
    ? null
    : field.replaceAll(/\\(.)/gu, (_, one: string) => ({ t: '\t', n: '\n', r: '\r' })[one] ?? one)

const getRowFor = (cells: (string | null)[]): Row => ({
  line: 1,
  cells,
  text: cells.map((one) => one ?? '').join(','),
})

describe('a value for COPY', () => {
  test('is read back unchanged, with any content', () => {
    fc.assert(
      fc.property(cell, (value) => {
        expect(readBack(copyText(value))).toBe(value)
      }),
    )
  })

  test('has no character that ends a field, a row or the data', () => {
    fc.assert(
      fc.property(text, (value) => {
        const written = copyText(value)
        expect(/[\t\n\r]/u.test(written)).toBe(false)
        expect(written).not.toBe('\\.')
      }),
    )
  })

  test('with the text \\N is not NULL', () => {
    expect(copyText('\\N')).toBe('\\\\N')
    expect(copyText(null)).toBe('\\N')
  })
})

describe('a row for COPY', () => {
  const empties = fc.constantFrom<EmptyCells[]>('null', 'text', 'unquoted')
  const getField = (source: number, empty: EmptyCells) => ({ source, empty })

  test('has a field for each column in its order, with the value of its cell', () => {
    const sources = fc.array(fc.nat({ max: 5 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(cell), sources, (cells, target) => {
        const fields = target.map((source) => getField(source, 'unquoted'))
        expect(copyFields(getRowFor(cells), fields, false).split('\t').map(readBack)).toEqual(
          target.map((source) => cells[source] ?? null),
        )
      }),
    )
  })

  test('has NULL or an empty text for a missing value, as requested', () => {
    const said = (empty: EmptyCells, value: string | null, isJson = false) =>
      readBack(copyFields(getRowFor([value]), [getField(0, empty)], isJson))
    expect([said('null', ''), said('null', null)]).toEqual([null, null])
    expect([said('text', ''), said('text', null)]).toEqual(['', ''])
    // JSON's null is never an empty text, with any setting.
    expect([said('text', '', true), said('text', null, true)]).toEqual(['', null])
  })

  test('of JSON is escaped by the content of its cells, not by the raw text of the row', () => {
    const row: Row = { line: 1, cells: ['a\tb'], text: '{"a":"a\\tb"}' }
    expect(readBack(copyFields(row, [getField(0, 'null')], true))).toBe('a\tb')
  })

  test('is the same for any empty cells: values do not shift', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), empties, (cells, empty) => {
        const fields = cells.map((_, source) => getField(source, empty))
        const read = copyFields(getRowFor(cells), fields, false).split('\t').map(readBack)
        expect(read).toHaveLength(cells.length)
        expect(read.map((one) => one ?? '')).toEqual(cells.map((one) => one ?? ''))
      }),
    )
  })
})
