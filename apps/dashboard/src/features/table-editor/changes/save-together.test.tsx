// @vitest-environment jsdom
import type { RowOperation, TableDetail } from '@basalt/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage.ts'
import { profile, shop } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { column, plants } from '../../../testing/plants.ts'
import type { CellEdit } from '../cell-edits.ts'

beforeEach(() => storage.queuesEdits.set(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const table: TableDetail = {
  ...plants,
  id: 1400,
  columns: [column('id', { is_primary_key: true }), column('pa'), column('pb')],
}
const saves = `POST ${database}/changes`

const left = (id: string, of: string, typed: string): CellEdit => ({
  key: [id],
  column: of,
  typed,
  previous: of === 'pa' ? '11' : 'k11',
  state: 'failed',
  failure: { message: 'violates foreign key constraint' },
})
const both = [left('1', 'pa', '12'), left('1', 'pb', 'k12')]

async function open(answer: object, edits: CellEdit[]) {
  const rows = [
    ['1', '11', 'k11'],
    ['2', '11', 'k11'],
  ]
  const app = openTable(table, { rows, answers: { [saves]: answer } })
  const setting = storage.leftEdits(profile.id, shop.ref, table.id)
  setting.set(JSON.stringify(edits))
  const name = `${edits.length} not saved`
  await userEvent.click(await screen.findByRole('button', { name }))
  const panel = within(await screen.findByRole('dialog', { name: 'Not saved in plants' }))
  return {
    ...app,
    panel,
    kept: () => JSON.parse(setting.get() ?? '[]') as CellEdit[],
    sent: () =>
      app.calls.flatMap(({ route, body }) =>
        route === saves ? (body as { operations: RowOperation[] }).operations : [],
      ),
  }
}

const together = { name: 'Save together: pa, pb of id 1' }

test('refused edits of one row are stored together by one press, as one change', async () => {
  const stored = saved({ row: ['1', '12', 'k12'] })
  const { panel, sent, kept, cellWith } = await open(stored, both)
  await userEvent.click(panel.getByRole('button', together))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([
    {
      op: 'update',
      table: table.id,
      key: ['1'],
      keyed_by: ['id'],
      values: { pa: '12', pb: 'k12' },
      defaults: [],
      previous: { pa: '11', pb: 'k11' },
    },
  ])
  expect((await cellWith('k12')).getAttribute('aria-invalid')).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  await waitFor(() => expect(kept()).toEqual([]))
})

test('where they are refused together they stay, with the new reason', async () => {
  const refused = { outcome: 'refused', operation: 0, message: 'too kind', sqlstate: 'P0001' }
  const { panel, kept } = await open({ ...refused, hint: 'Be rude' }, both)
  await userEvent.click(panel.getByRole('button', together))
  expect(await panel.findAllByText('too kind. Be rude')).toHaveLength(2)
  expect(await screen.findByText('Nothing was stored: too kind. Be rude')).toBeTruthy()
  expect(panel.getByRole('button', together)).toBeTruthy()
  await waitFor(() =>
    expect(kept().map(({ failure }) => failure?.hint)).toEqual(['Be rude', 'Be rude']),
  )
})

test('what somebody else has changed meanwhile is in conflict, and the rest stays as it was', async () => {
  const conflicts = [{ operation: 0, current: ['1', '99', 'k11'] }]
  const { panel, kept } = await open({ outcome: 'conflict', conflicts }, both)
  await userEvent.click(panel.getByRole('button', together))
  expect(await panel.findByText('This row was changed meanwhile')).toBeTruthy()
  expect(panel.getByText('violates foreign key constraint')).toBeTruthy()
  expect(panel.queryByRole('button', together)).toBeNull()
  await waitFor(() =>
    expect(kept()).toMatchObject([{ failure: { conflict: { current: '99' } } }, {}]),
  )
})

test.each([
  ['of two rows', [left('1', 'pa', '12'), left('2', 'pb', 'k12')]],
  ['that were only typed', both.map((edit): CellEdit => ({ ...edit, state: 'typed' }))],
  ['of a row that had another key', both.map((edit) => ({ ...edit, keyedBy: ['number'] }))],
  [
    'in conflict',
    both.map((edit) => ({ ...edit, failure: { message: '', conflict: { current: '99' } } })),
  ],
])('edits %s are not offered together', async (_, edits) => {
  const { panel } = await open({}, edits)
  expect(await panel.findByRole('button', { name: 'Discard all' })).toBeTruthy()
  expect(panel.queryByRole('button', { name: /^Save together/u })).toBeNull()
})
