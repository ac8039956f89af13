// @vitest-environment jsdom
import type { TableDesign } from '@basalt/pg-model'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { refusal } from '../../../testing/answers.ts'
import { database } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'
import { plainColumn } from './table-draft.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup({ delay: null })
const change = `POST ${database}/table-changes`
const violations = `POST ${database}/tables/42/violations`

const design: TableDesign = {
  schema: 'public',
  name: 'plants',
  comment: null,
  rls_enabled: false,
  is_realtime: false,
  primary_key: ['id'],
  foreign_keys: [],
  columns: [
    { ...plainColumn, name: 'name', data_type: 'text' },
    { ...plainColumn, name: 'id', data_type: 'bigint', is_nullable: false },
    { ...plainColumn, name: 'price', data_type: 'numeric' },
  ],
}

/** The panel of a table whose change is refused at a field of its column `price`. */
async function openRefused(field: string, message: string) {
  const { calls } = openTable(plants, {
    rows: [],
    answers: {
      [`GET ${database}/tables/42/design`]: {
        design,
        version: 'v1',
        size_bytes: 1,
        row_estimate: 3,
      },
      [`GET ${database}/types`]: [],
      [`${change}/preview`]: { statements: [] },
      [change]: () =>
        refusal(400, {
          kind: 'invalid_request',
          message,
          fields: { [`columns.2.${field}`]: message },
        }),
      [violations]: { count: 2, has_more: false, columns: ['id', 'price'], rows: [['8', '-1']] },
    },
  })
  fireEvent.contextMenu(await screen.findByRole('treeitem', { name: /^plants/u }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit table' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Edit plants' }))
  await user.click(panel.getByRole('button', { name: 'Details of price' }))
  const save = () => user.click(panel.getByRole('button', { name: /^Save changes/u }))
  const requested = () => calls.flatMap(({ route, body }) => (route === violations ? [body] : []))
  return { panel, save, requested }
}

const shown = ['id', 'price', 'name'].map((name) => ({ was: name, name }))

test('rows that violate a check are shown at its refusal, with their key first', async () => {
  const message = 'check constraint "c" of relation "plants" is violated by some row'
  const { panel, save, requested } = await openRefused('check', message)
  await user.type(panel.getByRole('textbox', { name: /^Check/u }), 'price >= 0')
  expect(requested()).toEqual([])
  await save()
  expect(await panel.findByText('2 rows violate the check')).toBeTruthy()
  const cells = panel.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual(['8', '-1'])
  expect(requested()).toEqual([{ check: 'price >= 0', shown }])
})

test('rows with NULL are shown when a column becomes NOT NULL', async () => {
  const message = 'column "price" of relation "plants" contains null values'
  const { panel, save, requested } = await openRefused('is_nullable', message)
  await user.click(panel.getByRole('checkbox', { name: 'Nullable' }))
  await save()
  expect(await panel.findByText('2 rows are NULL here')).toBeTruthy()
  expect(requested()).toEqual([{ check: '"price" is not null', shown }])
})

test('an invalid check lists no rows automatically', async () => {
  const { panel, save, requested } = await openRefused('check', 'column "prise" does not exist')
  await user.type(panel.getByRole('textbox', { name: /^Check/u }), 'prise >= 0')
  await save()
  expect(await panel.findByText('column "prise" does not exist')).toBeTruthy()
  expect(requested()).toEqual([])
  await user.click(panel.getByRole('button', { name: 'Find invalid rows' }))
  expect(await panel.findByText('2 rows violate the check')).toBeTruthy()
})
