import { describe, expect, test } from 'vitest'

import { chat, idsIn, message, minute, stateWith } from '../../testing/chats.ts'
import {
  activeChat,
  requested,
  changedMessage,
  chosenChat,
  cleared,
  closed,
  fresh,
  storedMessages,
  loaded,
  opened,
  renamed,
  toggled,
  wished,
  withMessages,
  withNewChat,
  withoutChat,
  withoutMessagesAfter,
} from './assistant-state.ts'

const now = minute(30)
const [a, b, c] = [message('a'), message('b'), message('c')]

test('the panel is opened, closed and toggled', () => {
  const state = stateWith()
  expect(opened(state).open).toBe(true)
  expect(closed(opened(state)).open).toBe(false)
  expect(toggled(state).open).toBe(true)
  expect(toggled(toggled(state)).open).toBe(false)
  expect(closed(state)).toBe(state)
})

describe('chats', () => {
  test("a new chat becomes active, and is called 'New chat'", () => {
    const state = withNewChat(stateWith(chat('one')), { id: 'two', now })
    expect(activeChat(state)).toEqual({
      id: 'two',
      name: 'New chat',
      messages: [],
      createdAt: now,
      updatedAt: now,
    })
    expect(Object.keys(state.chats)).toEqual(['one', 'two'])
  })

  test('deleting the active chat activates the first remaining chat, or none', () => {
    const state = chosenChat(stateWith(chat('one'), chat('two'), chat('three')), 'three')
    const two = withoutChat(state, 'three')
    expect(two.activeChatId).toBe('one')
    expect(withoutChat(withoutChat(two, 'one'), 'two')).toMatchObject({
      activeChatId: undefined,
      chats: {},
    })
  })

  test('deleting another chat keeps the active one', () => {
    const state = stateWith(chat('one'), chat('two'))
    expect(withoutChat(state, 'two')).toEqual(stateWith(chat('one')))
    expect(withoutChat(state, 'none')).toBe(state)
  })

  test('a missing chat cannot be chosen', () => {
    const state = stateWith(chat('one'), chat('two'))
    expect(chosenChat(state, 'two').activeChatId).toBe('two')
    expect(chosenChat(state, 'none')).toBe(state)
  })

  test('renaming changes only when the name differs and updates updatedAt', () => {
    const state = stateWith(chat('one', { name: 'Orders' }))
    expect(renamed(state, 'one', { name: 'Orders', now })).toBe(state)
    expect(renamed(state, 'one', { name: 'Books', now })).toEqual(
      stateWith(chat('one', { name: 'Books', updatedAt: now })),
    )
  })
})

describe('on load', () => {
  const made = { ref: 'shop', id: 'made', now }

  test('the active chat is kept', () => {
    const state = stateWith(chat('one'), chat('two', { updatedAt: now }))
    expect(loaded(state, made)).toBe(state)
  })

  test('if the active chat is missing, the most recently updated chat is chosen', () => {
    const chats = [chat('one'), chat('two', { updatedAt: minute(2) }), chat('three')]
    const state = { ...stateWith(...chats), activeChatId: 'deleted' }
    expect(loaded(state, made).activeChatId).toBe('two')
  })

  test('a new chat is created when none exist', () => {
    const state = withNewChat(fresh('shop'), made)
    expect(loaded(undefined, made)).toEqual(state)
    expect(loaded({ ...fresh('shop'), activeChatId: 'deleted' }, made)).toEqual(state)
  })

  test('answers that were running when the page was closed are marked as stopped', () => {
    const state = stateWith(chat('one', { messages: [a, { ...b, state: 'under_way' }] }))
    const messages = [a, { ...b, state: 'stopped' as const }]
    expect(loaded(state, made)).toEqual(stateWith(chat('one', { messages })))
  })
})

describe('messages', () => {
  const state = stateWith(chat('one', { messages: [a, b, c] }), chat('two', { messages: [a] }))

  test('clearing empties the active chat and resets suggestions, snippets and initial input', () => {
    const prepared = {
      ...state,
      open: true,
      initialInput: 'Why?',
      sqlSnippets: ['select 1'],
      suggestions: { title: 'Try', prompts: [{ label: 'One', description: 'Do one' }] },
      tables: [{ schema: 'public', name: 'books' }],
    }
    expect(cleared(prepared, now)).toEqual({
      ...stateWith(chat('one', { updatedAt: now }), chat('two', { messages: [a] })),
      open: true,
      tables: prepared.tables,
    })
  })

  test('deleting those after a message keeps or removes that message', () => {
    const stored = withoutMessagesAfter(state, 'b', { storesMessage: true, now })
    expect(idsIn(stored, 'one')).toEqual(['a', 'b'])
    expect(idsIn(stored, 'two')).toEqual(['a'])
    const removed = withoutMessagesAfter(state, 'b', { storesMessage: false, now })
    expect(idsIn(removed, 'one')).toEqual(['a'])
    expect(removed.chats['one']?.updatedAt).toBe(now)
    expect(withoutMessagesAfter(state, 'none', { storesMessage: false, now })).toBe(state)
  })

  test('saving skips messages whose id already exists', () => {
    const messages = [{ ...b, text: 'Other' }, message('d'), message('d', { text: 'Again' })]
    const more = withMessages(state, 'one', { messages, now })
    expect(more.chats['one']).toEqual(
      chat('one', { messages: [a, b, c, message('d')], updatedAt: now }),
    )
    expect(withMessages(more, 'one', { messages, now })).toBe(more)
  })

  test('an edit changes a message in any chat', () => {
    const results = {
      q: { outcome: 'done' as const, row_count: 0, columns: [], rows: [], error: null },
    }
    const next = changedMessage(state, { chatId: 'two', messageId: 'a' }, (one) => ({
      ...one,
      results,
    }))
    expect(next.chats['two']?.messages).toEqual([{ ...a, results }])
    expect(next.chats['one']).toBe(state.chats['one'])
    const nowhere = changedMessage(state, { chatId: 'two', messageId: 'b' }, () => a)
    expect(nowhere).toBe(state)
  })

  test('the last 20 of each chat are stored', () => {
    const messages = Array.from({ length: 23 }, (_, at) => message(`m${at}`))
    const stored = storedMessages(
      stateWith(chat('one', { messages }), chat('two', { messages: [a] })),
    )
    expect(idsIn(stored, 'one')).toEqual(messages.slice(3).map(({ id }) => id))
    expect(idsIn(stored, 'two')).toEqual(['a'])
  })
})

test('without a project the defaults apply', () => {
  expect(fresh()).toEqual({
    projectRef: undefined,
    open: false,
    activeChatId: undefined,
    chats: {},
    initialInput: '',
    sqlSnippets: [],
    suggestions: undefined,
    tables: [],
  })
})

test('a question from another page opens the panel with it, and is not sent', () => {
  const state = stateWith(chat('one'))
  const next = { ...state, open: true, initialInput: 'Why?', sqlSnippets: ['select 1'] }
  expect(requested(state, { input: 'Why?', sqlSnippets: ['select 1'] })).toEqual(next)
  const request = { does: 'ask' as const, text: 'Why?', sqlSnippets: ['select 1'] }
  expect(wished(state, [{ does: 'open' }, { does: 'toggle' }, request])).toEqual(next)
  expect(wished(state, [{ does: 'open' }, { does: 'toggle' }])).toEqual(state)
})
