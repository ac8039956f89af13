import type { TableSummary } from '@basalt/contract/database/tables'
import { describe, expect, test } from 'vitest'

import { opening } from '../tables/table-kinds.ts'
import { rowAfterKey, rowBeginningWith, treeRows } from './tree-rows.ts'

const table = (id: number, name: string, more: Partial<TableSummary> = {}): TableSummary => ({
  id,
  name,
  schema: 'public',
  kind: 'table',
  rls_enabled: false,
  row_estimate: null,
  ...more,
})

const rows = treeRows({
  favourites: [table(3, 'people')],
  tables: [
    table(1, 'Apples'),
    table(2, 'events', { kind: 'partitioned_table' }),
    table(3, 'people'),
    table(4, 'apricots'),
  ],
  partitions: new Map([
    [2, [table(5, 'events_1'), table(6, 'events_2', { kind: 'partitioned_table' })]],
  ]),
})

describe('the tree of tables', () => {
  test('has pinned tables only at the top, and partitions below their parent', () => {
    expect(rows.map(({ table: { name }, level, isExpanded }) => [name, level, isExpanded])).toEqual(
      [
        ['people', 1, undefined],
        ['Apples', 1, undefined],
        ['events', 1, true],
        ['events_1', 2, undefined],
        ['events_2', 2, false],
        ['apricots', 1, undefined],
      ],
    )
  })

  test.each([
    ['ArrowDown', 1, 2],
    ['ArrowDown', 5, 5],
    ['ArrowUp', 0, 0],
    ['Home', 4, 0],
    ['End', 0, 5],
    ['PageDown', 1, 4],
    ['PageUp', 4, 1],
    ['ArrowLeft', 4, 2],
    ['ArrowLeft', 1, undefined],
    ['x', 1, undefined],
  ])('%s on row %i leads to %s', (key, active, next) => {
    expect(rowAfterKey(rows, active, { key, page: 3 })).toBe(next)
  })

  test('goes to the next name with the typed prefix, wrapping around', () => {
    expect(rowBeginningWith(rows, 0, 'a')).toBe(1)
    expect(rowBeginningWith(rows, 1, 'a')).toBe(5)
    expect(rowBeginningWith(rows, 5, 'a')).toBe(1)
    expect(rowBeginningWith(rows, 1, 'ap')).toBe(1)
    expect(rowBeginningWith(rows, 1, 'apr')).toBe(5)
    expect(rowBeginningWith(rows, 1, 'z')).toBe(-1)
  })
})

test.each([
  [{}, 'no RLS'],
  [{ rls_enabled: true }, undefined],
  [{ is_protected: true }, undefined],
  [{ is_partition: true }, undefined],
  [{ kind: 'view', is_security_invoker: false }, 'definer'],
  [{ kind: 'view', is_security_invoker: true }, undefined],
  [{ kind: 'materialized_view' }, undefined],
] satisfies [Partial<TableSummary>, string | undefined][])('%j is open: %s', (more, badge) => {
  expect(opening(table(1, 'a', more))?.badge).toBe(badge)
})
