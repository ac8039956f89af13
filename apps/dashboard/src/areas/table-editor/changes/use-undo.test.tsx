// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { notifyTablesInvalidated } from '../../../product/table-invalidation.ts'
import { refusal, rulesFor } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const first = '00000000-0000-4000-8000-000000000001'
const second = '00000000-0000-4000-8000-000000000002'
const getUndo = (id: string) => `POST ${database}/history/${id}/undo`

test('keys undo pending saves before saved ones, one after the other', async () => {
  const user = userEvent.setup()
  let answer = () => {}
  const stored = new Promise<void>((resolve) => (answer = resolve))
  let saves = 0
  const app = openTable(plants, {
    rows: [
      ['1', 'moss'],
      ['2', 'fern'],
    ],
    answers: {
      [`POST ${database}/changes`]: async () => {
        saves += 1
        if (saves === 1) return saved({ row: ['1', 'heather'] })
        await stored
        return { ...saved({ row: ['2', 'bracken'] }), history_id: second }
      },
      [getUndo(first)]: saved({ row: ['1', 'moss'] }),
      [getUndo(second)]: saved({ row: ['2', 'fern'] }),
    },
  })
  await user.dblClick(await app.cellWith('moss'))
  await user.keyboard('{Control>}a{/Control}heather{Enter}')
  await screen.findByText('Saved')
  await user.dblClick(await app.cellWith('fern'))
  await user.keyboard('{Control>}a{/Control}bracken{Enter}')
  await waitFor(() => expect(saves).toBe(2))
  await user.keyboard('{Control>}zz{/Control}')
  const undone = () =>
    app.calls.map(({ route }) => route).filter((route) => route.endsWith('/undo'))
  expect(undone()).toEqual([])
  answer()
  await waitFor(() => expect(undone()).toEqual([getUndo(second), getUndo(first)]))

  // The last undo is the first to be done again, by the id that it was sent with.
  const { body } = app.calls.find(({ route }) => route === getUndo(first)) ?? {}
  const { id = '' } = (body ?? {}) as { id?: string }
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await waitFor(() => expect(undone()[2]).toBe(getUndo(id)))
  // It was refused, so it can still be redone: by the other key.
  await user.keyboard('{Control>}y{/Control}')
  await waitFor(() => expect(undone()[3]).toBe(getUndo(id)))
})

test('an undo made elsewhere does not block undoing earlier changes', async () => {
  const user = userEvent.setup()
  let saves = 0
  const app = openTable(plants, {
    rows: [
      ['1', 'moss'],
      ['2', 'fern'],
    ],
    answers: {
      [`POST ${database}/changes`]: () => {
        saves += 1
        if (saves === 1) return saved({ row: ['1', 'heather'] })
        return { ...saved({ row: ['2', 'bracken'] }), history_id: second }
      },
      [getUndo(first)]: saved({ row: ['1', 'moss'] }),
      [getUndo(second)]: refusal(400, {
        kind: 'invalid_request',
        message: 'This change was already undone',
      }),
    },
  })
  await user.dblClick(await app.cellWith('moss'))
  await user.keyboard('{Control>}a{/Control}heather{Enter}')
  await waitFor(() => expect(saves).toBe(1))
  await user.dblClick(await app.cellWith('fern'))
  await user.keyboard('{Control>}a{/Control}bracken{Enter}')
  await waitFor(() => expect(saves).toBe(2))
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('This change was already undone')
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Undone')
  const undone = app.calls.map(({ route }) => route).filter((route) => route.endsWith('/undo'))
  expect(undone).toEqual([getUndo(second), getUndo(first)])
})

test('a change undone by keys is no longer offered in its message', async () => {
  const user = userEvent.setup()
  let answer = () => {}
  const undone = new Promise<void>((resolve) => (answer = resolve))
  const app = openTable(plants, {
    rows: [['1', 'moss']],
    answers: {
      [`POST ${database}/changes`]: () => saved({ row: ['1', 'heather'] }),
      [getUndo(first)]: async () => {
        await undone
        return saved({ row: ['1', 'moss'] })
      },
    },
  })
  await user.dblClick(await app.cellWith('moss'))
  await user.keyboard('{Control>}a{/Control}heather{Enter}')
  await screen.findByText('Saved')
  await screen.findByRole('button', { name: 'History' })
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(app.calls.some(({ route }) => route === getUndo(first))).toBe(true))
  // Also while it is pending: it is requested once.
  expect(screen.queryByText('Saved')).toBeNull()
  answer()
  await screen.findByText('Undone')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('without any change of this view, a key leads to the history', async () => {
  const user = userEvent.setup()
  const app = openTable(plants, {
    rows: [['1', 'moss']],
    answers: { [`GET ${database}/history`]: { entries: [], has_more: false } },
  })
  await user.click(await app.cellWith('moss'))
  await waitFor(async () => {
    await user.keyboard('{Control>}z{/Control}')
    expect(screen.getByText(/^Nothing to undo/u)).toBeTruthy()
  })
  const toast = screen.getByText(/^Nothing to undo/u).parentElement
  await user.click(within(toast ?? document.body).getByRole('button', { name: 'History' }))
  expect(await screen.findByRole('dialog', { name: 'History of plants' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.role).toBe('grid'))
  expect(app.calls.some(({ route }) => route.endsWith('/undo'))).toBe(false)
})

test('a user who may not write rows sees why the history is not available, and no key opens it', async () => {
  const user = userEvent.setup()
  const app = openTable(plants, {
    rows: [['1', 'moss']],
    answers: { 'GET /platform/profile/permissions': rulesFor('Read-only') },
  })
  await user.click(await app.cellWith('moss'))
  const button = await screen.findByRole('button', { name: 'History' })
  await waitFor(async () => {
    await user.keyboard('{Control>}z{/Control}')
    expect(screen.getByText(/^Nothing to undo/u)).toBeTruthy()
  })
  expect(screen.getAllByRole('button', { name: 'History' })).toEqual([button])
  await user.click(button)
  await user.hover(button)
  expect((await screen.findByRole('tooltip')).textContent).toContain(
    'You need additional permissions to see the history',
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(app.calls.some(({ route }) => route.endsWith('/history'))).toBe(false)
})

test('a change of the table itself, or an import, is a barrier for undo', async () => {
  const user = userEvent.setup()
  const app = openTable(plants, {
    rows: [['1', 'moss']],
    answers: {
      [`POST ${database}/changes`]: () => saved({ row: ['1', 'heather'] }),
      [getUndo(first)]: saved({ row: ['1', 'moss'] }),
    },
  })
  await user.dblClick(await app.cellWith('moss'))
  await user.keyboard('{Control>}a{/Control}heather{Enter}')
  await screen.findByText('Saved')
  await screen.findByRole('button', { name: 'History' })
  act(() => notifyTablesInvalidated())
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText(/^Nothing to undo/u)).toBeTruthy()
  expect(app.calls.some(({ route }) => route.endsWith('/undo'))).toBe(false)
})

/** The first edit is stored, and one that is made after it is refused. */
async function withOneRefused() {
  const user = userEvent.setup()
  let saves = 0
  const app = openTable(plants, {
    rows: [
      ['1', 'moss'],
      ['2', 'fern'],
    ],
    answers: {
      [`POST ${database}/changes`]: () => {
        saves += 1
        if (saves === 1) return saved({ row: ['1', 'heather'] })
        return { outcome: 'refused', operation: 0, message: 'too long', sqlstate: '22001' }
      },
      [getUndo(first)]: saved({ row: ['1', 'moss'] }),
    },
  })
  await user.dblClick(await app.cellWith('moss'))
  await user.keyboard('{Control>}a{/Control}heather{Enter}')
  await waitFor(() => expect(saves).toBe(1))
  await user.dblClick(await app.cellWith('fern'))
  await user.keyboard('{Control>}a{/Control}bracken{Enter}')
  await screen.findByRole('button', { name: '1 unsaved' })
  const undone = () => app.calls.some(({ route }) => route === getUndo(first))
  return { app, user, undone }
}

test('a refused edit is removed before an earlier saved one is undone', async () => {
  const { app, user, undone } = await withOneRefused()
  await user.keyboard('{Control>}z{/Control}')
  await app.cellWith('fern')
  expect(screen.queryByRole('button', { name: '1 unsaved' })).toBeNull()
  expect(undone()).toBe(false)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(undone()).toBe(true))
})

test('a removed edit is restored by a click', async () => {
  const { app, user } = await withOneRefused()
  await user.keyboard('{Control>}z{/Control}')
  const toast = await screen.findByText('Discarded the edit of name')
  const parent = within(toast.parentElement ?? document.body)
  await user.click(parent.getByRole('button', { name: 'Restore' }))
  expect((await app.cellWith('bracken')).getAttribute('aria-invalid')).toBe('true')
})
