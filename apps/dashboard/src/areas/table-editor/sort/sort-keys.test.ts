import { expect, test } from 'vitest'

import { altered, moved } from './sort-keys.ts'

const keys = [{ column: 'a' }, { column: 'b', descending: true }, { column: 'c' }]

test('a key is moved before another one, and not beyond the ends', () => {
  expect(moved(keys, 2, 0).map(({ column }) => column)).toEqual(['c', 'a', 'b'])
  expect(moved(keys, 0, -1)).toEqual(keys)
  expect(moved(keys, 2, 3)).toEqual(keys)
})

test('PostgreSQL’s defaults are omitted', () => {
  expect(altered(keys, 1, { descending: false })[1]).toEqual({ column: 'b' })
  expect(altered(keys, 0, { descending: true, nulls: 'last' })[0]).toEqual({
    column: 'a',
    descending: true,
    nulls: 'last',
  })
  const [first] = altered(altered(keys, 0, { nulls: 'first' }), 0, { nulls: undefined })
  expect(first).toEqual({ column: 'a' })
})
