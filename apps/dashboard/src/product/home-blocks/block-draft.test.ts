import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  groupedDigits,
  getAppearance,
  movedBy,
  rowsOfBlock,
  defaultAppearance,
} from './block-draft.ts'

const field = (name: string, type: string) => ({ name, type })
const listRows = (types: string[], count: number) => ({
  fields: types.map((type, at) => field(`c${at}`, type)),
  count,
})

describe('the default look of a block', () => {
  test.each([
    [['bigint'], 1, 'figure'],
    [['text'], 1, 'figure'],
    [['date', 'bigint'], 30, 'chart'],
    [['text', 'text'], 30, 'table'],
    [['bigint'], 30, 'table'],
    [['date', 'bigint'], 1, 'table'],
    [[], 0, 'table'],
  ])('%j in %d rows: %s', (types, count, appearance) => {
    expect(defaultAppearance(listRows(types, count))).toBe(appearance)
  })

  test('a configured chart is kept while another look is tried', () => {
    const fields = [field('day', 'date'), field('sold', 'bigint')]
    const first = getAppearance('chart', { kind: 'table' }, fields)
    expect(first).toMatchObject({ kind: 'chart', chart: { x: 'day', ys: ['sold'], type: 'line' } })
    expect(getAppearance('chart', first, [])).toBe(first)
    expect(getAppearance('figure', first, fields)).toEqual({ kind: 'figure' })
  })

  test('rows beyond the last one are empty', () => {
    const rows = rowsOfBlock({ fields: [field('a', 'text')], rows: [['x']] })
    expect([rows.count, rows.at(0), rows.at(1)]).toEqual([1, ['x'], []])
  })
})

describe('a figure', () => {
  test('has digit groups, and all digits', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        const text = groupedDigits(String(value))
        expect(text.replaceAll(',', '')).toBe(String(value))
        expect(text).toMatch(/^-?\d{1,3}(?:,\d{3})*$/u)
      }),
    )
  })

  test.each([
    ['9007199254740993.125', '9,007,199,254,740,993.125'],
    ['-1234.50', '-1,234.50'],
    ['0.00001234567', '0.00001234567'],
    ['NaN', 'NaN'],
    ['1e+30', '1e+30'],
    ['', ''],
  ])('%s is shown as %s', (text, shown) => {
    expect(groupedDigits(text)).toBe(shown)
  })
})

describe('moving a block', () => {
  const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 24 })
  const step = fc.constantFrom(-1 as const, 1 as const)

  test('swaps two positions, and moving back restores them', () => {
    fc.assert(
      fc.property(ids, fc.nat(), step, (all, at, by) => {
        const id = all[at % all.length] ?? ''
        const there = movedBy(all, id, by)
        const to = all.indexOf(id) + by
        const isMoved = to >= 0 && to < all.length
        expect(there.indexOf(id)).toBe(isMoved ? to : all.indexOf(id))
        expect(isMoved ? movedBy(there, id, by === 1 ? -1 : 1) : there).toEqual(all)
      }),
    )
  })

  test('with an unknown id changes nothing', () => {
    fc.assert(
      fc.property(ids, step, (all, by) => {
        expect(movedBy(all, 'removed', by)).toEqual(all)
      }),
    )
  })
})
