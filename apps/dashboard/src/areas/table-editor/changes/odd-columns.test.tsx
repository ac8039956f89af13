// @vitest-environment jsdom
import type { TableDetail } from '@basalt/contract/database/tables'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { profile, shop } from '../../../testing/answers.ts'
import { openTable } from '../../../testing/open-table.tsx'
import { column, plants } from '../../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a staged row is shown also when columns have the names of object properties', async () => {
  const table: TableDetail = {
    ...plants,
    id: 950,
    columns: [column('id', { is_primary_key: true }), column('constructor'), column('toString')],
  }
  openTable(table, { rows: [['1', 'moss', 'fern']] })
  const rows = [{ op: 'insert', id: 'n1', values: { id: '3' } }]
  storage.stagedRows(profile.id, shop.ref, table.id).set(JSON.stringify({ rows, sent: null }))
  expect(await screen.findByRole('gridcell', { name: '3' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: '1 change' }))
  const panel = await screen.findByRole('dialog', { name: 'Changes to plants' })
  expect(panel.textContent).not.toContain('constructor')
})
