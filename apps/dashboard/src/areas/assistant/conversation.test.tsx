// @vitest-environment jsdom
import type { QueryLine } from '@basalt/contract/database/query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { notifySessionEnd } from '../../lib/session/session-end.ts'
import { deletePersonalDatabases } from '../../lib/storage/personal-databases.ts'
import { rulesFor } from '../../testing/answers.ts'
import {
  ask,
  lastAnswer,
  on,
  openAssistant,
  press,
  question,
} from '../../testing/open-assistant.tsx'

afterEach(async () => {
  cleanup()
  notifySessionEnd('sign-out')
  deletePersonalDatabases()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

const text = (words: string) => ({ type: 'text' as const, text: words })
const answered = { type: 'end' as const, reason: 'answered' as const }
const asks = { type: 'end' as const, reason: 'asks' as const }
const query = (id: string, title = `About ${id}`) => ({
  type: 'query' as const,
  id,
  title,
  sql: `select '${id}' as name`,
})

type Opened = ReturnType<typeof openAssistant>

const untilRequested = ({ model }: Opened, times: number) =>
  waitFor(() => expect(model.requested).toHaveLength(times))

/** Asks a question, and answers with these lines. */
async function answeredWith(
  app: Opened,
  words: string,
  ...lines: Parameters<Opened['model']['send']>
) {
  const before = app.model.requested.length
  await ask(words)
  await untilRequested(app, before + 1)
  app.model.send(...lines)
}

const [rule] = rulesFor('Owner')
const denial = {
  actions: ['tenant:Sql:Query'],
  resources: ['%'],
  restrictive: true,
  condition: null,
}
const withoutQueries = [...rulesFor('Owner'), { ...rule, ...denial }]

const listRows = (name: string): QueryLine[] => [
  { type: 'statement', statement: 0, of: 1, start: 0, end: 9 },
  { type: 'fields', statement: 0, fields: [{ name: 'name', type: 'text' }] },
  { type: 'rows', statement: 0, rows: [[name]] },
  { type: 'complete', statement: 0, command: 'SELECT', row_count: 1, duration_ms: 1 },
  { type: 'end' },
]

const card = (title: string) => screen.findByRole('region', { name: `Query: ${title}` })
const inCard = async (title: string, name: string) =>
  userEvent.click(within(await card(title)).getByRole('button', { name }))
const chooseIn = async (name: string | RegExp, role = 'menuitem') => {
  await press(/choose a chat/u)
  await userEvent.click(await screen.findByRole(role, { name }))
}

describe('a question', () => {
  test('is sent by Enter, and its answer is shown as it arrives', async () => {
    const app = openAssistant()
    await ask('Which rope is the longest?')
    expect(await screen.findByText('Thinking…')).toBeTruthy()
    await untilRequested(app, 1)
    app.model.send(text('The **moss'))
    expect(await screen.findByText('Writing…')).toBeTruthy()
    app.model.send({ type: 'looking', at: 'tables', schema: null })
    expect(await screen.findByText('Reading the tables…')).toBeTruthy()
    app.model.send(text(' green** one.'), answered)
    expect(await screen.findByText('moss green')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Writing…')).toBeNull())
    expect((await lastAnswer())?.textContent).toBe('The moss green one.')
    expect((await question()).value).toBe('')
  })

  test('has line breaks by Shift+Enter', async () => {
    const app = openAssistant()
    await userEvent.type(await question(), 'one{Shift>}{Enter}{/Shift}two')
    expect((await question()).value).toBe('one\ntwo')
    expect(app.model.requested).toHaveLength(0)
  })

  test('becomes the short title of its chat', async () => {
    const app = openAssistant()
    await answeredWith(app, 'x'.repeat(70), answered)
    expect(
      await screen.findByRole('button', { name: `${'x'.repeat(59)}…: choose a chat` }),
    ).toBeTruthy()
    await answeredWith(app, 'And more', answered)
    expect(screen.getByRole('button', { name: `${'x'.repeat(59)}…: choose a chat` })).toBeTruthy()
  })

  test('of blanks only is not sent', async () => {
    const app = openAssistant()
    await ask('   ')
    expect(app.model.requested).toHaveLength(0)
    expect(await screen.findByText('How can I help?')).toBeTruthy()
  })

  test('waits until the one before it is answered', async () => {
    const app = openAssistant()
    await ask('One')
    await untilRequested(app, 1)
    await ask('Two')
    expect(app.model.requested).toHaveLength(1)
    expect((await question()).value).toBe('Two')
    app.model.send(answered)
    await screen.findByRole('button', { name: 'Send' })
    await userEvent.type(await question(), '{Enter}')
    await untilRequested(app, 2)
    app.model.send(answered)
  })

  test('in another chat is answered in parallel', async () => {
    const app = openAssistant()
    await ask('One')
    await untilRequested(app, 1)
    await press('New chat')
    await answeredWith(app, 'Two', text('To two'), answered)
    expect(await screen.findByText('To two')).toBeTruthy()
    await chooseIn('One', 'menuitemradio')
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy()
    expect(screen.queryByText('To two')).toBeNull()
  })
})

describe('an answer that fails', () => {
  test('is stopped by the user, and requested again', async () => {
    const app = openAssistant()
    await ask('Tell me a story')
    await untilRequested(app, 1)
    app.model.send(text('Once'))
    await screen.findByText('Once')
    await press('Stop')
    expect(await screen.findByText('Stopped.')).toBeTruthy()
    expect(app.model.requested[0]?.isAborted).toBe(true)
    await press('Ask again')
    await untilRequested(app, 2)
    expect(app.model.requested[1]?.body).toEqual(app.model.requested[0]?.body)
    expect(screen.queryByText('Once')).toBeNull()
    app.model.send(text('Upon'), answered)
    expect(await screen.findByText('Upon')).toBeTruthy()
  })

  test('shows the reason, and is requested again', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Hello', { type: 'failed', message: 'The model is busy.' })
    app.model.cutOff()
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('The model is busy.')).toBeTruthy()
    await userEvent.click(within(alert).getByRole('button', { name: 'Ask again' }))
    await untilRequested(app, 2)
    app.model.send(text('Hello!'), answered)
    expect(await screen.findByText('Hello!')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a proposed query', () => {
  test('runs when the user clicks Run, and the answer continues', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Who?', query('a'), asks)
    const found = within(await card('About a'))
    expect(found.getByText(/^Read-only. The rows stay in this browser/u)).toBeTruthy()
    expect(app.run.requested).toHaveLength(0)
    await inCard('About a', 'Run')
    await waitFor(() => expect(app.run.requested).toHaveLength(1))
    expect(app.run.requested[0]?.body).toMatchObject({
      query: "select 'a' as name",
      settings: { read_only: true },
    })
    app.run.send(...listRows('Ada'))
    expect(await found.findByRole('cell', { name: 'Ada' })).toBeTruthy()
    await untilRequested(app, 2)
    expect(JSON.stringify(app.model.requested[1]?.body)).not.toContain('Ada')
    expect(app.model.requested[1]?.body).toMatchObject({
      messages: [{}, { queries: [{ id: 'a', result: { outcome: 'done', row_count: 1 } }] }],
    })
    app.model.send(text('One person.'), answered)
    expect(await screen.findByText('One person.')).toBeTruthy()
  })

  test('shares its rows when the organization allows it', async () => {
    const app = openAssistant({
      state: { ...on, may: ['AI_SQL_GENERATOR_OPT_IN', 'AI_DATA_GENERATOR_OPT_IN'] },
    })
    await answeredWith(app, 'Who?', query('a'), asks)
    expect(
      within(await card('About a')).getByText('Read-only. The rows are shared with the assistant.'),
    ).toBeTruthy()
    await inCard('About a', 'Run')
    await waitFor(() => expect(app.run.requested).toHaveLength(1))
    app.run.send(...listRows('Ada'))
    await untilRequested(app, 2)
    expect(JSON.stringify(app.model.requested[1]?.body)).toContain('Ada')
    app.model.send(answered)
  })

  test('can be declined, and the answer continues when all of them have a result', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Who?', query('a'), query('b'), asks)
    await inCard('About a', 'Do not run')
    expect(within(await card('About a')).getByText('Not run.')).toBeTruthy()
    expect(app.model.requested).toHaveLength(1)
    await inCard('About b', 'Do not run')
    await untilRequested(app, 2)
    const declined = { result: { outcome: 'declined', row_count: null } }
    expect(app.model.requested[1]?.body).toMatchObject({
      messages: [{}, { queries: [declined, declined] }],
    })
    app.model.send(answered)
  })

  test('is cancelled while it runs', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Who?', query('a'), asks)
    await inCard('About a', 'Run')
    await waitFor(() => expect(app.run.requested).toHaveLength(1))
    await inCard('About a', 'Cancel')
    expect(await within(await card('About a')).findByText('Cancelled')).toBeTruthy()
    expect(app.run.requested[0]?.isAborted).toBe(true)
    await untilRequested(app, 2)
    app.model.send(answered)
  })

  test('continues when the panel is closed and opened, and is not run twice', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Who?', query('a'), asks)
    await inCard('About a', 'Run')
    await waitFor(() => expect(app.run.requested).toHaveLength(1))
    await press('Close the assistant')
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Assistant' }))
    const found = within(await card('About a'))
    expect(found.queryByRole('button', { name: 'Run' })).toBeNull()
    expect(found.getByRole('button', { name: 'Cancel' })).toBeTruthy()
    app.run.send(...listRows('Ada'))
    expect(await found.findByRole('cell', { name: 'Ada' })).toBeTruthy()
    await untilRequested(app, 2)
    app.model.send(answered)
  })

  test('whose result is late changes no later question', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Who?', query('a'), asks)
    await inCard('About a', 'Run')
    await waitFor(() => expect(app.run.requested).toHaveLength(1))
    await answeredWith(app, 'Never mind', text('All right.'), answered)
    await screen.findByText('All right.')
    app.run.send(...listRows('Ada'))
    expect(await within(await card('About a')).findByRole('cell', { name: 'Ada' })).toBeTruthy()
    expect(app.model.requested).toHaveLength(2)
    expect((await lastAnswer())?.textContent).toBe('All right.')
  })

  test('without the right to run it shows the reason', async () => {
    const app = openAssistant({ answers: { 'GET /platform/profile/permissions': withoutQueries } })
    await answeredWith(app, 'Who?', query('a'), asks)
    const run = within(await card('About a')).getByRole('button', { name: 'Run' })
    await userEvent.click(run)
    expect(await screen.findByText('You need additional permissions to run queries')).toBeTruthy()
    expect(app.run.requested).toHaveLength(0)
    await inCard('About a', 'Do not run')
    await untilRequested(app, 2)
    app.model.send(answered)
  })
})

describe('a chat', () => {
  test('is deleted with undo', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Hello', text('Hello!'), answered)
    await screen.findByText('Hello!')
    await chooseIn('Delete this chat')
    await waitFor(() => expect(screen.queryByText('Hello!')).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Hello!')).toBeTruthy()
  })

  test('that is deleted during an answer is stopped when it is restored', async () => {
    const app = openAssistant()
    await ask('Hello')
    await untilRequested(app, 1)
    app.model.send(text('Hel'))
    await screen.findByText('Hel')
    await chooseIn('Delete this chat')
    await waitFor(() => expect(app.model.requested[0]?.isAborted).toBe(true))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Hel')).toBeTruthy()
    expect(screen.getByText('Stopped.')).toBeTruthy()
    expect(screen.queryByText('Writing…')).toBeNull()
  })

  test('is cleared with its unsent text, and undo restores both', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Hello', text('Hi there'), answered)
    await userEvent.type(await question(), 'And then')
    await chooseIn('Clear this chat')
    await waitFor(() => expect(screen.queryByText('Hi there')).toBeNull())
    expect((await question()).value).toBe('')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Hi there')).toBeTruthy()
    expect((await question()).value).toBe('And then')
  })

  test('is renamed; Escape cancels, an empty name is ignored', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Hello', answered)
    const rename = async (keys: string) => {
      await chooseIn('Rename this chat')
      const name = await screen.findByRole('textbox', { name: 'Chat name' })
      await userEvent.clear(name)
      await userEvent.type(name, keys)
    }
    await rename('  Ropes {Enter}')
    expect(await screen.findByRole('button', { name: 'Ropes: choose a chat' })).toBeTruthy()
    await rename('Other{Escape}')
    expect(await screen.findByRole('button', { name: 'Ropes: choose a chat' })).toBeTruthy()
    await rename('{Enter}')
    expect(await screen.findByRole('button', { name: 'Ropes: choose a chat' })).toBeTruthy()
  })

  test('is chosen among the others', async () => {
    const app = openAssistant()
    await answeredWith(app, 'First', text('One.'), answered)
    await screen.findByText('One.')
    await press('New chat')
    await answeredWith(app, 'Second', text('Two.'), answered)
    await screen.findByText('Two.')
    await chooseIn('First', 'menuitemradio')
    expect(await screen.findByText('One.')).toBeTruthy()
    expect(screen.queryByText('Two.')).toBeNull()
  })

  test('returns to a question for rephrasing, with undo', async () => {
    const app = openAssistant()
    await answeredWith(app, 'Hello', text('Hello!'), answered)
    await screen.findByText('Hello!')
    await userEvent.type(await question(), 'half')
    await press('Edit question')
    expect((await question()).value).toBe('Hello')
    expect(screen.queryByText('Hello!')).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Hello!')).toBeTruthy()
    expect((await question()).value).toBe('half')
  })
})
