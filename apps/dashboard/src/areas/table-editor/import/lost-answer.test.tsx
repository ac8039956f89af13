// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop } from '../../../testing/answers.ts'
import { deciding, importState } from '../../../testing/imports.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { ImportHost } from '../ImportHost.tsx'
import { removeJob, runImport } from './import-job.ts'
import { closeImport } from './import-request.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  act(() => {
    closeImport()
    removeJob()
  })
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const about = `${database}/imports/i1`
const cut = () => {
  throw new TypeError('Failed to fetch')
}
const deleted = () =>
  refusal(404, { kind: 'not_found', message: 'This import has ended or does not exist' })
const unknown = 'Import status of plants.csv unknown'
const notImported = 'plants.csv was not imported'
const unchanged = 'Nothing was changed: plants is as before.'

/** Sends a file whose answer does not arrive. */
async function send(answers: Answers, tableId: number | null = 42) {
  const app = openPart(() => <ImportHost projectRef={shop.ref} tableId={42} />, {
    answers: { [`GET ${database}/imports`]: [], [`POST ${about}/file`]: cut, ...answers },
  })
  const file = new File(['id,price\n'], 'plants.csv')
  const table = { id: tableId, schema: 'public', name: 'plants' }
  await act(async () => {
    void runImport({ ref: shop.ref, file, over: 42 }, importState({ status: 'waiting', table }))
  })
  return app
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test.for<[string, number | null]>([
  ['a table that is there', 42],
  ['a new table', null],
])('an import into %s that was done is reported as done', async ([, tableId]) => {
  const { listBodies } = await send(
    { [`GET ${about}`]: importState({ status: 'done', inserted: 2 }) },
    tableId,
  )
  expect(await screen.findByText('2 rows imported into plants')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(listBodies(`POST ${about}/file`)).toHaveLength(1)
})

test.for<[string, () => object]>([
  ['cannot be reached', cut],
  ['is starting again', () => refusal(503, { kind: 'database_unreachable', message: 'Later' })],
])('while the server %s, nobody says that nothing was changed', async ([, failure]) => {
  let isBack = false
  await send({
    [`GET ${about}`]: () => (isBack ? importState({ status: 'done', inserted: 2 }) : failure()),
  })
  const shown = await dialog(unknown)
  expect(screen.queryByText(unchanged)).toBeNull()
  expect(shown.queryByRole('button', { name: 'Back to import' })).toBeNull()
  isBack = true
  await user.click(shown.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('2 rows imported into plants')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the server is polled until it answers, also while the panel is closed', async () => {
  let isBack = false
  await send({
    [`GET ${about}`]: () => (isBack ? importState({ status: 'done', inserted: 2 }) : cut()),
  })
  const shown = await dialog(unknown)
  await user.click(shown.getByRole('button', { name: 'Run in background' }))
  expect(await screen.findByText(unknown)).toBeTruthy()
  isBack = true
  expect(await screen.findByText('2 rows imported into plants')).toBeTruthy()
})

test('a server that does not know the import has changed nothing', async () => {
  await send({ [`GET ${about}`]: deleted })
  const shown = await dialog(notImported)
  expect(shown.getByText(unchanged)).toBeTruthy()
  await user.click(shown.getByRole('button', { name: 'Back to import' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a failed import shows the reason', async () => {
  const error = 'The connection was lost before the whole file arrived'
  await send({ [`GET ${about}`]: importState({ status: 'failed', error }) })
  const shown = await dialog(notImported)
  expect(shown.getByText(error)).toBeTruthy()
  expect(shown.getByText(unchanged)).toBeTruthy()
})

test('an import whose file never arrived is cancelled, so that a late file is not imported', async () => {
  const { calls } = await send({
    [`GET ${about}`]: importState({ status: 'waiting' }),
    [`DELETE ${about}`]: importState({ status: 'cancelled' }),
  })
  const shown = await dialog(notImported)
  expect(shown.getByText(unchanged)).toBeTruthy()
  expect(calls.map(({ route }) => route)).toContain(`DELETE ${about}`)
})

test('a running import is tracked to its end', async () => {
  const states = [importState(), importState(), importState({ status: 'done', inserted: 9 })]
  await send({ [`GET ${about}`]: () => states.shift() ?? deleted() })
  expect(await dialog('Importing plants.csv')).toBeTruthy()
  expect(await screen.findByText('9 rows imported into plants')).toBeTruthy()
})

test('an import that waits for a decision shows it', async () => {
  await send({
    [`GET ${about}`]: deciding(),
    [`GET ${about}/rejected`]: { rows: [], has_more: false },
  })
  await waitFor(() => expect(screen.getByText('2 rows rejected, 6 accepted')).toBeTruthy())
})

test('a file that the server already has is checked, too', async () => {
  await send({
    [`POST ${about}/file`]: refusal(409, {
      kind: 'conflict',
      message: 'The file was already sent',
    }),
    [`GET ${about}`]: importState({ status: 'done', inserted: 2 }),
  })
  expect(await screen.findByText('2 rows imported into plants')).toBeTruthy()
})
