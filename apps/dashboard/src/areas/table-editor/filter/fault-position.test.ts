import type { FilterCondition, FilterGroup } from '@basalt/pg-model'
import { describe, expect, test } from 'vitest'

import { column } from '../../../testing/plants.ts'
import { faultIn } from './fault-position.ts'

const columns = [
  column('id', { data_type: 'integer', kind: 'number' }),
  column('day', { data_type: 'date', kind: 'time' }),
  column('note'),
  column('state', { data_type: 'state', kind: 'other' }),
]
const eq = (name: string, ...values: string[]): FilterCondition => ({
  column: name,
  operator: values.length > 1 ? 'in' : 'eq',
  values,
})
const all = (...conditions: FilterGroup['conditions']): FilterGroup => ({
  match: 'all',
  conditions,
})
const faulty = (message: string, filter: FilterGroup, hasOwnSql = false) =>
  faultIn({ message, filter, columns, hasOwnSql })?.condition

describe('a refusal is assigned to the condition', () => {
  const [id, day, many] = [eq('id', 'x'), eq('day', '2026-02-30'), eq('state', 'new', 'old')]

  test.each([
    ['invalid input syntax for type integer: "x"', id],
    ['date/time field value out of range: "2026-02-30"', day],
    ['invalid input value for enum state: "old"', many],
  ])('whose value is quoted: %s', (message, expected) => {
    const filter = all({ match: 'any', conditions: [id, many] }, day)
    expect(faulty(message, filter)).toBe(expected)
    expect(faulty(message, filter, true)).toBe(expected)
  })

  test('with a value that is out of range', () => {
    const large = eq('id', '99999999999')
    const message = 'value "99999999999" is out of range for type integer'
    expect(faulty(message, all(day, large))).toBe(large)
  })

  test('with the type that refuses the value, when others have the same value', () => {
    const message = 'invalid input syntax for type integer: "x"'
    expect(faulty(message, all(eq('note', 'x'), id))).toBe(id)
  })

  test('that alone is finished, with any message', () => {
    const filter = all(eq('day', ''), many)
    expect(faulty('malformed something', filter)).toBe(many)
  })
})

describe('a refusal is not assigned', () => {
  test('when several conditions may be meant', () => {
    const message = 'invalid input syntax for type integer: "x"'
    expect(faulty('malformed something', all(eq('id', '1'), eq('note', 'x')))).toBeUndefined()
    expect(faulty(message, all(eq('note', 'x'), eq('state', 'x')))).toBeUndefined()
  })

  test('when no value equals the quoted one', () => {
    const message = 'invalid input syntax for type integer: "x"'
    expect(faulty(message, all(eq('id', 'xy'), eq('note', 'a x')))).toBeUndefined()
    expect(faulty(message, all())).toBeUndefined()
  })

  test('when an SQL expression may be meant', () => {
    expect(faulty('malformed something', all(eq('id', '1')), true)).toBeUndefined()
  })
})
