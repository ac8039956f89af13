import type { ColumnDefault } from '@basalt/pg-model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { constraintName } from './constraint-name.ts'
import { defaultSql, isSameDefault, readDefault } from './default-text.ts'
import { columnList, inParentheses, joined, piece, placeAt, toSql, tableName } from './steps.ts'

const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
const name = text.filter((value) => value !== '')

describe('a default', () => {
  test("that is a text is distinguished from an expression, in both forms of PostgreSQL's output", () => {
    expect(readDefault(`'paid'::text`)).toEqual({ kind: 'literal', value: 'paid' })
    expect(readDefault(`'it''s'::character varying`)).toEqual({ kind: 'literal', value: "it's" })
    expect(readDefault(`''::text`)).toEqual({ kind: 'literal', value: '' })
    expect(readDefault('12.50')).toEqual({ kind: 'literal', value: '12.50' })
    expect(readDefault(`'{}'::"my enum"[]`)).toEqual({ kind: 'literal', value: '{}' })
    for (const sql of [
      'now()',
      `'a'::text || 'b'::text`,
      `nextval('orders_id_seq'::regclass)`,
      `'orders'::regclass`,
      `('a'::text)`,
      'CURRENT_DATE',
    ]) {
      expect(readDefault(sql)).toEqual({ kind: 'expression', sql })
    }
  })

  test("is read back from PostgreSQL's output of any text", () => {
    fc.assert(
      fc.property(text, (value) => {
        const printed = `'${value.replaceAll("'", "''")}'::text`
        expect(readDefault(printed)).toEqual({ kind: 'literal', value })
      }),
    )
  })

  test('is equal exactly when it has the same kind and value', () => {
    const either: fc.Arbitrary<ColumnDefault | null> = fc.constantFrom(
      null,
      { kind: 'literal', value: 'now()' },
      { kind: 'expression', sql: 'now()' },
      { kind: 'literal', value: '' },
    )
    fc.assert(
      fc.property(either, either, (one, other) => {
        expect(isSameDefault(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
    )
    expect(defaultSql({ kind: 'literal', value: "it's" })).toBe("'it''s'")
    expect(defaultSql({ kind: 'expression', sql: 'now()' })).toBe('now()')
  })
})

describe('the name of a constraint', () => {
  test("is PostgreSQL's default, if it is short enough", () => {
    expect(constraintName('orders', ['customer_id'], 'fkey')).toBe('orders_customer_id_fkey')
    expect(constraintName('a', ['b', 'c'], 'fkey')).toBe('a_b_c_fkey')
  })

  test('is stored whole by PostgreSQL, and truncated at a character boundary', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.array(name),
        (table, columns) => {
          const created = constraintName(table, columns, 'fkey')
          expect(new TextEncoder().encode(created).length).toBeLessThanOrEqual(63)
          expect(created.endsWith('_fkey')).toBe(true)
          expect([table, ...columns].join('_').startsWith(created.slice(0, -5))).toBe(true)
          expect(/\p{Surrogate}/u.test(created)).toBe(false)
        },
      ),
    )
  })
})

describe('a composed statement', () => {
  const part = fc.record({ text: name, field: fc.option(fc.constantFrom('a', 'b', 'c')) })
  const getFragment = (parts: { text: string; field: string | null }[]) =>
    parts.map(({ text: sql, field }) => (field === null ? sql : piece(sql, field)))

  test('maps each character to the field it was written from', () => {
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const fragment = getFragment(parts)
        const fields = parts.flatMap(({ text: sql, field }) =>
          Array.from(sql, () => field ?? undefined),
        )
        // PostgreSQL counts characters from 1.
        expect(fields.map((_, at) => placeAt(fragment, at + 1)?.field)).toEqual(fields)
        expect(placeAt(fragment, fields.length + 1)).toBeUndefined()
      }),
    )
  })

  test('is the concatenation of its parts', () => {
    fc.assert(
      fc.property(fc.array(fc.array(part)), (all) => {
        const fragments = all.map(getFragment)
        expect(toSql(joined(fragments, ', '))).toBe(fragments.map(toSql).join(', '))
      }),
    )
  })

  test('quotes every name, and no comment hides the text after it', () => {
    expect(tableName({ schema: 'a"b', name: 'Order' })).toBe('"a""b"."Order"')
    expect(columnList(['a', 'b"'])).toBe('("a", "b""")')
    expect(inParentheses('a > 0')).toBe('(a > 0)')
    expect(inParentheses('a > 0 -- why')).toBe('(a > 0 -- why\n)')
  })
})
