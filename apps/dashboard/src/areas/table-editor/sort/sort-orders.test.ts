import type { SortKey } from '@basalt/pg-model'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { altered, moved } from './sort-keys.ts'

const keys: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc
    .record({
      column: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      descending: fc.boolean(),
      nulls: fc.constantFrom(undefined, 'first' as const, 'last' as const),
    })
    .map(({ column, descending, nulls }) => ({
      column,
      ...(descending && { descending }),
      ...(nulls !== undefined && { nulls }),
    })),
  { selector: ({ column }) => column },
)
const position = fc.integer({ min: -2, max: 7 })

test('moving loses no key, and keeps the order of the others', () => {
  fc.assert(
    fc.property(keys, position, position, (before, from, to) => {
      const after = moved(before, from, to)
      const others = (all: readonly SortKey[]) => all.filter((key) => key !== before[from])
      expect(after.toSorted((a, b) => a.column.localeCompare(b.column))).toEqual(
        before.toSorted((a, b) => a.column.localeCompare(b.column)),
      )
      expect(others(after)).toEqual(others(before))
    }),
  )
})

test('a key that was moved within the list is at its new position', () => {
  fc.assert(
    fc.property(keys, fc.nat(), fc.nat(), (before, a, b) => {
      fc.pre(before.length > 0)
      const [from, to] = [a % before.length, b % before.length]
      expect(moved(before, from, to)[to]).toBe(before[from])
      expect(moved(moved(before, from, to), to, from)).toEqual(before)
    }),
  )
})

test('changing one key does not affect the others, and can be reverted', () => {
  const change = fc.record({ descending: fc.boolean(), nulls: fc.constantFrom('first', 'last') })
  fc.assert(
    fc.property(keys, fc.nat(), change, (before, at, { descending, nulls }) => {
      fc.pre(before.length > 0)
      const index = at % before.length
      const after = altered(before, index, {
        descending,
        nulls: nulls === 'first' ? 'first' : 'last',
      })
      expect(after.toSpliced(index, 1)).toEqual(before.toSpliced(index, 1))
      expect(after[index]?.descending).toBe(descending ? true : undefined)
      const old = before[index]
      expect(altered(after, index, { descending: old?.descending, nulls: old?.nulls })).toEqual(
        before,
      )
    }),
  )
})
