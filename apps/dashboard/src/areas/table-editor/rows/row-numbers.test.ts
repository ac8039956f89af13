import { expect, test } from 'vitest'

import { rowLabel, rowName } from './row-numbers.ts'
import { type Anchor, openWindow } from './row-window.ts'

const reported = (anchor: Anchor, ...indexes: number[]) =>
  indexes.map((index) => {
    const window = openWindow(1, anchor)
    return rowName(window, index) ?? `row ${rowLabel(window, index)}`
  })

const row = { at: 'row', row: ['7'], cursor: '["7"]' } as const

test('a row known by its distance only is named in words', () => {
  expect(reported({ at: 'end' }, -1, -3)).toEqual(['the last row', 'row 3 from the end'])
  expect(reported(row, -2, 0, 5)).toEqual([
    'row 2 before the target row',
    'the target row',
    'row 5 after the target row',
  ])
})

test('a row with a known number is named by it', () => {
  expect(reported({ at: 'start' }, 0, 1233)).toEqual(['row 1', 'row 1,234'])
  expect(
    reported({ at: 'from', values: ['7'], numbered: { number: 500, isExact: false } }, -1),
  ).toEqual(['row ~499'])
})
