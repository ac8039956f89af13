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

const changes = `POST ${database}/changes`
type Sent = { operations: { key: string[]; values: object; previous: object }[] }

/** The key of a row is changed and then a name beside it, before the first answer is here. */
async function typeAlong(second: object) {
  const user = userEvent.setup()
  let answer = () => {}
  const waited = new Promise<void>((resolve) => (answer = resolve))
  let saves = 0
  const app = openTable(plants, {
    rows: [
      ['1', 'moss'],
      ['2', 'fern'],
    ],
    answers: {
      [changes]: async () => {
        saves += 1
        if (saves > 1) return second
        await waited
        return saved({ row: ['20', 'fern'] })
      },
    },
  })
  const sent = () =>
    app.calls.flatMap(({ route, body }) => (route === changes ? [body as Sent] : []))
  await user.dblClick(await app.cellWith('2'))
  await user.keyboard('{Control>}a{/Control}20{Tab}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await user.keyboard('bracken{Enter}')
  await screen.findByText('bracken')
  expect(sent()).toHaveLength(1)
  answer()
  await waitFor(() => expect(sent()).toHaveLength(2))
  return { app, sent }
}

test('an edit of a row whose key is being changed follows, under the key that it has then', async () => {
  const { app, sent } = await typeAlong(saved({ row: ['20', 'bracken'] }))
  expect(sent()[1]?.operations).toMatchObject([
    { key: ['20'], values: { name: 'bracken' }, previous: { name: 'fern' } },
  ])
  await waitFor(async () =>
    expect((await app.cellWith('bracken')).getAttribute('aria-invalid')).toBeNull(),
  )
  expect(screen.queryByRole('button', { name: /not saved/u })).toBeNull()
})

test('where it is refused, that is said at its cell', async () => {
  const refused = { outcome: 'refused', operation: 0, message: 'too green', sqlstate: '23514' }
  const { app } = await typeAlong(refused)
  await waitFor(async () =>
    expect((await app.cellWith('bracken')).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(await screen.findByRole('button', { name: '1 not saved' })).toBeTruthy()
})

test('an editor that was opened before its row had another key stores into that row', async () => {
  const user = userEvent.setup()
  let answer = () => {}
  const waited = new Promise<void>((resolve) => (answer = resolve))
  let saves = 0
  const app = openTable(plants, {
    rows: [['2', 'fern']],
    answers: {
      [changes]: async () => {
        saves += 1
        if (saves > 1) return saved({ row: ['20', 'bracken'] })
        await waited
        return saved({ row: ['20', 'fern'] })
      },
    },
  })
  await user.dblClick(await app.cellWith('2'))
  await user.keyboard('{Control>}a{/Control}20{Tab}')
  await waitFor(() => expect(saves).toBe(1))
  await user.keyboard('bracken')
  answer()
  await app.cellWith('20')
  await screen.findByText('Saved')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(saves).toBe(2))
  const sent = app.calls.flatMap(({ route, body }) => (route === changes ? [body as Sent] : []))
  expect(sent[1]?.operations).toMatchObject([{ key: ['20'], values: { name: 'bracken' } }])
  await waitFor(() => expect(document.querySelector('[class*="grid-cell-saving"]')).toBeNull())
})
