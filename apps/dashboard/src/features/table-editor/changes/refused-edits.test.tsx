// @vitest-environment jsdom
import type { TableDetail } from '@basalt/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage.ts'
import { profile, shop } from '../../../testing/answers.ts'
import { database } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { column, plants } from '../../../testing/plants.ts'

beforeEach(() => storage.queuesEdits.set(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const refused = {
  outcome: 'refused',
  operation: 0,
  message: 'no such country',
  detail: 'Key (name)=(XX) is not present in table "countries".',
  hint: 'Choose a kinder one',
  sqlstate: '23503',
}
const words = `no such country. ${refused.detail} ${refused.hint}`

function open(id: number) {
  const columns = [column('id', { is_primary_key: true }), column('name')]
  const table: TableDetail = { ...plants, id, row_estimate: 1, columns }
  const answers = { [`POST ${database}/changes`]: refused }
  return openTable(table, { rows: [['1', 'moss']], answers })
}

test('why an edit was refused is told with detail and hint: where it is said, at its cell and among what is not saved', async () => {
  const { cellWith } = open(1301)
  await userEvent.dblClick(await cellWith('moss'))
  const field = await screen.findByRole('textbox', { name: /, text/u })
  await userEvent.clear(field)
  await userEvent.type(field, 'XX{Enter}')
  expect(await screen.findByText(`name was not stored: ${words}`)).toBeTruthy()
  await userEvent.click(await cellWith('XX'))
  expect(await screen.findByText(refused.hint)).toBeTruthy()
  expect(screen.getByText(refused.detail)).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: '1 not saved' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Not saved in plants' }))
  expect(panel.getByText(words)).toBeTruthy()
})

test('why waiting changes were refused is told with detail and hint, also in their panel', async () => {
  const { cellWith } = open(1302)
  const cells = { name: { value: 'XX', isDefault: false, previous: 'moss' } }
  const rows = [{ op: 'update', key: ['1'], cells, seen: ['1', 'moss'] }]
  storage.stagedRows(profile.id, shop.ref, 1302).set(JSON.stringify({ rows, sent: null }))
  await cellWith('moss')
  await userEvent.click(await screen.findByRole('button', { name: '1 change' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Changes of plants' }))
  await userEvent.click(panel.getByRole('button', { name: 'Save all' }))
  await waitFor(() => expect(screen.getByText(`Nothing was saved: ${words}`)).toBeTruthy())
  expect(panel.getByRole('alert').textContent).toBe(words)
})
