// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { database } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const changes = `POST ${database}/changes`
const rows = ['moss', 'fern', 'ivy', 'reed', 'sedge'].map((name, at) => [
  String(at + 1),
  name,
  '1.00',
])

type Sent = { operations: { key: string[]; values: Record<string, string> }[] }

/** A table that accepts every name but "no"; a paste over moss and fern was refused. */
async function afterRefusedPaste(id: number) {
  const table = { ...plants, id }
  const app = openTable(table, {
    rows,
    answers: {
      [changes]: (body: unknown) => {
        const { operations } = body as Sent
        const at = operations.findIndex(({ values }) => values['name'] === 'no')
        if (at >= 0)
          return { outcome: 'refused', operation: at, message: 'not this one', sqlstate: '23514' }
        const results = operations.map(({ key: [key = ''], values }) => ({
          row: [key, values['name'], '1.00'],
        }))
        return { outcome: 'saved', results, history_id: null, cascaded: 0, columns: {} }
      },
    },
  })
  await user.click(await app.cellWith('moss'))
  await user.paste('yes\nno')
  await screen.findByText('Nothing was saved: not this one')
  return { app, sent: () => app.calls.filter(({ route }) => route === changes) }
}

test('pasting into other rows is saved at once next to a refused paste', async () => {
  const { app, sent } = await afterRefusedPaste(7101)
  await user.click(await app.cellWith('ivy'))
  await user.paste('heath\nbracken')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.body).toMatchObject({
    operations: [
      { key: ['3'], values: { name: 'heath' } },
      { key: ['4'], values: { name: 'bracken' } },
    ],
  })
  expect(await screen.findByText('Saved 2 rows')).toBeTruthy()
  expect(screen.getByRole('button', { name: '2 changes' })).toBeTruthy()
})

test('pasting over refused rows, too, is staged with them and reports that', async () => {
  const { app, sent } = await afterRefusedPaste(7102)
  await user.click(await app.cellWith('no'))
  await user.paste('heath\nbracken')
  expect(await screen.findByText('Staged together with rows that are not saved yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: '3 changes' })).toBeTruthy()
  expect(sent()).toHaveLength(1)
})
