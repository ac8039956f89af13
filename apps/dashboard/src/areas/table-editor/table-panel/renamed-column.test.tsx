// @vitest-environment jsdom
import type { TableDesign } from '@basalt/pg-model'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { profile, shop } from '../../../testing/answers.ts'
import { database } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { column, plants } from '../../../testing/plants.ts'
import { plainColumn } from './table-draft.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const user = userEvent.setup({ delay: null })
const [id = column('id')] = plants.columns

const design: TableDesign = {
  schema: 'public',
  name: 'plants',
  comment: null,
  rls_enabled: false,
  is_realtime: false,
  primary_key: ['id'],
  foreign_keys: [],
  columns: [
    { ...plainColumn, name: 'id', data_type: 'bigint', is_nullable: false },
    { ...plainColumn, name: 'qty', data_type: 'text' },
  ],
}

/** A table with a staged edit of `qty`, in a database that renames the column on demand. */
function open(tableId: number) {
  let name = 'qty'
  const stored = storage.stagedRows(profile.id, shop.ref, tableId)
  const cells = { qty: { value: '7', isDefault: false, previous: '5' } }
  const row = { op: 'update', key: ['1'], keyedBy: ['id'], cells, seen: ['1', '5'] }
  const about = `${database}/tables/${tableId}`
  const table = () => ({ ...plants, id: tableId, columns: [id, column(name)], shape: name })
  openTable(table(), {
    rows: [['1', '5']],
    answers: {
      [`GET ${about}`]: table,
      [`GET ${about}/rows`]: () => ({ rows: [['1', '5']], has_more: false, shape: name }),
      [`GET ${about}/design`]: { design, version: 'v1', size_bytes: 8192, row_estimate: 1 },
      [`GET ${database}/types`]: [],
      [`POST ${database}/table-changes/preview`]: { statements: [] },
      [`POST ${database}/table-changes`]: () => {
        name = 'amount'
        return { id: tableId, trash_id: null, history_id: null }
      },
    },
  })
  // The page starts without stored edits.
  stored.set(JSON.stringify({ rows: [row], sent: [] }))
  return { kept: stored, rename: () => (name = 'amount') }
}

test('a staged edit follows a renamed column', async () => {
  const { kept: stored } = open(961)
  expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy()
  fireEvent.contextMenu(await screen.findByRole('treeitem', { name: /^plants/u }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit table' }))
  const field = await screen.findByRole('textbox', { name: 'Name of qty' })
  await user.clear(field)
  await user.type(field, 'amount')
  await user.click(screen.getByRole('button', { name: /^Save changes/u }))
  await screen.findByRole('columnheader', { name: /^amount/u })
  expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy()
  await waitFor(() => expect(stored.get()).toContain('"cells":{"amount"'))
})

test('a staged edit of a dropped column reports that, and is removed alone', async () => {
  const { kept: stored, rename } = open(962)
  rename()
  await user.click(await screen.findByRole('button', { name: '1 change' }))
  const said = 'This table no longer has the column qty. Discard this change to save the others'
  expect((await screen.findByText(said)).getAttribute('role')).toBe('alert')
  await user.click(screen.getByRole('button', { name: /^Discard: Edit/u }))
  await waitFor(() => expect(screen.queryByText(said)).toBeNull())
  expect(stored.get() ?? '').not.toContain('"rows":[{')
})
