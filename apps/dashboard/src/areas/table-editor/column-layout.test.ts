import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { getMove, withFrozen, withHidden, withMoved } from './column-arranging.ts'
import { type ColumnLayout, shownColumns } from './column-layout.ts'

const plain: ColumnLayout = { order: [], hidden: [], frozen: [] }
const names = ['id', 'name', 'at', 'note']
const shown = (layout: ColumnLayout, among = names) =>
  shownColumns(among, layout).map((index) => among[index])

describe('the layout of columns', () => {
  test('is the one of the table until it is changed', () => {
    expect(shown(plain)).toEqual(names)
  })

  test('moves a column before another one, or last', () => {
    expect(shown(withMoved(plain, names, { name: 'note', before: 'name' }))).toEqual([
      'id',
      'note',
      'name',
      'at',
    ])
    expect(shown(withMoved(plain, names, { name: 'id', before: undefined })).at(-1)).toBe('id')
  })

  test('keeps frozen columns first and hidden ones away, and restores both', () => {
    const layout = withHidden(withFrozen(plain, 'at', true), 'id', true)
    expect(shown(layout)).toEqual(['at', 'name', 'note'])
    expect(shown(withHidden(withFrozen(layout, 'at', false), 'id', false))).toEqual(names)
  })

  test('has no position beyond the ends, nor between frozen columns and others', () => {
    const layout = withFrozen(plain, 'id', true)
    expect(getMove(layout, names, { name: 'name', by: -1 })).toBeUndefined()
    expect(getMove(layout, names, { name: 'note', by: 1 })).toBeUndefined()
    expect(getMove(layout, names, { name: 'note', by: -1 })).toEqual({ before: 'at' })
  })

  test('is kept when columns of the table are renamed, added or dropped', () => {
    const layout = withMoved(plain, names, { name: 'note', before: 'id' })
    expect(shown(layout, ['id', 'title', 'note', 'fresh'])).toEqual([
      'note',
      'id',
      'title',
      'fresh',
    ])
  })

  test('never hides all columns', () => {
    expect(shown({ ...plain, hidden: names })).toEqual(['id'])
  })

  test('shows each column once, with any stored value', () => {
    const some = fc.array(fc.constantFrom(...names, 'dropped'))
    fc.assert(
      fc.property(some, some, some, (order, hidden, frozen) => {
        const all = shownColumns(names, { order, hidden: [], frozen })
        expect(all.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3])
        const rest = shownColumns(names, { order, hidden, frozen })
        expect(new Set(rest).size).toBe(rest.length)
        expect(rest.length).toBeGreaterThan(0)
      }),
    )
  })
})
