// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { database } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plantRows, plants } from '../../../testing/plants.ts'
import { plainColumn } from '../table-panel/table-draft.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => vi.unstubAllGlobals())

/** Chooses an entry of the menu of a heading. */
async function choose(entry: string) {
  const app = openTable(plants, {
    rows: plantRows,
    answers: {
      [`GET ${database}/tables/${plants.id}/design`]: {
        design: {
          schema: 'public',
          name: 'plants',
          comment: null,
          rls_enabled: true,
          is_realtime: false,
          primary_key: ['id'],
          foreign_keys: [],
          columns: plants.columns.map(({ name, data_type }) => ({
            ...plainColumn,
            name,
            data_type,
          })),
        },
        version: 'v1',
        size_bytes: 8192,
        row_estimate: 3,
      },
      [`GET ${database}/types`]: [],
    },
  })
  await app.cellWith('moss')
  fireEvent.contextMenu(screen.getByRole('button', { name: /^price/u }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

test('a column edited from its header can be renamed by typing', async () => {
  await choose('Edit column')
  const field = await screen.findByRole('textbox', { name: 'Name of price' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('{Escape}')
  // Its opener, an entry of a menu, is removed.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')))
})

test('dependents of a column are visible, however long the panel is', async () => {
  await choose('Delete column')
  const warning = await screen.findByText('price and every value in it are deleted')
  const save = screen.getByRole('button', { name: /^Save changes/u })
  expect(save.closest('footer')?.contains(warning)).toBe(true)
})
