// @vitest-environment jsdom
import type { TableDetail } from '@basalt/contract/database/tables'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { profile, shop } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
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

test('a refusal is reported with detail and hint: in its message and at its cell', async () => {
  const { cellWith } = open(1301)
  await userEvent.dblClick(await cellWith('moss'))
  const field = await screen.findByRole('textbox', { name: /, text/u })
  await userEvent.clear(field)
  await userEvent.type(field, 'XX{Enter}')
  expect(await screen.findByText(`name was not saved: ${words}`)).toBeTruthy()
  await userEvent.click(await cellWith('XX'))
  expect(await screen.findByText(refused.hint)).toBeTruthy()
  expect(screen.getByText(refused.detail)).toBeTruthy()
})

test('the refusal of staged changes is reported with detail and hint, also in their panel', async () => {
  open(1302)
  const cells = { name: { value: 'XX', isDefault: false, previous: 'moss' } }
  const rows = [{ op: 'update', key: ['1'], cells, seen: ['1', 'moss'] }]
  storage.stagedRows(profile.id, shop.ref, 1302).set(JSON.stringify({ rows, sent: null }))
  await userEvent.click(await screen.findByRole('button', { name: '1 change' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Changes to plants' }))
  await userEvent.click(panel.getByRole('button', { name: 'Save all' }))
  await waitFor(() => expect(screen.getByText(`Nothing was saved: ${words}`)).toBeTruthy())
  expect(panel.getByRole('alert').textContent).toBe(words)
})

/** The name is refused as long as another row has it. */
async function openTaken(id: number) {
  let isTaken = true
  const columns = [column('id', { is_primary_key: true }), column('name')]
  const app = openTable(
    { ...plants, id, row_estimate: 1, columns },
    {
      rows: [['1', 'moss']],
      answers: {
        [`POST ${database}/changes`]: () => (isTaken ? refused : saved({ row: ['1', 'XX'] })),
      },
    },
  )
  await userEvent.dblClick(await app.cellWith('moss'))
  await userEvent.keyboard('{Control>}a{/Control}XX{Enter}')
  await screen.findByRole('button', { name: '1 unsaved' })
  isTaken = false
  const sent = () => app.calls.filter(({ route }) => route === `POST ${database}/changes`)
  const isSaved = async () =>
    waitFor(() => {
      expect(sent()).toHaveLength(2)
      expect(screen.queryByRole('button', { name: '1 unsaved' })).toBeNull()
    })
  return { ...app, sent, isSaved }
}

test('Enter in its cell sends a refused edit again unchanged', async () => {
  const { cellWith, isSaved, sent } = await openTaken(1303)
  await userEvent.dblClick(await cellWith('XX'))
  await userEvent.keyboard('{Enter}')
  await isSaved()
  expect(sent()[1]?.body).toMatchObject({
    operations: [{ values: { name: 'XX' }, previous: { name: 'moss' } }],
  })
})

test('Escape keeps a refused edit unchanged', async () => {
  const { cellWith, sent } = await openTaken(1304)
  await userEvent.dblClick(await cellWith('XX'))
  await userEvent.keyboard('{Escape}')
  expect(sent()).toHaveLength(1)
  expect(await screen.findByRole('button', { name: '1 unsaved' })).toBeTruthy()
})

test('the counter of unsaved edits leads to the cell and focuses it', async () => {
  const { isSaved } = await openTaken(1305)
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  await userEvent.click(await screen.findByRole('button', { name: '1 unsaved' }))
  const grid = await screen.findByRole('grid')
  await waitFor(() => expect(document.activeElement).toBe(grid))
  const active = () =>
    document.querySelector(`[id="${grid.getAttribute('aria-activedescendant')}"]`)
  await waitFor(() => expect(active()?.textContent).toBe('XX'))
  await userEvent.keyboard('{Enter}{Enter}')
  await isSaved()
})

test('edits in the format of an earlier version are dropped and not shown', async () => {
  open(1307)
  const stored = storage.unendedEdits(profile.id, shop.ref, 1307)
  stored.set('[{"key":["1"],"column":"name","typed":"fern","previous":"moss","state":"typed"}]')
  await waitFor(() => expect(stored.get()).toBeUndefined())
  expect(screen.queryByRole('button', { name: /unsaved/u })).toBeNull()
})

test('a refused edit is staged with others once staging is on', async () => {
  const { cellWith, sent } = await openTaken(1306)
  storage.queuesEdits.set(true)
  await userEvent.dblClick(await cellWith('XX'))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: '1 change' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 unsaved' })).toBeNull())
  expect(sent()).toHaveLength(1)
})
