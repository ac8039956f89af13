// @vitest-environment jsdom
import type { TableDetail } from '@basalt/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

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

test('rows without a key and without an order end, and one press makes them go on', async () => {
  const app = openTable(view, { rows, hasMore: true })
  await screen.findByText('There are more, but these have no order.')
  expect(screen.queryByRole('button', { name: 'Last rows' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sort by id to read on' }))
  await vi.waitFor(() => expect(app.lastView()?.sort).toEqual([{ column: 'id' }]))
  expect(await screen.findByRole('button', { name: 'Last rows' })).toBeTruthy()
})

test('where no column has an order it is said', async () => {
  const columns = [column('doc', { data_type: 'json', kind: 'json' })]
  openTable({ ...view, id: 4802, columns }, { rows: [['{}']], hasMore: true })
  await screen.findByText('Only these are shown: no column of theirs has an order to read on in')
  expect(screen.queryByRole('button', { name: /to read on/u })).toBeNull()
})
