import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { chat, idsIn, message, minute, stateWith } from '../../testing/chats.ts'
import {
  type AssistantState,
  changedMessage,
  storedMessages,
  renamed,
  withMessages,
  withNewChat,
  withoutChat,
  withoutMessagesAfter,
} from './assistant-state.ts'
import { mergedStates } from './merged-states.ts'

const base = stateWith(chat('one', { messages: [message('a'), message('b')] }), chat('two'))
/** A copy as another tab reads it, without shared objects. */
const copied = (state: AssistantState): AssistantState => structuredClone(state)
const added = (state: AssistantState, id: string, at: number): AssistantState =>
  withMessages(state, 'one', { messages: [message(id, { at: minute(at) })], now: minute(at) })

describe('two tabs with the same chats', () => {
  test('keep the messages of both, ours first and theirs by time', () => {
    const own = added(base, 'ours', 9)
    const theirs = added(added(copied(base), 'late', 4), 'early', 3)
    expect(idsIn(mergedStates({ base, own, theirs }), 'one')).toEqual([
      'a',
      'b',
      'ours',
      'early',
      'late',
    ])
  })

  test('keep new chats of both, and show ours', () => {
    const own = withNewChat(base, { id: 'mine', now: minute(1) })
    const theirs = withNewChat(copied(base), { id: 'other', now: minute(2) })
    const merged = mergedStates({ base, own, theirs })
    expect(Object.keys(merged.chats)).toEqual(['one', 'two', 'mine', 'other'])
    expect(merged.activeChatId).toBe('mine')
  })

  test('keep chats deleted that were deleted here', () => {
    const less = withoutMessagesAfter(base, 'a', { storesMessage: true, now: minute(1) })
    const own = withoutChat(less, 'two')
    const merged = mergedStates({ base, own, theirs: added(copied(base), 'c', 2) })
    expect(Object.keys(merged.chats)).toEqual(['one'])
    expect(idsIn(merged, 'one')).toEqual(['a', 'c'])
  })

  test('remove chats that were deleted there, unless they were changed here', () => {
    const theirs = withoutChat(withoutChat(copied(base), 'one'), 'two')
    const own = added(base, 'c', 1)
    const merged = mergedStates({ base, own, theirs })
    expect(idsIn(merged, 'one')).toEqual(['a', 'b', 'c'])
    expect(merged.chats['two']).toBeUndefined()
    expect(mergedStates({ base, own: base, theirs })).toMatchObject({
      chats: {},
      activeChatId: undefined,
    })
  })

  test('take a message from the tab that changed it', () => {
    const place = { chatId: 'one', messageId: 'a' }
    const own = changedMessage(base, place, (one) => ({ ...one, text: 'Ours' }))
    const theirs = changedMessage(copied(base), { ...place, messageId: 'b' }, (one) => ({
      ...one,
      text: 'Theirs',
    }))
    const texts = mergedStates({ base, own, theirs }).chats['one']?.messages.map(({ text }) => text)
    expect(texts).toEqual(['Ours', 'Theirs'])
  })

  test('take the name of the newer change', () => {
    const early = { name: 'Early', now: minute(1) }
    const late = { name: 'Late', now: minute(2) }
    for (const [mine, other] of [
      [early, late],
      [late, early],
    ] as const) {
      const own = renamed(base, 'one', mine)
      const theirs = renamed(copied(base), 'one', other)
      expect(mergedStates({ base, own, theirs }).chats['one']).toMatchObject({
        name: 'Late',
        updatedAt: minute(2),
      })
    }
  })
})

const step = fc.record({
  isOwn: fc.boolean(),
  does: fc.constantFrom('add', 'add', 'new chat', 'delete chat', 'delete after', 'save'),
  at: fc.nat(30),
})

type Tab = { base: AssistantState; state: AssistantState }
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The store's update of the record, in one step. */
function save(tab: Tab, stored: AssistantState): AssistantState {
  tab.state = mergedStates({ base: tab.base, own: tab.state, theirs: copied(stored) })
  tab.base = storedMessages(tab.state)
  return tab.base
}

function changed(state: AssistantState, { does, at }: Step, name: string): AssistantState {
  const now = minute(at)
  const ids = Object.keys(state.chats)
  const id = ids[at % Math.max(ids.length, 1)] ?? ''
  const messages = [message(`m ${name}`, { at: now })]
  if (does === 'add') return withMessages(state, id, { messages, now })
  if (does === 'new chat') return withNewChat(state, { id: `c ${name}`, now })
  if (does === 'delete chat') return withoutChat(state, id)
  const some = state.chats[id]?.messages
  const after = some?.[at % Math.max(some.length, 1)]?.id ?? ''
  const active = { ...state, activeChatId: id }
  return withoutMessagesAfter(active, after, { storesMessage: at % 2 === 0, now })
}

/** The chat of each message. */
const places = (state: AssistantState): Map<string, string> =>
  new Map(
    Object.values(state.chats).flatMap((one) =>
      one.messages.map(({ id }) => [id, one.id] as const),
    ),
  )

/** Items of `more` that are missing in `less`. */
const missing = (more: AssistantState, less: AssistantState): [string, string][] => {
  const left = places(less)
  return [...places(more)].filter(([id]) => !left.has(id))
}

test('no message of either tab is lost unless it was deleted or is beyond the 20 stored', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let stored = stateWith(chat('one'), chat('two'))
      const tabs = [stored, stored].map((state): Tab => ({ base: state, state }))
      const written = new Map<string, string>()
      const deleted = new Set<string>()
      const store = (tab: Tab) => {
        stored = save(tab, stored)
        for (const [id] of missing(tab.state, stored)) deleted.add(id)
      }
      for (const [count, one] of steps.entries()) {
        const tab = tabs.at(one.isOwn ? 0 : 1)
        if (tab === undefined || one.does === 'save') {
          tabs.filter((some) => some === tab).forEach(store)
          continue
        }
        const before = tab.state
        tab.state = changed(before, one, String(count))
        for (const [id] of missing(before, tab.state)) deleted.add(id)
        for (const [id, chatId] of missing(tab.state, before)) written.set(id, chatId)
        for (const id of Object.keys(before.chats)) if (!tab.state.chats[id]) deleted.add(id)
      }
      for (const tab of [...tabs, ...tabs]) store(tab)
      const found = places(stored)
      const lost = [...written].filter(([id, chatId]) => !deleted.has(id) && !deleted.has(chatId))
      expect(lost.filter(([id]) => !found.has(id))).toEqual([])
    }),
    { numRuns: 300 },
  )
})
