// @vitest-environment jsdom
import { snippets } from '@basalt/contract/project/snippets'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { offerQuery } from '../../lib/network/open-query.ts'
import { notifySessionEnd } from '../../lib/session/session-end.ts'
import { deletePersonalDatabases } from '../../lib/storage/personal-databases.ts'
import { shop } from '../../testing/answers.ts'
import { ask, openAssistant, press } from '../../testing/open-assistant.tsx'

let withdraw = () => undefined as void

afterEach(async () => {
  cleanup()
  withdraw()
  notifySessionEnd('sign-out')
  deletePersonalDatabases()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

const requested = 'Why?\n\n```sql\nselect color\n```\n\n````sql\nselect 2\n````'

/** An answer that proposes SQL. */
async function proposed() {
  const app = openAssistant()
  await ask(requested.replaceAll('\n', '{Shift>}{Enter}{/Shift}'))
  await waitFor(() => expect(app.model.requested).toHaveLength(1))
  app.model.send(
    { type: 'text', text: 'Like this:\n\n```sql\nselect colour\n```' },
    { type: 'end', reason: 'answered' },
  )
  await screen.findByRole('button', { name: 'New query' })
  return app
}

test.each([
  ['replaced', /^Replaced the statement/u],
  ['added', /^Inserted after the statement/u],
] as const)('SQL is inserted into the open query, with undo: %s', async (how, words) => {
  const put = vi.fn<() => typeof how>(() => how)
  const undo = vi.fn<() => void>()
  await proposed()
  expect(screen.queryByRole('button', { name: 'Insert into editor' })).toBeNull()
  act(() => {
    withdraw = offerQuery({ put, undo })
  })
  await press('Insert into editor')
  expect(put).toHaveBeenCalledExactlyOnceWith('select colour', ['select 2', 'select color'])
  expect(await screen.findByText(words)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  act(() => withdraw())
  expect(screen.queryByRole('button', { name: 'Insert into editor' })).toBeNull()
})

test('SQL becomes a new query, which is named by its beginning and not run', async () => {
  const { listBodies, run } = await proposed()
  await press('New query')
  const route = `${snippets.create.method} ${snippets.create.path.replace('{ref}', shop.ref)}`
  await waitFor(() => expect(listBodies(route)).toHaveLength(1))
  expect(listBodies(route)).toMatchObject([{ name: 'select colour', sql: 'select colour' }])
  expect(run.requested).toHaveLength(0)
})

test('direction marks are displayed visibly', async () => {
  const app = openAssistant()
  await ask('Why?')
  await waitFor(() => expect(app.model.requested).toHaveLength(1))
  app.model.send(
    { type: 'query', id: 'q', title: 'Look', sql: 'select 1 /* \u202Eevil\u2066 */' },
    { type: 'text', text: '```sql\nselect 2 -- \u200Fb\n```' },
    { type: 'end', reason: 'asks' },
  )
  expect(await screen.findByText('/* ⟨U+202E⟩evil⟨U+2066⟩ */')).toBeTruthy()
  expect(await screen.findByText('-- ⟨U+200F⟩b')).toBeTruthy()
})
