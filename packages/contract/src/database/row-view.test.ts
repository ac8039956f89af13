import type { FilterGroup, RowView } from '@basalt/pg-model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'

import { rowView, rowViewText } from './row-view.ts'

const condition = fc
  .record({
    column: fc.string(),
    operator: fc.constantFrom('eq' as const, 'in' as const, 'between' as const, 'is' as const),
    values: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
    not: fc.option(fc.boolean(), { nil: undefined }),
  })
  .map(({ not, ...rest }) => (not === undefined ? rest : { ...rest, not }))

const { group } = fc.letrec<{ group: FilterGroup; node: FilterGroup['conditions'][number] }>(
  (tie) => ({
    group: fc.record({
      match: fc.constantFrom('all' as const, 'any' as const),
      conditions: fc.array(tie('node'), { maxLength: 4 }),
    }),
    node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, condition, tie('group')),
  }),
)

const listProblems = (view: unknown): string[] => {
  const { error } = z.safeParse(rowView, view)
  return error?.issues.map(({ message }) => message) ?? []
}

const conditions = (count: number) =>
  Array.from({ length: count }, () => ({ column: 'a', operator: 'eq', values: ['1'] }))

describe('a view in a parameter of an address', () => {
  test('is parsed as it was written, with nested groups', () => {
    const sort = fc.array(
      fc.record(
        {
          column: fc.string(),
          descending: fc.boolean(),
          nulls: fc.constantFrom('first' as const, 'last' as const),
        },
        { requiredKeys: ['column'] },
      ),
      { maxLength: 16 },
    )
    const view = fc.record({ filter: group, sort, where: fc.string() }, { requiredKeys: [] })
    fc.assert(
      fc.property(view, (target) => {
        expect(z.parse(rowViewText, JSON.stringify(target))).toEqual(target)
      }),
    )
  })

  test('keeps values exactly: numbers stay texts', () => {
    const view: RowView = {
      filter: {
        match: 'all',
        conditions: [{ column: 'id', operator: 'eq', values: ['9007199254740993', '', ' 1 '] }],
      },
    }
    expect(z.parse(rowViewText, JSON.stringify(view))).toEqual(view)
    expect(
      listProblems({
        filter: { match: 'all', conditions: [{ column: 'id', operator: 'eq', values: [1] }] },
      }),
    ).not.toEqual([])
  })

  test('that is invalid JSON is refused with a message', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { success, error } = z.safeParse(rowViewText, text)
        expect(success || (error?.issues.length ?? 0) > 0).toBe(true)
      }),
    )
    const { error } = z.safeParse(rowViewText, '{"filter":')
    expect(error?.issues.map(({ message }) => message)).toEqual(['The view is not JSON'])
  })

  test('that is longer than an address can be is refused before it is parsed', () => {
    const { error } = z.safeParse(rowViewText, `{"where":"${'x'.repeat(60_000)}"}`)
    expect(error?.issues[0]?.message).toBe('This filter is too long')
  })
})

describe('a view', () => {
  test.each([
    [
      'values',
      {
        filter: {
          match: 'all',
          conditions: [{ column: 'a', operator: 'in', values: Array(1001).fill('1') }],
        },
      },
      'Use at most 1,000 values in a list',
    ],
    [
      'columns to sort by',
      { sort: Array.from({ length: 17 }, () => ({ column: 'a' })) },
      'At most 16 columns',
    ],
    ['SQL', { where: 'x'.repeat(10_001) }, 'At most 10,000 characters'],
    ['names', { as: { role: '' } }, 'Choose a role'],
  ])('with too many or too few %s is refused', (_, view, message) => {
    expect(listProblems(view)).toContain(message)
  })

  test('accepts a reasonable number of conditions in a group, and no more', () => {
    expect(listProblems({ filter: { match: 'all', conditions: conditions(50) } })).toEqual([])
    const tooMany = { match: 'any', conditions: conditions(51) }
    const said = ['Use at most 50 conditions in a group']
    expect(listProblems({ filter: tooMany })).toEqual(said)
    expect(listProblems({ filter: { match: 'all', conditions: [tooMany] } })).toEqual(said)
  })

  test('knows its operators and no others', () => {
    const said = (operator: string) =>
      listProblems({
        filter: { match: 'all', conditions: [{ column: 'a', operator, values: [] }] },
      })
    expect(said('starts_with')).toEqual([])
    expect(said('; drop table a')).not.toEqual([])
  })

  test('passes the claims of a token on unchanged', () => {
    const as = { role: 'authenticated', claims: { sub: '1', nested: { list: [1, null] } } }
    expect(z.parse(rowView, { as })).toEqual({ as })
  })
})
