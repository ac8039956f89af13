import type { FilterCondition, FilterGroup, RowView, SortKey } from '@basalt/pg-model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseSearch, stringifySearch } from '../../../lib/location.ts'
import { operators } from './operators.ts'
import { addressOf, readView, tidied } from './view-address.ts'
import { listParams } from './view-params.ts'

const names = ['id', 'status', 'not', 'and', 'or', 'a.b', 'Größe', 'with "quotes"', 'x,y(z)\\', ' ']
const columns = names.map((name) => ({ name, kind: 'other' as const }))
const read = (search: string) => readView(listParams(parseSearch(search)), columns)
const written = (view: RowView) => stringifySearch(addressOf(view))

const name = fc.constantFrom(...names)
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '(', ',', '"', '\\', ' '),
)
const condition: fc.Arbitrary<FilterCondition> = fc
  .record({
    column: name,
    operator: fc.constantFrom(...(Object.keys(operators) as FilterCondition['operator'][])),
    values: fc.array(text, { maxLength: 4 }),
    not: fc.boolean(),
  })
  .map(({ not, ...rest }) => (not ? { ...rest, not } : rest))
const { group } = fc.letrec<{ group: FilterGroup; node: FilterCondition | FilterGroup }>((tie) => ({
  group: fc.record({
    match: fc.constantFrom('all' as const, 'any' as const),
    conditions: fc.array(tie('node'), { maxLength: 4 }),
  }),
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, condition, tie('group')),
}))
const sort: fc.Arbitrary<SortKey[]> = fc.array(
  fc
    .record({
      column: name,
      descending: fc.boolean(),
      nulls: fc.constantFrom(undefined, 'first' as const, 'last' as const),
    })
    .map(({ column, descending, nulls }) => ({
      column,
      ...(descending && { descending }),
      ...(nulls !== undefined && { nulls }),
    })),
  { maxLength: 4 },
)

describe('an address', () => {
  test('restores the impersonated role', () => {
    const claims = fc.option(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), {
      nil: undefined,
    })
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), claims, (role, said) => {
        const viewer = { role, ...(said !== undefined && { claims: { ...said } }) }
        const { view, faults } = read(written({ as: viewer }))
        expect(faults).toEqual([])
        expect(JSON.stringify(view.as)).toBe(JSON.stringify(viewer))
      }),
    )
    expect(read('?as=anon&claims=[1]')).toMatchObject({ view: { as: { role: 'anon' } } })
    expect(read('?as=anon&claims=[1]').faults).toHaveLength(1)
  })

  test('restores every filter, except groups without effect', () => {
    fc.assert(
      fc.property(group, (filter) => {
        const stored = tidied(filter)
        expect(read(written({ filter }))).toEqual({
          view: stored === undefined ? {} : { filter: stored },
          faults: [],
        })
      }),
    )
  })

  test('restores every order, expression and search', () => {
    const where = text.map((one) => one.trim())
    const searched = fc.record({ text, columns: fc.array(name, { minLength: 1 }) })
    fc.assert(
      fc.property(sort, where, searched, (order, expression, search) => {
        const view = {
          ...(expression !== '' && { where: expression }),
          ...(order.length > 0 && { sort: order }),
          ...(search.text !== '' && { search }),
        }
        expect(read(written(view))).toEqual({ view, faults: [] })
      }),
    )
  })

  test('is legible', () => {
    const view: RowView = {
      filter: {
        match: 'all',
        conditions: [
          { column: 'status', operator: 'in', values: ['paid', 'sent'] },
          {
            match: 'any',
            conditions: [
              { column: 'id', operator: 'gt', values: ['12.50'] },
              { column: 'id', operator: 'is', values: ['null'], not: true },
            ],
          },
        ],
      },
      sort: [{ column: 'status', descending: true, nulls: 'last' }, { column: 'id' }],
    }
    expect(written(view)).toBe(
      '?filter=status.in.(paid,sent),or(id.gt.12.50,not.id.is.null)&sort=status.desc.nullslast,id',
    )
  })

  test('any typed address is parsed without an error', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'ab.,()"\\ notadr'.split('')) })
    fc.assert(
      fc.property(typed, typed, (filter, order) => {
        const { view } = readView({ filter, sort: order }, columns)
        expect(readView(addressOf(view), columns).view).toEqual(view)
      }),
    )
  })

  test('an address nested too deep is ignored, with a message', () => {
    const { view, faults } = readView({ filter: 'or('.repeat(5000) }, columns)
    expect(view).toEqual({})
    expect(faults).toEqual(['Part of this link could not be read and was ignored'])
  })
})

test('a search without columns covers the default ones: texts, else all', () => {
  const kinds = [
    { name: 'id', kind: 'number' as const },
    { name: 'note', kind: 'text' as const },
  ]
  expect(readView({ search: '%"' }, kinds).view).toEqual({
    search: { text: '%"', columns: ['note'] },
  })
  expect(readView({ search: 'x' }, kinds.slice(0, 1)).view.search?.columns).toEqual(['id'])
})

test('dropped columns are left out and named, and the rest is kept', () => {
  const { view, faults } = readView(
    {
      filter: 'or(dropped.eq.1,id.eq.2),status.eq.paid',
      sort: 'lost.desc,id',
      search: 'moss',
      search_in: 'lost,status',
    },
    columns,
  )
  expect(view).toEqual({
    filter: {
      match: 'all',
      conditions: [
        { column: 'id', operator: 'eq', values: ['2'] },
        { column: 'status', operator: 'eq', values: ['paid'] },
      ],
    },
    sort: [{ column: 'id' }],
    search: { text: 'moss', columns: ['status'] },
  })
  expect(faults).toEqual(['The columns dropped, lost no longer exist and were ignored'])
})
