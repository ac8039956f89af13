// @vitest-environment jsdom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'

// The first test also loads the page's code.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const undo = `POST ${database}/history/00000000-0000-4000-8000-000000000001/undo`
const changes = `POST ${database}/changes`

test('an edit is of the row it began in, whatever comes above it meanwhile', async () => {
  const user = userEvent.setup()
  const before = [
    ['2', 'fern'],
    ['3', 'ivy'],
  ]
  let rows = before
  let answer = () => {}
  const undone = new Promise<void>((resolve) => (answer = resolve))
  const app = openTable(plants, {
    rows,
    answers: {
      [`GET ${database}/tables/${plants.id}/rows`]: () => ({ rows, has_more: false }),
      [changes]: saved({ row: ['3', 'heather'] }),
      [undo]: async () => {
        await undone
        return saved({ row: ['3', 'ivy'] })
      },
    },
  })
  await user.dblClick(await app.cellWith('ivy'))
  await user.keyboard('{Control>}a{/Control}heather{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  await user.dblClick(await app.cellWith('fern'))
  await screen.findByRole('textbox', { name: /^name, / })
  rows = [['1', 'moss'], ...before]
  answer()
  await app.cellWith('moss')
  await user.keyboard('{Control>}a{/Control}bracken{Enter}')
  const sent = () => app.calls.filter(({ route }) => route === changes)
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.body).toMatchObject({
    operations: [{ key: ['2'], values: { name: 'bracken' }, previous: { name: 'fern' } }],
  })
})
