// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { refusal } from '../../../testing/answers.ts'
import { database } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'

afterEach(() => {
  storage.queuesEdits.set(false)
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const changes = `POST ${database}/changes`
const unanswered = 'The save status of this row is unknown. Check again first'

/** A table in which one edit was collected and sent together, to that answer. */
async function afterSaving(id: number, answer: () => unknown) {
  const app = openTable(
    { ...plants, id },
    { rows: [['1', 'moss', '1.00']], answers: { [changes]: answer } },
  )
  await app.cellWith('moss')
  storage.queuesEdits.set(true)
  await user.dblClick(await app.cellWith('moss'))
  await user.keyboard('{Control>}a{/Control}heather{Enter}')
  await user.click(await screen.findByRole('button', { name: '1 change' }))
  const panel = await screen.findByRole('dialog', { name: 'Changes to plants' })
  await user.click(within(panel).getByRole('button', { name: 'Save all' }))
  return panel
}

test.each(['a press', 'a key'])(
  '%s that steps back over a pending save names the next step',
  async (way) => {
    const panel = await afterSaving(way === 'a key' ? 7201 : 7203, () => {
      throw new TypeError('Failed to fetch')
    })
    await within(panel).findByRole('button', { name: 'Check again' })
    if (way === 'a key') await user.keyboard('{Escape}{Control>}z{/Control}')
    else await user.click(within(panel).getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(unanswered)).toBeTruthy()
    expect(screen.getAllByText('heather').length).toBeGreaterThan(0)
  },
)

test('the changes show the expired session as long as they wait for it', async () => {
  await afterSaving(7202, () =>
    refusal(401, { kind: 'unauthenticated', message: 'Sign in to continue' }),
  )
  expect(await screen.findByText('Nothing was saved: Sign in to continue')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: '1 change, signed out' })).toBeTruthy()
})
