// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { SplitPane } from './SplitPane.tsx'

/** The size of all elements, because jsdom has no layout. */
const full = 600

beforeEach(() => {
  Object.assign(Element.prototype, { setPointerCapture: () => undefined })
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function heightOf(
    this: Element,
  ) {
    return this.classList.contains('split-results')
      ? (storage.resultHeight.get() ?? full * 0.55)
      : full
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, full))
})
afterEach(() => {
  cleanup()
  storage.resultHeight.set(undefined)
  vi.restoreAllMocks()
})

const open = () => {
  render(<SplitPane top="query" bottom="rows" />)
  return screen.getByRole('separator', { name: 'Height of the results' })
}

/** This DOM has no pointer events. */
const pointer = (type: string, clientY: number, pointerType: string) =>
  Object.assign(new MouseEvent(type, { bubbles: true, clientY }), { pointerId: 1, pointerType })

test('Enter on the divider maximizes the results, and restores them', () => {
  const line = open()
  fireEvent.keyDown(line, { key: 'Enter' })
  expect(storage.resultHeight.get()).toBe(488)
  fireEvent.keyDown(line, { key: 'Enter' })
  expect(storage.resultHeight.get()).toBe(240)
})

test('a tap does the same, and a drag does not', () => {
  const line = open()
  fireEvent(line, pointer('pointerdown', 270, 'touch'))
  fireEvent(line, pointer('pointerup', 271, 'touch'))
  expect(storage.resultHeight.get()).toBe(488)
  fireEvent(line, pointer('pointerdown', 112, 'touch'))
  fireEvent(line, pointer('pointermove', 300, 'touch'))
  fireEvent(line, pointer('pointerup', 300, 'touch'))
  expect(storage.resultHeight.get()).toBe(300)
})

test('a mouse click without a move changes nothing', () => {
  const line = open()
  const before = storage.resultHeight.get()
  fireEvent(line, pointer('pointerdown', 270, 'mouse'))
  fireEvent(line, pointer('pointerup', 270, 'mouse'))
  expect(storage.resultHeight.get()).toBe(before)
})
