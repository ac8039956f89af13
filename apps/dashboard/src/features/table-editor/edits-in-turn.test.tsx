// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { database, saved } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { plants } from '../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const changes = `POST ${database}/changes`
type Sent = { operations: { key: string[]; values: object; previous: object }[] }

/** The key of a row was changed, and its answer waits; the next edit is answered with `second`. */
async function whileKeyChanges(second: object) {
  let answer: (outcome: object) => void = () => {}
  const first = new Promise<object>((resolve) => (answer = resolve))
  const answers = [first, second]
  const app = openTable(plants, {
    rows: [['2', 'fern']],
    answers: { [changes]: async () => answers.shift() },
  })
  const sent = () =>
    app.calls.flatMap(({ route, body }) => (route === changes ? [body as Sent] : []))
  await user.dblClick(await app.cellWith('2'))
  await user.keyboard('{Control>}a{/Control}20{Tab}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  return { app, sent, answer: () => answer(saved({ row: ['20', 'fern'] })) }
}

test('an edit of a row whose key is being changed follows, under the key that it has then', async () => {
  const { sent, answer } = await whileKeyChanges(saved({ row: ['20', 'bracken'] }))
  await user.keyboard('bracken{Enter}')
  await screen.findByText('bracken')
  expect(sent()).toHaveLength(1)
  answer()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.operations).toMatchObject([
    { key: ['20'], values: { name: 'bracken' }, previous: { name: 'fern' } },
  ])
  await waitFor(() => expect(document.querySelector('.grid-cell-saving')).toBeNull())
  expect(screen.queryByRole('button', { name: /not saved/u })).toBeNull()
})

test('where it is refused, that is said at its cell', async () => {
  const refused = { outcome: 'refused', operation: 0, message: 'too green', sqlstate: '23514' }
  const { app, answer } = await whileKeyChanges(refused)
  await user.keyboard('bracken{Enter}')
  await screen.findByText('bracken')
  answer()
  await waitFor(async () =>
    expect((await app.cellWith('bracken')).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(await screen.findByRole('button', { name: '1 not saved' })).toBeTruthy()
})

test('an editor that was opened before its row had another key stores into that row', async () => {
  const { app, sent, answer } = await whileKeyChanges(saved({ row: ['20', 'bracken'] }))
  await user.keyboard('bracken')
  answer()
  await app.cellWith('20')
  await screen.findByText('Saved')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.operations).toMatchObject([{ key: ['20'], values: { name: 'bracken' } }])
  await waitFor(() => expect(document.querySelector('.grid-cell-saving')).toBeNull())
})
