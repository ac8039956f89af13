// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keyNames, listenForShortcuts, useShortcut } from './shortcuts.ts'

let stop = () => undefined as void
beforeEach(() => {
  stop = listenForShortcuts(window)
})
afterEach(() => {
  stop()
  cleanup()
  document.body.replaceChildren()
})

const press = (key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))

function offer(keys: string) {
  const run = vi.fn<() => void>()
  renderHook(() => useShortcut({ keys, label: 'Do it', group: 'Test', run }))
  return run
}

test('a combination runs with Control and with Command', () => {
  const run = offer('mod+k')
  press('k', { ctrlKey: true })
  press('k', { metaKey: true })
  press('k')
  expect(run).toHaveBeenCalledTimes(2)
})

test('a sequence needs both keys in order', () => {
  const run = offer('g t')
  press('t')
  press('g')
  press('x')
  press('g')
  press('t')
  expect(run).toHaveBeenCalledTimes(1)
})

test('plain keys do nothing while the user types, combinations still work', () => {
  const [plain, combined] = [offer('/'), offer('mod+enter')]
  const input = document.body.appendChild(document.createElement('input'))
  press('/', {}, input)
  press('Enter', { ctrlKey: true }, input)
  expect(plain).not.toHaveBeenCalled()
  expect(combined).toHaveBeenCalledTimes(1)
})

test('a combination for use outside of fields is ignored in fields', () => {
  const run = vi.fn<() => void>()
  const shortcut = { keys: 'mod+a', label: 'Do it', group: 'Test', whileTyping: false, run }
  renderHook(() => useShortcut(shortcut))
  const input = document.body.appendChild(document.createElement('input'))
  press('a', { ctrlKey: true }, input)
  expect(run).not.toHaveBeenCalled()
  press('a', { ctrlKey: true })
  expect(run).toHaveBeenCalledTimes(1)
})

test('a key that its owner does not handle is left to others and to the browser', () => {
  const run = vi.fn<() => void>()
  const isFor = ({ target }: KeyboardEvent) => target === document.body
  renderHook(() => useShortcut({ keys: 'shift+space', label: 'Do it', group: 'Test', isFor, run }))
  const button = document.body.appendChild(document.createElement('button'))
  const isRemaining = press(' ', { shiftKey: true, cancelable: true }, button)
  expect([isRemaining, run.mock.calls.length]).toEqual([true, 0])
  const isUntaken = press(' ', { shiftKey: true, cancelable: true })
  expect([isUntaken, run.mock.calls.length]).toEqual([false, 1])
})

test('a character that needs Shift is written without it', () => {
  const run = offer('?')
  press('?', { shiftKey: true })
  expect(run).toHaveBeenCalledTimes(1)
})

test('keys have the names on the keyboard', () => {
  expect(keyNames('mod+k', true)).toEqual(['⌘', 'K'])
  expect(keyNames('mod+shift+enter', false)).toEqual(['Ctrl', 'Shift', '↵'])
  expect(keyNames('shift+space', false)).toEqual(['Shift', 'Space'])
})
