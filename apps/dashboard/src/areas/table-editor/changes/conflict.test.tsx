// @vitest-environment jsdom
import type { RowOperation } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { profile, shop } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { column, plants } from '../../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const saves = `POST ${database}/changes`

type Sent = { operations: RowOperation[] }

/** A row whose name and price are edited here, and whose price another user has changed. */
async function openConflict(id: number) {
  const columns = [column('id', { is_primary_key: true }), column('name'), column('price')]
  let isFirst = true
  const app = openTable(
    { ...plants, id, row_estimate: 1, columns },
    {
      rows: [['1', 'moss', '1.00']],
      answers: {
        [`POST ${database}/tables/${id}/dependents`]: [],
        [saves]: () => {
          const said = isFirst
            ? { outcome: 'conflict', conflicts: [{ operation: 0, current: ['1', 'moss', '7.00'] }] }
            : saved({ row: ['1', 'mine', '7.00'] })
          isFirst = false
          return said
        },
      },
    },
  )
  const cell = (value: string, previous: string) => ({ value, isDefault: false, previous })
  const cells = { name: cell('mine', 'moss'), price: cell('2.00', '1.00') }
  const row = { op: 'update', key: ['1'], cells, seen: ['1', 'moss', '1.00'] }
  storage.stagedRows(profile.id, shop.ref, id).set(JSON.stringify({ rows: [row], sent: null }))
  await userEvent.click(await screen.findByRole('button', { name: '1 change' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Changes to plants' }))
  await userEvent.click(panel.getByRole('button', { name: 'Save all' }))
  const sent = () =>
    app.calls.flatMap(({ route, body }) => (route === saves ? (body as Sent).operations : []))
  return { panel, sent }
}

const mine = { key: ['1'], values: { name: 'mine' }, previous: { name: 'moss' } }

test('accepting theirs keeps the edits of other columns', async () => {
  const { panel, sent } = await openConflict(901)
  expect((await panel.findByText(/Current values/u)).parentElement?.textContent).toBe(
    'This row was changed by someone else. Current values:price: 7.00Your edit of name is kept either way.Use theirsKeep mine',
  )
  await userEvent.click(panel.getByRole('button', { name: 'Use theirs' }))
  await waitFor(() => expect(panel.queryByText(/Current values/u)).toBeNull())
  await userEvent.click(panel.getByRole('button', { name: 'Save all' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject(mine)
})

test('only the changed cell is in conflict, and accepting theirs there resolves it', async () => {
  const { panel, sent } = await openConflict(902)
  await panel.findByText(/Current values/u)
  await userEvent.keyboard('{Escape}')
  const grid = within(await screen.findByRole('grid', { name: 'Rows of public.plants' }))
  const price = await grid.findByRole('gridcell', { name: '2.00' })
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'))
  expect(grid.getByRole('gridcell', { name: 'mine' }).getAttribute('aria-invalid')).toBeNull()
  await userEvent.click(price)
  await userEvent.click(await screen.findByRole('button', { name: 'Use theirs' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use theirs' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '1 change' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save all' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject(mine)
})

test('conflicts are listed and shown, with any number of staged changes', async () => {
  const seen = vi.fn<(text: string) => void>()
  Element.prototype.scrollIntoView = function scrollIntoView() {
    seen(this.textContent)
  }
  openTable(
    { ...plants, id: 903 },
    {
      rows: [],
      answers: {
        [saves]: { outcome: 'refused', operation: 249, message: 'too long', sqlstate: '22001' },
      },
    },
  )
  const rows = Array.from({ length: 250 }, (_, at) => ({
    op: 'insert',
    id: `n${at}`,
    values: { name: `plant ${at}` },
  }))
  storage.stagedRows(profile.id, shop.ref, 903).set(JSON.stringify({ rows, sent: null }))
  await userEvent.click(await screen.findByRole('button', { name: '250 changes' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Changes to plants' }))
  expect(panel.getByText('And 50 others')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Save all' }))
  expect(await panel.findByText('plant 249')).toBeTruthy()
  expect(panel.getByText('And 49 others')).toBeTruthy()
  await waitFor(() => expect(seen).toHaveBeenCalledWith(expect.stringContaining('too long')))
})
