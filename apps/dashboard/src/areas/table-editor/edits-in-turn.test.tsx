// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { profile, shop } from '../../testing/answers.ts'
import { database, saved } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { plants } from '../../testing/plants.ts'
import { timersDone } from '../../testing/timers.ts'

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

test('an edit of a row whose key is being changed follows, with the new key', async () => {
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
  expect(screen.queryByRole('button', { name: /unsaved/u })).toBeNull()
})

test('a refusal of it is shown at its cell', async () => {
  const refused = { outcome: 'refused', operation: 0, message: 'too green', sqlstate: '23514' }
  const { app, answer } = await whileKeyChanges(refused)
  await user.keyboard('bracken{Enter}')
  await screen.findByText('bracken')
  answer()
  await waitFor(async () =>
    expect((await app.cellWith('bracken')).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(await screen.findByRole('button', { name: '1 unsaved' })).toBeTruthy()
})

test("an editor that was opened before its row's key changed saves into that row", async () => {
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

let tables = 7300

/**
 * The first edit of a cell is pending, and keys are pressed at the cell again. Each test has a
 * separate table, because pending edits stay with it.
 */
async function whileSaved(keys: string, second: object) {
  let answer: (outcome: object | Promise<never>) => void = () => {}
  const first = new Promise<object>((resolve) => (answer = resolve))
  const answers = [first, second]
  tables += 1
  const app = openTable(
    { ...plants, id: tables },
    { rows: [['2', 'fern']], answers: { [changes]: async () => answers.shift() } },
  )
  const sent = () =>
    app.calls.flatMap(({ route, body }) => (route === changes ? [body as Sent] : []))
  await user.dblClick(await app.cellWith('fern'))
  await user.keyboard('{Control>}a{/Control}one{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await waitFor(() => expect(document.querySelector('.grid-cell-saving')).toBeTruthy())
  await user.keyboard(keys)
  await timersDone()
  expect(sent()).toHaveLength(1)
  return { app, sent, answer }
}

test.each([
  ['text', 'two{Control>}{Enter}{/Control}', 'two'],
  ['a cleared cell', '{Delete}', null],
])(
  '%s typed at a cell that is being saved is saved after the first edit',
  async (_, keys, value) => {
    const { sent, answer } = await whileSaved(keys, saved({ row: ['2', value] }))
    // A trigger has changed the first value.
    answer(saved({ row: ['2', 'ONE'] }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.operations).toMatchObject([
      { key: ['2'], values: { name: value }, previous: { name: 'ONE' } },
    ])
    await waitFor(() => expect(document.querySelector('.grid-cell-saving')).toBeNull())
    expect(document.querySelector('[aria-invalid="true"]')).toBeNull()
    expect(document.querySelector('.grid-cell-active')?.textContent).toBe(value ?? 'NULL')
  },
)

test('an edit that started during a save and ends after it replaces the saved value', async () => {
  const { app, sent, answer } = await whileSaved('two', saved({ row: ['2', 'two'] }))
  answer(saved({ row: ['2', 'ONE'] }))
  await screen.findByText('Saved')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.operations).toMatchObject([{ previous: { name: 'ONE' } }])
  await app.cellWith('two')
})

test('an edit after a refused one is saved over the value before both', async () => {
  const { app, sent, answer } = await whileSaved('two{Enter}', saved({ row: ['2', 'two'] }))
  answer({ outcome: 'refused', operation: 0, message: 'too green', sqlstate: '23514' })
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.operations).toMatchObject([{ previous: { name: 'fern' } }])
  await app.cellWith('two')
  await waitFor(() => expect(document.querySelector('[aria-invalid="true"]')).toBeNull())
})

test('an edit after one without a response stays at its cell, with the reason', async () => {
  const { app, sent, answer } = await whileSaved('two{Enter}', {})
  answer(Promise.reject(new TypeError('Failed to fetch')))
  await waitFor(
    async () => expect((await app.cellWith('two')).getAttribute('aria-invalid')).toBe('true'),
    { timeout: 9000 },
  )
  expect(sent().every(({ operations }) => operations[0]?.previous !== undefined)).toBe(true)
}, 12_000)

/** An edit was saved and its undo is pending, answered on demand. */
async function whileUndone({ rows = [] as object[], keys = [] as string[][] }, second: object) {
  let answer: (outcome: object) => void = () => {}
  const undone = new Promise<object>((resolve) => (answer = resolve))
  const answers = [{ ...saved({ row: ['2', 'one'] }), history_id: 'first' }, second]
  const app = openTable(plants, {
    rows: [['2', 'fern']],
    answers: {
      [changes]: () => answers.shift(),
      [`POST ${database}/history/first/undo`]: () => undone,
    },
  })
  const sent = () =>
    app.calls.flatMap(({ route, body }) => (route === changes ? [body as Sent] : []))
  await user.dblClick(await app.cellWith('fern'))
  await user.keyboard('{Control>}a{/Control}one{Enter}')
  await screen.findByText('Saved')
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(app.calls.some(({ route }) => route.endsWith('/undo'))).toBe(true))
  const columns = { [plants.id]: plants.columns.map(({ name }) => name) }
  return {
    app,
    sent,
    answer: () => answer({ ...saved(), results: rows, columns, keys, written: ['name'] }),
  }
}

test.each([
  ['an edit', '{Control>}a{/Control}two{Enter}'],
  ['a cell that is emptied', '{Delete}'],
])('%s waits for the undo before it, and applies to the resulting row', async (_, keys) => {
  const { app, sent, answer } = await whileUndone(
    { rows: [{ row: ['2', 'fern'] }] },
    saved({ row: ['2', 'two'] }),
  )
  await user.click(await app.cellWith('one'))
  await user.keyboard(keys === '{Delete}' ? keys : `{F2}${keys}`)
  await timersDone()
  expect(sent()).toHaveLength(1)
  answer()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.operations).toMatchObject([{ key: ['2'], previous: { name: 'fern' } }])
  await app.cellWith('two')
  await waitFor(() => expect(document.querySelector('.grid-cell-saving')).toBeNull())
})

test('an edit that started during an undo and ends after it replaces the restored value', async () => {
  const { app, sent, answer } = await whileUndone(
    { rows: [{ row: ['2', 'fern'] }] },
    saved({ row: ['2', 'two'] }),
  )
  await user.click(await app.cellWith('one'))
  await user.keyboard('two')
  answer()
  await screen.findByText('Undone')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.operations).toMatchObject([{ previous: { name: 'fern' } }])
  await app.cellWith('two')
})

test.each([
  ['under the key that it has then, where that is reported', [['2']], { key: ['20'] }],
  ['as it was seen, where nothing is known of its row', [], { key: ['2'] }],
])("an edit after an undo that changes its row's key is sent %s", async (_, keys, named) => {
  const rows = [{ row: ['20', 'fern'] }]
  const { app, sent, answer } = await whileUndone({ rows, keys }, saved({ row: ['20', 'two'] }))
  await user.click(await app.cellWith('one'))
  await user.keyboard('two{Enter}')
  answer()
  await waitFor(() => expect(sent()).toHaveLength(2))
  const previous = { name: keys.length > 0 ? 'fern' : 'one' }
  expect(sent()[1]?.operations).toMatchObject([{ ...named, previous }])
})

test('a staged edit applies to the row after the undo before it', async () => {
  const { app, answer } = await whileUndone({ rows: [{ row: ['2', 'fern'] }] }, saved())
  storage.queuesEdits.set(true)
  await user.click(await app.cellWith('one'))
  await user.keyboard('two{Enter}')
  await timersDone()
  answer()
  const kept = storage.stagedRows(profile.id, shop.ref, plants.id)
  await waitFor(() => expect(kept.get()).toContain('"value":"two"'))
  expect(kept.get()).toContain('"previous":"fern"')
  storage.queuesEdits.set(false)
  kept.remove()
})

test('an edit that is refused after an undo stays at its cell, with the reason', async () => {
  const refused = { outcome: 'refused', operation: 0, message: 'too green', sqlstate: '23514' }
  const { app, answer } = await whileUndone({ rows: [{ row: ['2', 'fern'] }] }, refused)
  await user.click(await app.cellWith('one'))
  await user.keyboard('two{Enter}')
  await timersDone()
  answer()
  expect(await screen.findByText('name was not saved: too green')).toBeTruthy()
  expect((await app.cellWith('two')).getAttribute('aria-invalid')).toBe('true')
})
