// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { errorTracking } from '../../lib/network/error-tracking.ts'
import { notifySessionEnd } from '../../lib/session/session-end.ts'
import { assistantDatabase, deletePersonalDatabases } from '../../lib/storage/personal-databases.ts'
import { browserDatabases } from '../../testing/browser-databases.ts'
import { idsIn, message, minute } from '../../testing/chats.ts'
import { type AssistantState, withMessages, withNewChat } from './assistant-state.ts'
import { assistantStore, AssistantStore } from './assistant-store.ts'

// A page that is left within the half second after a change, and while one is being saved.

const browser = browserDatabases()

beforeEach(() => {
  vi.stubGlobal('indexedDB', browser.indexedDB)
  vi.spyOn(errorTracking, 'report').mockReturnValue(undefined)
})

afterEach(() => {
  notifySessionEnd('sign-out')
  deletePersonalDatabases()
  browser.isRefused.now = false
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const saying = (id: string) => (state: AssistantState) =>
  withMessages(state, 'one', { messages: [message(id)], now: minute(1) })

async function openChat() {
  const store = assistantStore('shop', 'ada')
  await store.load()
  store.change((state) => withNewChat(state, { id: 'one', now: minute(0) }))
  store.change(saying('a'))
  await store.flush()
  return store
}

const leave = () => globalThis.dispatchEvent(new Event('pagehide'))

const storedIds = () => {
  const found = browser.held(assistantDatabase, 'projects').get('shop')
  return idsIn((found as { state: AssistantState } | undefined)?.state, 'one')
}

test('unsaved changes are stored without reading the database first', async () => {
  const store = await openChat()
  store.change(saying('b'))
  const requested = vi.spyOn(browser, 'requested')
  leave()
  await store.flush()
  expect(requested.mock.calls.flat()).toEqual(['put', 'commit'])
  expect(storedIds()).toEqual(['a', 'b'])
})

test('so are changes of a pending save', async () => {
  const store = await openChat()
  store.change(saying('b'))
  const saving = store.flush()
  await Promise.resolve()
  store.change(saying('c'))
  leave()
  await Promise.all([saving, store.flush()])
  expect(storedIds()).toEqual(['a', 'b', 'c'])
  store.change(saying('d'))
  await store.flush()
  expect(storedIds()).toEqual(['a', 'b', 'c', 'd'])
})

test('changes of another tab are read first', async () => {
  const store = await openChat()
  const other = new AssistantStore({ ref: 'shop', owner: 'ada' })
  await other.load()
  other.change(saying('theirs'))
  await other.flush()
  store.change(saying('b'))
  leave()
  await store.flush()
  expect(storedIds()).toEqual(['a', 'b', 'theirs'])
  await other.end('sign-out')
})

test('changes that could not be stored are stored later, if the page is still open', async () => {
  const store = await openChat()
  store.change(saying('b'))
  browser.isRefused.now = true
  leave()
  await store.flush()
  expect(storedIds()).toEqual(['a'])
  browser.isRefused.now = false
  store.change(saying('c'))
  await store.flush()
  expect(storedIds()).toEqual(['a', 'b', 'c'])
  expect(idsIn(store.get(), 'one')).toEqual(['a', 'b', 'c'])
})

test('without changes nothing is written', async () => {
  const store = await openChat()
  const requested = vi.spyOn(browser, 'requested')
  leave()
  await store.flush()
  expect(requested).not.toHaveBeenCalled()
})
