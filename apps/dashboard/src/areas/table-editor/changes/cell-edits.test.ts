import { expect, test } from 'vitest'

import { column } from '../../../testing/plants.ts'
import { getCursor, keyReader } from '../rows/row-key.ts'
import {
  columnReason,
  editedRow,
  noEdits,
  readOnlyReason,
  withEdit,
  withoutEdit,
} from './cell-edits.ts'

const columns = [column('note'), column('tenant'), column('id')]

test('the key is read in its own order, not in that of the columns', () => {
  const getKey = keyReader({ columns, key: ['tenant', 'id'] })
  expect(getKey(['x', 'acme', '9007199254740993'])).toEqual(['acme', '9007199254740993'])
  expect(getCursor(['acme', '9007199254740993'])).toBe('["acme","9007199254740993"]')
})

test('a table without a key, or a row without one, has none', () => {
  expect(keyReader({ columns, key: [] })(['x', 'acme', '1'])).toBeNull()
  expect(keyReader({ columns, key: ['id'] })(['x', 'acme', null])).toBeNull()
})

test('edits cover the row until they are saved, NULL and empty text distinct', () => {
  const edit = { key: ['1'], previous: 'x', state: 'saving' as const }
  const emptied = withEdit(noEdits, { ...edit, column: 'note', typed: '' })
  const both = withEdit(emptied, { ...edit, column: 'tenant', typed: null })
  const row = ['x', 'acme', '1']
  expect(editedRow(row, columns, both.get(getCursor(['1'])))).toEqual(['', null, '1'])
  const left = withoutEdit(both, { key: ['1'], column: 'note' })
  expect(editedRow(row, columns, left.get(getCursor(['1'])))).toEqual(['x', null, '1'])
  expect(withoutEdit(left, { key: ['1'], column: 'tenant' }).size).toBe(0)
})

test('read-only cells have a reason', () => {
  expect(readOnlyReason({ kind: 'table', key: ['id'] }, undefined)).toBeUndefined()
  expect(readOnlyReason({ kind: 'table', key: [] }, undefined)).toContain('no primary key')
  expect(readOnlyReason({ kind: 'view', key: [] }, undefined)).toContain('view')
  expect(readOnlyReason({ kind: 'table', key: ['id'] }, 'No rights')).toBe('No rights')
  expect(columnReason(column('total', { is_generated: true }))).toContain('total')
})
