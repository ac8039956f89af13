import type { Column } from '@basalt/contract/database/tables'
import type { FilterCondition, FilterOperator } from '@basalt/pg-model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { operators, operatorsFor, truths } from '../view/operators.ts'
import { splitWords } from './filter-labels.ts'
import {
  getFinished,
  newCondition,
  unfinishedIn,
  withColumn,
  withOperator,
} from './new-condition.ts'
import { pointedAt } from './pointed-at.ts'
import { presetsFor } from './presets.ts'

const kinds: Column['kind'][] = [
  'number',
  'boolean',
  'text',
  'json',
  'time',
  'uuid',
  'enum',
  'array',
  'binary',
  'other',
]
const column = (kind: Column['kind'], more: Partial<Column> = {}): Column => ({
  name: kind,
  data_type: kind,
  kind,
  is_nullable: true,
  is_identity: false,
  is_generated: false,
  is_primary_key: false,
  default_value: null,
  enum_values: kind === 'enum' ? ['new', 'paid'] : [],
  comment: null,
  references: null,
  ...more,
})

/** The number of values that the operator takes; the server refuses others. */
function fits({ operator, values }: FilterCondition, { kind }: Column): boolean {
  const { takes } = operators[operator]
  if (takes === 'truth') return values.length === 1 && truths({ kind }).includes(values[0] ?? '')
  if (takes === 'many') return true
  return values.length === (takes === 'one' ? 1 : 2)
}

describe('a condition', () => {
  test('keeps as many values as its operator takes, for any sequence of operators', () => {
    const change = fc.oneof(
      fc.record({ to: fc.constantFrom(...kinds) }),
      fc.record({ operator: fc.nat() }),
      fc.record({ value: fc.string() }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.array(change), (start, changes) => {
        let of = column(start)
        let condition = newCondition(of)
        for (const one of changes) {
          if ('to' in one) {
            const next = column(one.to)
            condition = withColumn(condition, of, next)
            of = next
          } else if ('operator' in one) {
            const fitting = operatorsFor(of)
            const operator = fitting[one.operator % fitting.length] as FilterOperator
            condition = withOperator(condition, of, operator)
          } else if (operators[condition.operator].takes === 'one')
            condition = { ...condition, values: [one.value] }
          expect(operatorsFor(of)).toContain(condition.operator)
          expect(fits(condition, of)).toBe(true)
          expect(condition.column).toBe(of.name)
        }
      }),
    )
  })

  test('keeps its value for another column of the same kind, and is reset otherwise', () => {
    const typed = (kind: Column['kind'], value: string, operator: FilterOperator = 'eq') => ({
      column: kind,
      operator,
      values: [value],
    })
    const second = (kind: Column['kind']) => column(kind, { name: 'second' })
    const moved = (to: Column, condition: FilterCondition) =>
      withColumn(condition, column(condition.column as Column['kind']), to)
    expect(moved(second('number'), typed('number', '12', 'gt'))).toEqual({
      column: 'second',
      operator: 'gt',
      values: ['12'],
    })
    expect(moved(second('boolean'), typed('boolean', 'false')).values).toEqual(['false'])
    // An address is no range, though both are typed.
    const range = column('other', { data_type: 'int4range' })
    expect(moved(second('other'), typed('other', '::1')).values).toEqual(['::1'])
    expect(moved(range, typed('other', '::1')).values).toEqual([''])
    // Its operator stays, and with it whether there is a value.
    expect(moved(second('uuid'), typed('time', '2026-12-31'))).toEqual({
      column: 'second',
      operator: 'eq',
      values: [''],
    })
    expect(moved(second('number'), typed('boolean', 'true')).values).toEqual([''])
    expect(moved(second('number'), typed('text', '12')).values).toEqual([''])
    expect(moved(second('uuid'), typed('number', 'not null', 'is')).values).toEqual(['not null'])
  })

  test('keeps its value when the operator changes', () => {
    const typed = { column: 'text', operator: 'eq' as const, values: ['12'] }
    expect(withOperator(typed, column('text'), 'between').values).toEqual(['12', ''])
    expect(withOperator(typed, column('text'), 'in').values).toEqual(['12'])
  })

  test('is unfinished without a value, except for an empty text', () => {
    const columns = [column('number'), column('text')]
    const conditions = columns.map(newCondition)
    const group = { match: 'all' as const, conditions }
    expect(unfinishedIn(group, columns)).toBe('number')
    expect(getFinished(group, columns).conditions).toEqual([newCondition(column('text'))])
    const nested = { match: 'any' as const, conditions: [group] }
    expect(unfinishedIn(nested, columns)).toBe('number')
  })
})

describe('presets', () => {
  const now = new Date(2026, 2, 31, 15, 0)
  const valuesOf = (of: Column, label: string) => {
    const node = presetsFor(of, now).find((one) => one.label === label)?.node
    const conditions = node !== undefined && 'match' in node ? node.conditions : [node]
    return conditions.map((one) =>
      one !== undefined && 'values' in one ? `${one.operator} ${one.values.join()}` : '',
    )
  }

  test('of days start and end with calendar days', () => {
    const date = column('time', { data_type: 'date' })
    expect(valuesOf(date, 'Today')).toEqual(['gte 2026-03-31', 'lt 2026-04-01'])
    expect(valuesOf(date, 'Last 7 days')).toEqual(['gte 2026-03-25', 'lt 2026-04-01'])
    expect(valuesOf(date, 'This month')).toEqual(['gte 2026-03-01', 'lt 2026-04-01'])
    expect(valuesOf(date, 'Last month')).toEqual(['gte 2026-02-01', 'lt 2026-03-01'])
  })

  test('of times with a zone have the zone of the user', () => {
    const zoned = column('time', { data_type: 'timestamp with time zone' })
    expect(valuesOf(zoned, 'Today')[0]).toMatch(/^gte 2026-03-31 00:00:00[+-]\d\d:\d\d$/u)
    const plain = column('time', { data_type: 'timestamp without time zone' })
    expect(valuesOf(plain, 'Today')[0]).toBe('gte 2026-03-31')
  })

  test.each(kinds)('of %s have only suitable operators', (kind) => {
    const of = column(kind)
    const said = presetsFor(of, now).flatMap(({ node }) =>
      'match' in node ? node.conditions : [node],
    )
    expect(said.length).toBeGreaterThan(1)
    expect(
      said.filter((one) => 'operator' in one && !operatorsFor(of).includes(one.operator)),
    ).toEqual([])
  })
})

test('a filter is described as a sentence', () => {
  const eq = (name: string, ...values: string[]): FilterCondition => ({
    column: name,
    operator: values.length > 1 ? 'in' : 'eq',
    values,
  })
  expect(splitWords(eq('note', ''))).toBe('note equals (empty string)')
  expect(splitWords(eq('id', '1', '2', '3', '4', '5'))).toBe('id one of 1, 2, 3 and 2 more')
  expect(
    splitWords({
      match: 'any',
      conditions: [
        { ...eq('a', '1'), not: true },
        { match: 'all', conditions: [eq('b', '2'), eq('c', '3')] },
      ],
    }),
  ).toBe('a not: equals 1 or (b equals 2 and c equals 3)')
})

test('a caret is below PostgreSQL’s error position', () => {
  expect(pointedAt('total > 1\nand 🌲x = 2', 17)).toBe('and 🌲x = 2\n     ^')
  expect(pointedAt('nme', 1)).toBe('nme\n^')
  expect(pointedAt('a =', 4)).toBe('a =\n   ^')
})
