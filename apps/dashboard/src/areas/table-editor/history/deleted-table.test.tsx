// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '../../../lib/paths.ts'
import { refusal, shop } from '../../../testing/answers.ts'
import {
  entry,
  historyList,
  historySettings,
  getId,
  getUndo,
} from '../../../testing/open-history.tsx'
import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the editor leaves a table that was dropped with its import, and does not return to it', async () => {
  const user = userEvent.setup()
  let isDeleted = false
  const deleted = refusal(404, { kind: 'not_found', message: 'Table not found' })
  const { id, schema, name } = plants
  const app = openTable(plants, {
    rows: [['1', 'moss']],
    answers: {
      [`GET ${database}/tables/${id}`]: () => (isDeleted ? deleted : plants),
      [`GET ${database}/tables`]: () => ({ tables: isDeleted ? [] : [plants], has_more: false }),
      [`GET ${database}/tables/${id}/rows`]: () =>
        isDeleted ? deleted : { rows: [['1', 'moss']], has_more: false },
      [historyList]: { entries: [entry(1, { kind: 'import', inserted: 1 })], has_more: false },
      [`GET ${historySettings}`]: { is_on: true, window_hours: 24, most_bytes: 268_435_456 },
      [getUndo(1)]: () => {
        isDeleted = true
        const created = { id, schema, name, trash_id: getId(2), stays_because: null }
        return { ...saved(), made_table: created }
      },
    },
  })
  await app.cellWith('moss')
  await user.click(await screen.findByRole('button', { name: 'History' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('heading', { name: 'This schema has no tables' })).toBeTruthy()
  await screen.findByText('Undone: plants and its rows moved to the trash')
  await waitFor(() => expect(app.address()).toBe(paths.editor(shop.ref)))
  expect(screen.queryByRole('dialog')).toBeNull()
})
