// @vitest-environment jsdom
import type { TableDetail } from '@basalt/contract/database/tables'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { database } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { column, plants } from '../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const view: TableDetail = {
  ...plants,
  id: 4801,
  name: 'plant_names',
  kind: 'view',
  key: [],
  row_estimate: null,
}

const rows = Array.from({ length: 300 }, (_, at) => [String(at + 1), `plant ${at + 1}`])

test('rows without a key and an order end early, and one click continues', async () => {
  const app = openTable(view, {
    rows,
    answers: {
      [`GET ${database}/tables/${view.id}/rows`]: (_: unknown, query: URLSearchParams) => ({
        rows,
        has_more: true,
        ...(query.has('view') && { next_cursor: '["300"]' }),
      }),
    },
  })
  await screen.findByText('More rows exist, but they have no order.')
  expect(screen.queryByRole('button', { name: 'Last rows' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sort by id to load more' }))
  await vi.waitFor(() => expect(app.lastView()?.sort).toEqual([{ column: 'id' }]))
  expect(await screen.findByRole('button', { name: 'Last rows' })).toBeTruthy()
})

test('when only long values distinguish the next rows the last ones cannot be reached', async () => {
  const search = '?sort=name'
  openTable({ ...view, id: 4803 }, { rows, hasMore: true, search })
  await screen.findByText(/the next ones differ only after the first characters of long values$/u)
  expect(screen.queryByRole('button', { name: 'Last rows' })).toBeNull()
})

test('when no column has an order that is reported', async () => {
  const columns = [column('doc', { data_type: 'json', kind: 'json' })]
  openTable({ ...view, id: 4802, columns }, { rows: [['{}']], hasMore: true })
  await screen.findByText('These are all the rows that can be loaded: no column can be sorted')
  expect(screen.queryByRole('button', { name: /to load more/u })).toBeNull()
})
