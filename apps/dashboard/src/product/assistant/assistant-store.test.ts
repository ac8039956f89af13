// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { errorTracking } from '../../lib/network/error-tracking.ts'
import { notifySessionEnd } from '../../lib/session/session-end.ts'
import { assistantDatabase, deletePersonalDatabases } from '../../lib/storage/personal-databases.ts'
import { browserDatabases } from '../../testing/browser-databases.ts'
import { chat, idsIn, message, minute, stateWith } from '../../testing/chats.ts'
import { askAssistant, assistantRequests } from './assistant-opening.ts'
import {
  type AssistantState,
  changedMessage,
  opened,
  renamed,
  withMessages,
  withNewChat,
  withoutChat,
} from './assistant-state.ts'
import { assistantStore, AssistantStore, grantRequests } from './assistant-store.ts'

const browser = browserDatabases()
const stores: AssistantStore[] = []
const reported = vi.spyOn(errorTracking, 'report')

beforeEach(() => {
  vi.stubGlobal('indexedDB', browser.indexedDB)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  reported.mockReset().mockReturnValue(undefined)
})

afterEach(async () => {
  for (const store of stores.splice(0)) await store.end('sign-out')
  notifySessionEnd('sign-out')
  deletePersonalDatabases()
  browser.isRefused.now = false
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A store as in a separate browser tab. */
async function openTab(owner: string | null = 'ada', ref = 'shop') {
  const store = new AssistantStore({ ref, owner })
  stores.push(store)
  await store.load()
  return store
}

const saying =
  (id: string, chatId = 'one') =>
  (state: AssistantState) =>
    withMessages(state, chatId, { messages: [message(id)], now: minute(1) })

const newChat = (id: string) => (state: AssistantState) =>
  withNewChat(state, { id, now: minute(0) })

/** With a stored chat. */
async function openChat(...ids: string[]) {
  const store = await openTab()
  store.change(newChat('one'))
  for (const id of ids) store.change(saying(id))
  await store.flush()
  return store
}

const record = (ref = 'shop') =>
  browser.held(assistantDatabase, 'projects').get(ref) as
    | { owner: string | null; state: AssistantState }
    | undefined

async function putRecord(value: unknown, ref = 'shop') {
  const other = await openTab('ada', ref)
  other.change(opened)
  await other.flush()
  ;(browser.held(assistantDatabase, 'projects') as Map<string, unknown>).set(ref, value)
}

const legacyKey = 'basalt.assistant.shop'

describe('the stored state', () => {
  test('survives a reload', async () => {
    await openChat('a', 'b')
    const { get } = await openTab()
    expect(idsIn(get(), 'one')).toEqual(['a', 'b'])
    expect(get()?.activeChatId).toBe('one')
  })

  test('is one record per projectRef', async () => {
    await openChat('a')
    const other = await openTab('ada', 'books')
    other.change(opened)
    await other.flush()
    expect([...browser.held(assistantDatabase, 'projects').keys()]).toEqual(['shop', 'books'])
    expect(record('books')?.state.projectRef).toBe('books')
  })

  test('is saved after a 500 ms debounce', async () => {
    const store = await openTab()
    store.change(newChat('one'))
    await vi.advanceTimersByTimeAsync(499)
    store.change(saying('a'))
    await vi.advanceTimersByTimeAsync(499)
    expect(record()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(idsIn(record()?.state, 'one')).toEqual(['a']))
  })

  test('is saved also during a continuous answer', async () => {
    const store = await openTab()
    store.change(newChat('one'))
    for (let at = 0; at < 16; at += 1) {
      store.change(saying(`m${at}`))
      // Each of them follows the one before it.
      // oxlint-disable-next-line no-await-in-loop
      await vi.advanceTimersByTimeAsync(200)
    }
    await vi.waitFor(() => expect(idsIn(record()?.state, 'one')).toContain('m14'))
  })

  test('is stored at once when the page is left', async () => {
    const store = assistantStore('shop', 'ada')
    await store.load()
    store.change(newChat('one'))
    globalThis.dispatchEvent(new Event('pagehide'))
    await vi.waitFor(() => expect(record()?.state.activeChatId).toBe('one'))
  })

  test('has the last 20 messages of each chat, and the page shows all of them', async () => {
    const ids = Array.from({ length: 23 }, (_, at) => `m${at}`)
    const store = await openChat(...ids)
    expect(idsIn(record()?.state, 'one')).toEqual(ids.slice(3))
    store.change(saying('last'))
    await store.flush()
    expect(idsIn(store.get(), 'one')).toEqual([...ids, 'last'])
    expect(idsIn(record()?.state, 'one')).toEqual([...ids.slice(4), 'last'])
  })

  test('with an invalid shape is ignored', async () => {
    await putRecord({ shape: 1, owner: 'ada', stamp: 's', state: { chats: [] } })
    const { get } = await openTab()
    expect(Object.values(get()?.chats ?? {}).map(({ name }) => name)).toEqual(['New chat'])
  })

  test('marks answers as stopped that were running when the page was closed', async () => {
    const store = await openChat('a')
    store.change((state) =>
      changedMessage(state, { chatId: 'one', messageId: 'a' }, (one) => ({
        ...one,
        state: 'under_way',
      })),
    )
    await store.flush()
    const { get } = await openTab()
    expect(get()?.chats['one']?.messages[0]?.state).toBe('stopped')
  })
})

describe('the owner of a state', () => {
  test('is checked in every project: data of another user is deleted and never shown', async () => {
    await openChat('a')
    const { get } = await openTab('eve', 'books')
    expect(get()?.chats['one']).toBeUndefined()
    expect(record()).toBeUndefined()
  })

  test('prevents the tab of a former user from overwriting it', async () => {
    const before = await openChat('a')
    const next = await openTab('eve')
    next.change(opened)
    await next.flush()
    before.change(saying('b'))
    await before.flush()
    expect(record()?.owner).toBe('eve')
    expect(idsIn(record()?.state, 'one')).toBeUndefined()
  })

  test('is null without accounts', async () => {
    const store = await openTab(null)
    store.change(opened)
    await store.flush()
    const { get } = await openTab(null)
    expect(get()?.open).toBe(true)
  })
})

describe('changes of another tab', () => {
  test('are kept, and shown here after the next save', async () => {
    const ours = await openChat('a')
    const theirs = await openTab()
    theirs.change(saying('theirs'))
    theirs.change(newChat('two'))
    await theirs.flush()
    ours.change(saying('ours'))
    await ours.flush()
    expect(idsIn(record()?.state, 'one')).toEqual(['a', 'ours', 'theirs'])
    expect(idsIn(ours.get(), 'one')).toEqual(['a', 'ours', 'theirs'])
    expect(record()?.state.chats['two']).toEqual(chat('two'))
    expect(ours.get()?.activeChatId).toBe('one')
  })

  test('do not restore a chat that was deleted here', async () => {
    const ours = await openChat('a')
    const theirs = await openTab()
    theirs.change(saying('theirs'))
    await theirs.flush()
    ours.change((state) => withoutChat(state, 'one'))
    await ours.flush()
    expect(record()?.state.chats['one']).toBeUndefined()
  })

  test('do not revert changes made here during a save', async () => {
    const ours = await openChat('a')
    const theirs = await openTab()
    theirs.change((state) => renamed(state, 'one', { name: 'Orders', now: minute(9) }))
    await theirs.flush()
    ours.change(saying('b'))
    const saving = ours.flush()
    await vi.waitFor(() => expect(record()?.state.chats['one']?.messages).toHaveLength(1))
    ours.change(saying('c'))
    await saving
    await ours.flush()
    expect(ours.get()?.chats['one']?.name).toBe('Orders')
    expect(idsIn(record()?.state, 'one')).toEqual(['a', 'b', 'c'])
  })

  test('show a running answer of that tab as stopped here', async () => {
    const theirs = await openChat('a')
    const ours = await openTab()
    const place = { chatId: 'one', messageId: 'a' }
    theirs.change((state) =>
      changedMessage(state, place, (one) => ({ ...one, text: 'Half', state: 'under_way' })),
    )
    await theirs.flush()
    ours.change(opened)
    await ours.flush()
    expect(ours.get()?.chats['one']?.messages[0]).toMatchObject({ text: 'Half', state: 'stopped' })
    theirs.change((state) =>
      changedMessage(state, place, (one) => ({ ...one, text: 'Whole', state: 'done' })),
    )
    await theirs.flush()
    ours.change(saying('b'))
    await ours.flush()
    expect(ours.get()?.chats['one']?.messages[0]).toMatchObject({ text: 'Whole', state: 'done' })
  })
})

describe('legacy state in local storage', () => {
  const legacy = stateWith(chat('old', { messages: [message('a')] }))

  test('is migrated and then removed', async () => {
    localStorage.setItem(legacyKey, JSON.stringify(legacy))
    const store = await openTab()
    expect(store.get()?.chats).toEqual(legacy.chats)
    expect(localStorage.getItem(legacyKey)).not.toBeNull()
    await store.flush()
    expect(record()?.state.chats).toEqual(legacy.chats)
    expect(localStorage.getItem(legacyKey)).toBeNull()
  })

  test('is merged with the stored state', async () => {
    await openChat('b')
    localStorage.setItem(legacyKey, JSON.stringify(legacy))
    const store = await openTab()
    await store.flush()
    expect(idsIn(record()?.state, 'one')).toEqual(['b'])
    expect(idsIn(record()?.state, 'old')).toEqual(['a'])
  })

  test('stays when it cannot be migrated', async () => {
    browser.isRefused.now = true
    localStorage.setItem(legacyKey, JSON.stringify(legacy))
    const store = await openTab()
    await store.flush()
    expect(store.get()?.chats).toEqual(legacy.chats)
    expect(localStorage.getItem(legacyKey)).not.toBeNull()
  })

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"chats":[]}'],
    ['another project', JSON.stringify({ ...legacy, projectRef: 'books' })],
    ['a message without an id', JSON.stringify(stateWith(chat('o', { messages: [{}] as never })))],
  ])('without the expected format is ignored and deleted: %s', async (_, text) => {
    localStorage.setItem(legacyKey, text)
    const { get } = await openTab()
    expect(Object.values(get()?.chats ?? {}).map(({ name }) => name)).toEqual(['New chat'])
    expect(localStorage.getItem(legacyKey)).toBeNull()
  })
})

test('a failed read or save is only logged, and the next save is tried again', async () => {
  browser.isRefused.now = true
  const store = await openTab()
  expect(reported.mock.calls).toEqual([[expect.any(Error), { assistant: 'read' }]])
  store.change(newChat('one'))
  await store.flush()
  expect(reported).toHaveBeenLastCalledWith(expect.any(Error), { assistant: 'save' })
  expect(store.get()?.activeChatId).toBe('one')
  browser.isRefused.now = false
  await store.flush()
  expect(record()?.state.activeChatId).toBe('one')
})

describe('before it is loaded', () => {
  test('changes are queued, and nothing is shown', async () => {
    const store = new AssistantStore({ ref: 'shop', owner: 'ada' })
    stores.push(store)
    const notified = vi.fn<() => void>()
    const leave = store.subscribe(notified)
    store.change(opened)
    expect(store.get()).toBeUndefined()
    expect(notified).not.toHaveBeenCalled()
    await Promise.all([store.load(), store.load()])
    expect(store.get()?.open).toBe(true)
    expect(notified).toHaveBeenCalledTimes(2)
    leave()
    store.change(newChat('one'))
    expect(notified).toHaveBeenCalledTimes(2)
  })

  test('requests of the rest of the dashboard are queued, too', async () => {
    askAssistant({ text: 'Why?', sqlSnippets: ['select 1'] })
    const store = new AssistantStore({ ref: 'shop', owner: 'ada' })
    stores.push(store)
    grantRequests(store)
    await store.load()
    const target = { open: true, initialInput: 'Why?', sqlSnippets: ['select 1'] }
    expect(store.get()).toMatchObject(target)
  })
})

describe('at the end of the session', () => {
  test('signing out deletes it in this tab and in the browser', async () => {
    const store = assistantStore('shop', 'ada')
    await store.load()
    store.change(newChat('one'))
    await store.flush()
    store.change(saying('a'))
    askAssistant({ text: 'Why?' })
    notifySessionEnd('sign-out')
    deletePersonalDatabases()
    expect(store.get()).toBeUndefined()
    store.change(saying('b'))
    await vi.advanceTimersByTimeAsync(1000)
    await store.flush()
    expect(record()).toBeUndefined()
    expect(assistantRequests()).toEqual([])
    expect(assistantStore('shop', 'ada')).not.toBe(store)
  })

  test('signing out in another tab does not restore the chats here', async () => {
    const store = await openChat('a')
    deletePersonalDatabases()
    store.change(saying('b'))
    await store.flush()
    expect(record()).toBeUndefined()
  })

  test('expiry stores unsaved changes for the same user', async () => {
    const store = assistantStore('shop', 'ada')
    await store.load()
    store.change(newChat('one'))
    notifySessionEnd('expiry')
    expect(store.get()).toBeUndefined()
    await vi.waitFor(() => expect(record()?.state.activeChatId).toBe('one'))
    const { get } = await openTab()
    expect(get()?.activeChatId).toBe('one')
  })
})

test('there is one store per project and user', () => {
  const store = assistantStore('shop', 'ada')
  expect(assistantStore('shop', 'ada')).toBe(store)
  expect(assistantStore('shop', 'eve')).not.toBe(store)
  expect(assistantStore('books', 'ada')).not.toBe(store)
})
