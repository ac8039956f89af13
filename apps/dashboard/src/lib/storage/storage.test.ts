// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

import { clearStorage, storage } from './storage.ts'

beforeEach(() => localStorage.clear())

test('a value is returned as it was set', () => {
  storage.columnWidths('abc', 12).set({ id: 80 })
  expect(storage.columnWidths('abc', 12).get()).toEqual({ id: 80 })
  expect(storage.columnWidths('abc', 13).get()).toEqual({})
})

test.each([['"blue"'], ['{'], ['null'], ['7']])('a stored theme of %s is ignored', (text) => {
  localStorage.setItem('basalt.theme', text)
  expect(storage.theme.get()).toBe('system')
})

test('an unchanged value is the same object, so that nothing is rendered again', () => {
  storage.columnWidths('abc', 1).set({ id: 80 })
  const setting = storage.columnWidths('abc', 1)
  expect(setting.get()).toBe(setting.get())
})

test('listeners receive changes until they unsubscribe', () => {
  const listener = vi.fn<() => void>()
  const leave = storage.theme.subscribe(listener)
  storage.theme.set('light')
  leave()
  storage.theme.set('dark')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the change of another tab is received', () => {
  const listener = vi.fn<() => void>()
  const leave = storage.theme.subscribe(listener)
  dispatchEvent(new StorageEvent('storage', { key: 'basalt.theme' }))
  leave()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('signing out keeps only theme, preview flags, consent and last sign-in method', () => {
  storage.theme.set('light')
  storage.lastSignInMethod.set('github')
  storage.lastOrganization.set('acme')
  storage.draft('abc', 'new').set('select 1')
  localStorage.setItem('basalt.preview.unified-logs', 'true')
  localStorage.setItem('basalt.consent', '{}')
  localStorage.setItem('left by an earlier version', 'x')
  sessionStorage.setItem('basalt.challenge', 'x')
  const listener = vi.fn<() => void>()
  const leave = storage.lastOrganization.subscribe(listener)
  clearStorage('sign-out')
  leave()
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'basalt.consent',
    'basalt.last-sign-in-method',
    'basalt.preview.unified-logs',
    'basalt.theme',
  ])
  expect(sessionStorage).toHaveLength(0)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('an expired session keeps the drafts', () => {
  storage.lastOrganization.set('acme')
  storage.draft('abc', 'new').set('select 1')
  clearStorage('expiry')
  expect(storage.draft('abc', 'new').get()).toBe('select 1')
  expect(storage.lastOrganization.get()).toBeUndefined()
})
