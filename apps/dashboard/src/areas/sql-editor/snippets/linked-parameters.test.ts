import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { valuesFor } from '../editor/parameter-values.ts'
import { linkWith } from './link-with.ts'
import { linkedParameters, parameterNames, withLinked } from './linked-parameters.ts'

describe('the parameters of a text', () => {
  test.each([
    ['select :city, :city, :_b2', ['city', '_b2']],
    ['select $2, $1', ['2', '1']],
    ["select ':no', $$ :no $1 $$ -- :no", []],
    ['select now()::date, a::text', []],
    ['select a[1:n], b[x:y]', []],
    ['where id = :id::bigint and x=:x', ['id', 'x']],
    ['select (:a)', ['a']],
  ])('of %s are %j', (text, names) => {
    expect(parameterNames(text)).toEqual(names)
  })
})

describe('a link', () => {
  test('restores every value, and ignores the rest of the address', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((one) => one !== '__proto__')
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (values) => {
        const link = new URL(linkWith('http://basalt.test/sql/1?other=2', values))
        const search = Object.fromEntries(link.searchParams)
        expect(linkedParameters(search)).toEqual({ ...values })
        expect(link.searchParams.get('other')).toBe('2')
      }),
    )
  })

  test('sets values for the next run and keeps the others', () => {
    const day = { type: 'date', text: '2026-01-01' }
    const stored = JSON.stringify({ city: { type: 'number', text: '1' }, day })
    const linked = linkedParameters({ 'p.city': 'Oslo', 'p.1': '007', show: 'x' })
    expect(valuesFor(['city', 'day', '$1'], withLinked(stored, linked))).toEqual({
      city: { type: 'text', text: 'Oslo' },
      day,
      $1: { type: 'text', text: '007' },
    })
    expect(withLinked('not JSON', {})).toBe('{}')
  })
})
