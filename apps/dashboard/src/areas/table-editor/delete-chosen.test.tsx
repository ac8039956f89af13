// @vitest-environment jsdom
import type { RowOperation } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { listenForShortcuts } from '../../lib/browser/shortcuts.ts'
import { storage } from '../../lib/storage/storage.ts'
import { database, saved } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { column, plants } from '../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

let stopListening = () => undefined as void
beforeEach(() => {
  storage.queuesEdits.set(false)
  stopListening = listenForShortcuts()
})
afterEach(() => {
  stopListening()
  cleanup()
  vi.unstubAllGlobals()
})

const saves = `POST ${database}/changes`

type Sent = { operations: RowOperation[] }

async function open(id: number) {
  const columns = [column('id', { is_primary_key: true }), column('name')]
  const app = openTable(
    { ...plants, id, row_estimate: 2, columns },
    {
      rows: [
        ['1', 'moss'],
        ['2', 'fern'],
      ],
      answers: {
        [`POST ${database}/tables/${id}/dependents`]: [],
        [saves]: saved({ deleted: true }),
      },
    },
  )
  await user.click(await screen.findByRole('gridcell', { name: 'fern' }))
  const sent = () =>
    app.calls.flatMap(({ route, body }) => (route === saves ? (body as Sent).operations : []))
  return { sent }
}

// The code of the bar is here with the next tests.
test('a key pressed before the code of the bar is loaded is replayed afterwards', async () => {
  const { sent } = await open(960)
  await user.keyboard('{Shift>} {/Shift}{Delete}{Delete}')
  await screen.findByRole('dialog', { name: 'Delete 1 row from plants' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('1 row selected')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a key that only the grid receives, buffered until its code was loaded, asks too', async () => {
  const { sent } = await open(965)
  await user.keyboard('{Shift>} {/Shift}')
  await screen.findByText('1 row selected')
  stopListening()
  await user.keyboard('{Delete}')
  await screen.findByRole('dialog', { name: 'Delete 1 row from plants' })
  expect(sent()).toEqual([])
})

test.each(['{Delete}', '{Backspace}'])(
  '%s asks about the selected rows as the button does, and clears no cell',
  async (key) => {
    const { sent } = await open(key.length + 950)
    await user.keyboard('{Shift>} {/Shift}')
    await screen.findByText('1 row selected')
    await user.keyboard(key)
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 1 row from plants' }))
    expect(sent()).toEqual([])
    // A dialog handles clicks once it has become the uppermost layer.
    await waitFor(() => user.click(dialog.getByRole('button', { name: 'Delete 1 row' })))
    await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'fern' })).toBeNull())
    expect(sent()).toMatchObject([{ op: 'delete', key: ['2'] }])
  },
)

test('without selected rows it clears the cell', async () => {
  const { sent } = await open(970)
  await user.keyboard('{Delete}')
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'update', values: { name: null } }]))
})
