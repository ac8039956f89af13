// @vitest-environment jsdom
import { assistant } from '@basalt/contract/project/assistant'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { notifySessionEnd } from '../../lib/session/session-end.ts'
import { deletePersonalDatabases } from '../../lib/storage/personal-databases.ts'
import { withMessages } from '../../product/assistant/assistant-state.ts'
import { assistantStore } from '../../product/assistant/assistant-store.ts'
import { answeredLines } from '../../testing/answered-lines.ts'
import { browserDatabases } from '../../testing/browser-databases.ts'
import { chat, message, stateWith } from '../../testing/chats.ts'
import { answer, answering } from './answering.ts'

const ref = 'shop'
let model = answeredLines(assistant.answer)

beforeEach(() => {
  vi.stubGlobal('indexedDB', browserDatabases().indexedDB)
  model = answeredLines(assistant.answer)
  vi.stubGlobal('fetch', model.answer)
})

afterEach(() => {
  notifySessionEnd('sign-out')
  deletePersonalDatabases()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** A chat with a question and a started answer. */
async function begin(sharesRows = false) {
  const store = assistantStore(ref, 'ada')
  await store.load()
  store.change(() => stateWith(chat('one', { messages: [message('q', { text: 'Why?' })] })))
  const ended = answer({ ref, store }, 'one', { sharesRows })
  await vi.waitFor(() => expect(model.requested).toHaveLength(1))
  const last = () => store.get()?.chats['one']?.messages.at(-1)
  return { store, ended, last }
}

const text = (words: string) => ({ type: 'text' as const, text: words })
const end = (reason: 'answered' | 'asks' | 'cut' | 'looked' = 'answered') => ({
  type: 'end' as const,
  reason,
})
const query = (id: string) => ({
  type: 'query' as const,
  id,
  title: `About ${id}`,
  sql: 'select 1',
})

describe('an answer', () => {
  test('is written as it arrives, and is complete after its end line', async () => {
    const { ended, last } = await begin()
    expect(model.requested[0]?.body).toEqual({ messages: [{ role: 'user', text: 'Why?' }] })
    expect(last()).toMatchObject({ role: 'assistant', state: 'under_way', text: '' })
    model.send(text('Bec'), text('ause'))
    await vi.waitFor(() => expect(last()?.text).toBe('Because'))
    expect(last()?.state).toBe('under_way')
    model.send(text(' of it.'), end())
    await ended
    expect(last()).toMatchObject({ state: 'done', text: 'Because of it.' })
    expect(answering.of('one')).toBeUndefined()
  })

  test('shows the running schema tool until it continues', async () => {
    const { ended } = await begin()
    model.send({ type: 'looking', at: 'tables', schema: 'public' })
    await vi.waitFor(() =>
      expect(answering.of('one')?.toolActivity).toBe('Reading the tables of public…'),
    )
    model.send({ type: 'looking', at: 'policies', schema: null })
    await vi.waitFor(() => expect(answering.of('one')?.toolActivity).toBe('Reading the policies…'))
    model.send(text('So'))
    await vi.waitFor(() => expect(answering.of('one')?.toolActivity).toBeUndefined())
    model.send(end())
    await ended
  })

  test('has its proposed queries, in order and after its text', async () => {
    const { ended, last } = await begin()
    model.send(text('Look:'), query('a'), query('b'), end('asks'))
    await ended
    expect(last()).toMatchObject({ state: 'done', text: 'Look:', results: {} })
    expect(last()?.queries).toEqual(
      ['a', 'b'].map((id) => ({ id, title: `About ${id}`, sql: 'select 1' })),
    )
  })

  test('is written in a hidden page, which renders no frames', async () => {
    const { ended, last } = await begin()
    vi.stubGlobal('requestAnimationFrame', () => 0)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    model.send(text('Unseen'))
    await vi.waitFor(() => expect(last()?.text).toBe('Unseen'))
    vi.restoreAllMocks()
    model.send(end())
    await ended
  })
})

describe('an incomplete answer', () => {
  test('that was stopped informs the server, and keeps its text', async () => {
    const { ended, last } = await begin()
    model.send(text('Half'))
    await vi.waitFor(() => expect(last()?.text).toBe('Half'))
    answering.stop('one')
    await ended
    expect(last()).toMatchObject({ state: 'stopped', text: 'Half' })
    expect(model.requested[0]?.isAborted).toBe(true)
    expect(answering.of('one')).toBeUndefined()
  })

  test('that failed shows the reason', async () => {
    const { ended, last } = await begin()
    model.send(text('Half'), { type: 'failed', message: 'The model is busy.' })
    model.cutOff()
    await ended
    expect(last()).toMatchObject({ state: 'failed', text: 'Half', failure: 'The model is busy.' })
  })

  test.each([
    ['was too long for the model', 'cut', 'the length limit of the model'],
    ['only looked', 'looked', 'its limit of database lookups'],
  ] as const)('%s', async (_, reason, said) => {
    const { ended, last } = await begin()
    model.send(text('Half'), end(reason))
    await ended
    expect(last()).toMatchObject({ state: 'failed', text: 'Half' })
    expect(last()?.failure).toContain(said)
  })

  test.each(['cutOff', 'breakOff'] as const)('broke off (%s)', async (how) => {
    const { ended, last } = await begin()
    model.send(text('Half'))
    await vi.waitFor(() => expect(last()?.text).toBe('Half'))
    model[how]()
    await ended
    expect(last()).toMatchObject({
      state: 'failed',
      text: 'Half',
      failure: 'The connection was lost before the answer was complete. Ask again.',
    })
  })

  test('that the server refused shows the server’s message', async () => {
    const words = 'The spend cap is reached, so the assistant is off.'
    vi.stubGlobal('fetch', async () => {
      void model.answer('', { body: '{}' })
      return Response.json({ code: 402, kind: 'payment_required', message: words }, { status: 402 })
    })
    const { ended, last } = await begin()
    await ended
    expect(last()).toMatchObject({ state: 'failed', failure: words })
  })
})

describe('the answers of a chat', () => {
  test('run one at a time, and completed ones are not requested again', async () => {
    const { store, ended } = await begin()
    const again = answer({ ref, store }, 'one', { sharesRows: false })
    model.send(end())
    await Promise.all([ended, again])
    expect(store.get()?.chats['one']?.messages).toHaveLength(2)
    expect(model.requested).toHaveLength(1)
  })

  test('are independent of other chats', async () => {
    const { store, ended, last } = await begin()
    store.change((state) => ({
      ...state,
      chats: { ...state.chats, two: chat('two', { messages: [message('p')] }) },
    }))
    const second = answer({ ref, store }, 'two', { sharesRows: false })
    await vi.waitFor(() => expect(model.requested).toHaveLength(2))
    model.send(text('Second'))
    await vi.waitFor(() => expect(store.get()?.chats['two']?.messages.at(-1)?.text).toBe('Second'))
    answering.stop('one')
    await ended
    expect(last()?.state).toBe('stopped')
    expect(model.requested.map(({ isAborted }) => isAborted)).toEqual([true, false])
    model.send(end())
    await second
    expect(store.get()?.chats['two']?.messages.at(-1)?.state).toBe('done')
  })
})

test('are not requested for an answered chat, or one with an open query', async () => {
  const { store, ended, last } = await begin()
  model.send(query('a'), query('b'), end('asks'))
  await ended
  await answer({ ref, store }, 'one', { sharesRows: false })
  store.change((state) => withMessages(state, 'one', { messages: [answered], now: answered.at }))
  await answer({ ref, store }, 'one', { sharesRows: false })
  expect(last()).toEqual(answered)
  expect(model.requested).toHaveLength(1)
})

const answered = message('last', { role: 'assistant', text: 'That is all.' })

test('stop at sign-out', async () => {
  const { ended } = await begin()
  notifySessionEnd('sign-out')
  await ended
  expect(model.requested[0]?.isAborted).toBe(true)
  expect(answering.of('one')).toBeUndefined()
})

test.each([
  [true, [['7']]],
  [false, []],
])('share rows only with permission: %s', async (sharesRows, rows) => {
  const store = assistantStore(ref, 'ada')
  await store.load()
  const result = {
    outcome: 'done' as const,
    row_count: 1,
    columns: ['a'],
    rows: [['7']],
    error: null,
  }
  const asks = message('a', {
    role: 'assistant',
    queries: [{ id: 'one', title: 'One', sql: 'select 7 as a' }],
    results: { one: result },
  })
  store.change(() => stateWith(chat('one', { messages: [message('q'), asks] })))
  const ended = answer({ ref, store }, 'one', { sharesRows })
  await vi.waitFor(() => expect(model.requested).toHaveLength(1))
  expect(model.requested[0]?.body).toMatchObject({
    messages: [{}, { queries: [{ id: 'one', result: { ...result, rows } }] }],
  })
  model.send(end())
  await ended
})
