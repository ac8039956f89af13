// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop } from '../../../testing/answers.ts'
import { importState } from '../../../testing/imports.ts'
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

const pots = `/project/${shop.ref}/editor/43`
const plants = `/project/${shop.ref}/editor/42`

/** An import into plants that was started next to the open table of pots; it ends on demand. */
async function begin() {
  let end = () => {}
  const sent = new Promise<object>((resolve) => {
    end = () => resolve(importState({ status: 'done', inserted: 4, history_id: 'h1' }))
  })
  const { address } = openPart(() => <ImportHost projectRef={shop.ref} tableId={43} />, {
    url: pots,
    answers: {
      [`GET ${database}/imports`]: [],
      [`GET ${database}/imports/i1`]: importState(),
      [`POST ${database}/imports/i1/file`]: () => sent,
    },
  })
  const file = new File(['id,price\n'], 'plants.csv')
  await act(async () => {
    void runImport({ ref: shop.ref, file, over: 43 }, importState())
  })
  await screen.findByRole('dialog', { name: 'Importing plants.csv' })
  return { address, end: () => act(async () => end()) }
}

test('a user who has moved on is not navigated, and gets a link to the rows', async () => {
  const { address, end } = await begin()
  await user.click(screen.getByRole('button', { name: 'Run in background' }))
  await end()
  expect(await screen.findByText('4 rows imported into plants')).toBeTruthy()
  expect(address()).toBe(pots)
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(address()).toBe(plants))
})

test('a user who watched the import to its end is led to its rows', async () => {
  const { address, end } = await begin()
  await end()
  expect(await screen.findByText('4 rows imported into plants')).toBeTruthy()
  await waitFor(() => expect(address()).toBe(plants))
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})
