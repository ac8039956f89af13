import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { areSame, getNeighbour, hasParams, persistent, listParams } from './view-params.ts'

const known = ['filter', 'where', 'sort', 'search', 'search_in', 'as', 'claims'] as const
const params = fc
  .record(Object.fromEntries(known.map((name) => [name, fc.option(fc.string())])))
  .map((all) => listParams(all))

describe('the parameters of rows', () => {
  test('are the texts that are there; everything else of an address is left alone', () => {
    expect(
      listParams({ filter: 'id.eq.1', sort: '', search: 7, where: null, row: '3', utm: 'x' }),
    ).toEqual({ filter: 'id.eq.1' })
  })

  test('are none in an address that says nothing of rows', () => {
    expect(hasParams(listParams({ row: '["1"]', filter: '' }))).toBe(false)
    expect(hasParams(listParams({ sort: 'id' }))).toBe(true)
  })

  test('are the same exactly when each of them is', () => {
    fc.assert(
      fc.property(params, params, (one, other) => {
        expect(areSame(one, { ...one })).toBe(true)
        expect(areSame(one, other)).toBe(areSame(other, one))
        const differs = known.some((name) => one[name] !== other[name])
        expect(areSame(one, other)).toBe(!differs)
      }),
    )
  })

  test('that last are all but those of borrowed eyes', () => {
    fc.assert(
      fc.property(params, (one) => {
        const stored = persistent(one)
        expect(stored).not.toHaveProperty('as')
        expect(stored).not.toHaveProperty('claims')
        expect({ ...one, ...stored }).toEqual(one)
        expect(areSame({ ...stored, as: one.as, claims: one.claims } as typeof one, one)).toBe(true)
      }),
    )
  })
})

test('the row of the panel stays while other rows are looked at', () => {
  expect(getNeighbour({ row: '["1"]', like: '["2"]', sort: 'id' })).toEqual({
    row: '["1"]',
    like: '["2"]',
  })
  expect(getNeighbour({ row: 5, filter: 'id.eq.1' })).toEqual({})
})
