import type { ColumnPrivileges } from '@basalt/contract/database/column-privileges'
import { describe, expect, test } from 'vitest'

import {
  listChanges,
  countChanges,
  isTableWide,
  isTicked,
  noDraft,
  withCells,
  withSplit,
} from './privilege-draft.ts'

const privileges: ColumnPrivileges = {
  table: { id: 1, schema: 'public', name: 'staff', owner: 'postgres' },
  role: 'clerk',
  table_wide: ['UPDATE'],
  columns: [
    { name: 'id', data_type: 'integer', granted: [], effective: ['UPDATE'] },
    { name: 'name', data_type: 'text', granted: ['SELECT'], effective: ['SELECT', 'UPDATE'] },
    { name: 'salary', data_type: 'numeric', granted: ['SELECT'], effective: ['SELECT', 'UPDATE'] },
  ],
}

const ticked = (draft: typeof noDraft, kind: 'SELECT' | 'INSERT' | 'UPDATE') =>
  privileges.columns
    .filter((column) => isTicked({ privileges, draft }, kind, column))
    .map(({ name }) => name)

describe('without a draft', () => {
  test('granted columns are checked, and a table-wide grant checks every column', () => {
    expect(ticked(noDraft, 'SELECT')).toEqual(['name', 'salary'])
    expect(ticked(noDraft, 'INSERT')).toEqual([])
    expect(ticked(noDraft, 'UPDATE')).toEqual(['id', 'name', 'salary'])
    expect(isTableWide({ privileges, draft: noDraft }, 'UPDATE')).toBe(true)
  })

  test('no change is requested', () => {
    expect(listChanges({ privileges, draft: noDraft })).toEqual([])
  })
})

describe('a draft', () => {
  test('requests exactly the differences', () => {
    const draft = withCells(noDraft, 'SELECT', { id: true, name: true, salary: false })
    const changes = listChanges({ privileges, draft })
    expect(changes).toEqual([
      { privilege: 'SELECT', grant: ['id'], revoke: ['salary'], revoke_table_wide: false },
    ])
    expect(countChanges(changes)).toBe(2)
  })

  test('that is checked and unchecked again is empty', () => {
    const draft = withCells(withCells(noDraft, 'INSERT', { id: true }), 'INSERT', { id: false })
    expect(listChanges({ privileges, draft })).toEqual([])
  })

  test('of a table-wide grant keeps every column until one is unchecked', () => {
    const split = withSplit(noDraft, 'UPDATE')
    expect(ticked(split, 'UPDATE')).toEqual(['id', 'name', 'salary'])
    const changes = listChanges({
      privileges,
      draft: withCells(split, 'UPDATE', { salary: false }),
    })
    expect(changes).toEqual([
      { privilege: 'UPDATE', grant: ['id', 'name'], revoke: [], revoke_table_wide: true },
    ])
    expect(countChanges(changes)).toBe(1)
  })
})
