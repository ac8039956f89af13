import type { TableDetail } from '@basalt/contract/database/tables'
// @vitest-environment jsdom
import type { TableDesign } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { database } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'
import { plainColumn } from './table-draft.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const far: TableDetail = { ...plants, id: 4901, name: 'far', kind: 'foreign_table', key: [] }

const design: TableDesign = {
  schema: 'public',
  name: 'far',
  comment: null,
  rls_enabled: false,
  is_realtime: false,
  primary_key: [],
  foreign_keys: [],
  columns: [{ ...plainColumn, name: 'id', data_type: 'integer' }],
}

const found = { design, kind: 'foreign_table', version: 'v1', size_bytes: 0, row_estimate: null }

async function openMenu(item: string) {
  openTable(far, {
    rows: [['1', 'moss']],
    answers: {
      [`GET ${database}/tables/${far.id}/design`]: found,
      [`GET ${database}/types`]: [],
      [`GET ${database}/tables/${far.id}/dependents`]: {
        dependents: [],
        referring: [],
        child_tables: [],
        can_restart: false,
        only_for_good: 'The rows of a foreign table are elsewhere and stay there',
        kept_hours: 24,
        size_bytes: 0,
        row_estimate: null,
      },
      [`POST ${database}/table-changes/preview`]: { steps: [] },
    },
  })
  const entry = await screen.findByRole('treeitem', { name: /^far/u })
  await user.pointer({ keys: '[MouseRight]', target: entry })
  await user.click(await screen.findByRole('menuitem', { name: item }))
  // The loading panel is another element than the loaded one.
  return waitFor(() => {
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.queryByLabelText('Loading')).toBeNull()
    return dialog
  })
}

test('the panel of a foreign table hides options of the remote table', async () => {
  const panel = await openMenu('Edit foreign table')
  await panel.findByText('The rows are on a foreign server')
  await user.click(panel.getByRole('button', { name: 'Details of id' }))
  expect(panel.getByLabelText('Nullable')).toBeTruthy()
  expect(within(panel.getByLabelText('Default')).queryByText(/next number/u)).toBeNull()
  for (const name of ['Unique', 'Row level security', 'Realtime', /primary key/u])
    expect(panel.queryByRole('checkbox', { name })).toBeNull()
  expect(panel.queryByRole('button', { name: 'Add foreign key' })).toBeNull()
})

test('truncating, dropping and copying mention the remote table', async () => {
  const emptied = await openMenu('Truncate table')
  await emptied.findByText(
    'All rows of public.far are deleted on the foreign server. This cannot be undone.',
  )
  cleanup()
  const dropped = await openMenu('Drop foreign table')
  await dropped.findByText(
    'This foreign table is deleted permanently. The rows of a foreign table are elsewhere and stay there.',
  )
  cleanup()
  const copied = await openMenu('Duplicate foreign table')
  await copied.findByText(/^The copy is a local table/u)
  expect(copied.getAllByRole('checkbox')).toHaveLength(1)
})
