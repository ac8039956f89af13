// @vitest-environment jsdom
import type { RowOperation } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { type Answers, profile, refusal, shop } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { hearPageKeys } from '../../../testing/page-keys.ts'
import { column, plants } from '../../../testing/plants.ts'

hearPageKeys()
beforeEach(() => {
  storage.queuesEdits.set(false)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const saves = `POST ${database}/changes`

const leaves = {
  schema: 'public',
  table: 'leaves',
  constraint: 'leaves_plant_fkey',
  columns: ['plant'],
  action: 'deleted',
  rows: 3,
  has_more: false,
}
const leavesText = '3 rows of public.leaves (plant) are deleted too'

type Body = { keys: string[][] }
type Sent = { operations: RowOperation[] }

const deletion = (id: string, name: string) => ({ op: 'delete', key: [id], seen: [id, name] })

/**
 * A table with rows staged for deletion; each test has its own, because staged changes are stored.
 */
async function open(id: number, counted: Answers[string]) {
  const columns = [column('id', { is_primary_key: true }), column('name')]
  const route = `POST ${database}/tables/${id}/dependents`
  const app = openTable(
    { ...plants, id, row_estimate: 2, columns },
    {
      rows: [
        ['1', 'moss'],
        ['2', 'fern'],
      ],
      answers: { [route]: counted, [saves]: saved({ deleted: true }) },
    },
  )
  const rows = [deletion('1', 'moss'), deletion('2', 'fern')]
  storage.stagedRows(profile.id, shop.ref, id).set(JSON.stringify({ rows, sent: null }))
  await screen.findByRole('button', { name: '2 changes' })
  const bodies = <Shape,>(of: string) =>
    app.calls.flatMap((call) => (call.route === of ? [call.body as Shape] : []))
  return {
    requested: () => bodies<Body>(route).map(({ keys }) => keys),
    sent: () => bodies<Sent>(saves).map(({ operations }) => operations.length),
  }
}

const panel = async () => within(await screen.findByRole('dialog', { name: 'Changes to plants' }))
const saveKey = () => userEvent.keyboard('{Control>}s{/Control}')

test('the panel shows the effects of all staged deletes on other rows, and updates them', async () => {
  const { requested, sent } = await open(1201, [leaves])
  await userEvent.click(screen.getByRole('button', { name: '2 changes' }))
  const shown = await panel()
  expect(await shown.findByText(leavesText)).toBeTruthy()
  expect(requested()).toEqual([[['1'], ['2']]])
  await userEvent.click(shown.getByRole('button', { name: 'Discard: Delete id 1' }))
  await waitFor(() => expect(requested()).toEqual([[['1'], ['2']], [['2']]]))
  expect(await shown.findByText(leavesText)).toBeTruthy()
  await userEvent.click(shown.getByRole('button', { name: 'Save all' }))
  await waitFor(() => expect(sent()).toEqual([1]))
})

test('the save key first shows cascaded rows, and saves when pressed again', async () => {
  const { sent } = await open(1202, [leaves])
  await saveKey()
  expect(await (await panel()).findByText(leavesText)).toBeTruthy()
  expect(sent()).toEqual([])
  await saveKey()
  await waitFor(() => expect(sent()).toEqual([2]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a save requested before other rows are counted waits for that, and does not continue', async () => {
  let count: ((counted: (typeof leaves)[]) => void) | undefined
  const counted = () => new Promise<(typeof leaves)[]>((resolve) => (count = resolve))
  const { sent, requested } = await open(1203, counted)
  await userEvent.click(screen.getByRole('button', { name: '2 changes' }))
  const shown = await panel()
  await waitFor(() => expect(requested()).toHaveLength(1))
  await userEvent.click(shown.getByRole('button', { name: 'Save all' }))
  count?.([leaves])
  expect(await shown.findByText(leavesText)).toBeTruthy()
  expect(sent()).toEqual([])
  await userEvent.click(shown.getByRole('button', { name: 'Save all' }))
  await waitFor(() => expect(sent()).toEqual([2]))
})

test('deletes without effects on other rows are saved by one press of the key', async () => {
  const { sent } = await open(1204, [])
  await saveKey()
  await waitFor(() => expect(sent()).toEqual([2]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('when other rows cannot be counted that is reported before anything is saved', async () => {
  const failing = refusal(400, { kind: 'sql_error', message: 'canceling statement' })
  const { sent } = await open(1205, () => failing.clone())
  await saveKey()
  expect(
    await (await panel()).findByText(/could not be counted. canceling statement/u),
  ).toBeTruthy()
  expect(sent()).toEqual([])
  await saveKey()
  await waitFor(() => expect(sent()).toEqual([2]))
})
