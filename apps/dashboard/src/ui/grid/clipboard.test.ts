import fc from 'fast-check'
import { expect, test } from 'vitest'

import { copyRange, firstPastedCell } from './clipboard.ts'

const rows = [
  ['1', 'plain', null],
  ['2', 'with\ttab', ''],
  ['3', 'two\nlines "quoted"', 'x'],
]
const all = { top: 0, bottom: 2, left: 0, right: 2 }

test('a range is copied as spreadsheets read it', () => {
  const copied = copyRange(all, (index) => rows[index])
  expect(copied.text).toBe('1\tplain\t\n2\t"with\ttab"\t\n3\t"two\nlines ""quoted"""\tx')
  expect(copied).toMatchObject({ rows: 3, columns: 3, missing: 0 })
})

test('a single cell is copied as it is, without quotes', () => {
  const copied = copyRange({ top: 2, bottom: 2, left: 1, right: 1 }, (index) => rows[index])
  expect(copied.text).toBe('two\nlines "quoted"')
})

test('rows that are not loaded are left out and counted', () => {
  const copied = copyRange({ ...all, bottom: 4 }, (index) => rows[index])
  expect(copied).toMatchObject({ rows: 3, missing: 2 })
})

test('whatever a cell holds comes back from the clipboard', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ',') }), (text) => {
      const value = `x${text}y`
      const { text: copied } = copyRange({ top: 0, bottom: 0, left: 0, right: 1 }, () => [
        value,
        'next',
      ])
      const cell = copied.slice(0, -'\tnext'.length)
      const read = cell.startsWith('"') ? firstPastedCell(cell) : cell
      expect(read).toBe(value)
    }),
  )
})
