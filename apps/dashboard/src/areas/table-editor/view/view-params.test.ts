import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { areSame, getNeighbour, hasParams, persistent, listParams } from './view-params.ts'

const known = ['filter', 'where', 'sort', 'search', 'search_in', 'as', 'claims'] as const
const params = fc
  .record(Object.fromEntries(known.map((name) => [name, fc.option(fc.string())])))
  .map((all) => listParams(all))

describe('the parameters of rows', () => {
  test('are the present texts; other parts of an address are ignored', () => {
    expect(
      listParams({ filter: 'id.eq.1', sort: '', search: 7, where: null, row: '3', utm: 'x' }),
    ).toEqual({ filter: 'id.eq.1' })
  })

  test('are empty in an address without a view', () => {
    expect(hasParams(listParams({ row: '["1"]', filter: '' }))).toBe(false)
    expect(hasParams(listParams({ sort: 'id' }))).toBe(true)
  })

  test('are equal exactly when each of them is', () => {
    fc.assert(
      fc.property(params, params, (one, other) => {
        expect(areSame(one, { ...one })).toBe(true)
        expect(areSame(one, other)).toBe(areSame(other, one))
        const differs = known.some((name) => one[name] !== other[name])
        expect(areSame(one, other)).toBe(!differs)
      }),
    )
  })

  test('are stored except for the impersonated role', () => {
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

test('the row of the panel stays when the view changes', () => {
  expect(getNeighbour({ row: '["1"]', like: '["2"]', sort: 'id' })).toEqual({
    row: '["1"]',
    like: '["2"]',
  })
  expect(getNeighbour({ row: 5, filter: 'id.eq.1' })).toEqual({})
})
