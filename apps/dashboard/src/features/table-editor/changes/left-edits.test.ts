// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { type CellEdit, editOf, noEdits, withEdit, withoutEdit } from '../cell-edits.ts'
import { editsIn, LeftEdits } from './left-edits.ts'

function browser() {
  let text = '[]'
  const open = (key = ['id']) =>
    new LeftEdits({
      key,
      read: () => JSON.parse(text) as CellEdit[],
      write: (edits) => (text = JSON.stringify(edits)),
      pause: 200,
    })
  return { open, kept: () => JSON.parse(text) as CellEdit[] }
}

const typed = (text: string, row = '1'): CellEdit => ({
  key: [row],
  column: 'name',
  typed: text,
  previous: 'moss',
  state: 'typed',
})

const failed = (text: string, row = '1'): CellEdit => ({
  ...typed(text, row),
  state: 'failed',
  failure: { message: 'too long' },
})

test('what is typed is kept a moment later, its last text only', () => {
  vi.useFakeTimers()
  const { open, kept } = browser()
  const left = open()
  left.type(typed('h'))
  left.type(typed('he'))
  expect(kept()).toEqual([])
  vi.advanceTimersByTime(200)
  expect(kept()).toEqual([typed('he')])
  left.type(typed('hea'))
  vi.advanceTimersByTime(200)
  expect(kept()).toEqual([typed('hea')])
  vi.useRealTimers()
})

test('a page that is left keeps what was typed in its last moment', () => {
  const { open, kept } = browser()
  open().type(typed('heat'))
  globalThis.dispatchEvent(new Event('pagehide'))
  expect(kept()).toEqual([typed('heat')])
  expect(editOf(open().typed(), typed(''))).toEqual(typed('heat'))
})

test('edits of rows that had another key stay apart from rows of the same values', () => {
  const { open, kept } = browser()
  const before = { ...failed('heather'), keyedBy: ['id'] }
  open().keepRefused(withEdit(noEdits, before))
  const left = open(['number'])
  expect(left.withRefused(noEdits).size).toBe(0)
  expect(editOf(left.typed(), before)).toBeUndefined()
  expect(editsIn(left.typed())).toEqual([before])
  const now = { ...failed('reed'), keyedBy: ['number'] }
  left.keepRefused(withEdit(noEdits, now))
  left.keepRefused(noEdits)
  expect(kept()).toEqual([before])
  left.forget(editsIn(left.typed())[0] ?? now)
  expect(kept()).toEqual([])
  expect(left.typed().size).toBe(0)
})

test('what was stored or given up does not come back', () => {
  const { open, kept } = browser()
  const first = open()
  first.type(typed('heat'))
  first.end(typed(''))
  globalThis.dispatchEvent(new Event('pagehide'))
  expect(kept()).toEqual([])
})

test('ending a text of an earlier visit is told to who watches', () => {
  const { open, kept } = browser()
  open().type(typed('heat'))
  globalThis.dispatchEvent(new Event('pagehide'))
  const left = open()
  const watcher = vi.fn<() => void>()
  left.subscribe(watcher)
  left.end(typed('', '2'))
  expect(watcher).not.toHaveBeenCalled()
  left.end(typed(''))
  expect(watcher).toHaveBeenCalledOnce()
  expect(left.typed().size).toBe(0)
  expect(kept()).toEqual([])
})

test('a refused edit stays kept while it is sent once more, and goes when it is stored', () => {
  const { open, kept } = browser()
  const left = open()
  let edits = withEdit(noEdits, failed('heather'))
  left.keepRefused(edits)
  edits = withEdit(edits, { ...failed('heath'), state: 'saving' })
  left.keepRefused(edits)
  expect(kept()).toEqual([failed('heather')])
  left.keepRefused(withoutEdit(edits, failed('')))
  expect(kept()).toEqual([])
})

test('typing over a refused edit leaves it as it is until the text is ended', () => {
  const { open, kept } = browser()
  const left = open()
  left.keepRefused(withEdit(noEdits, failed('heather')))
  left.type(typed('hea'))
  globalThis.dispatchEvent(new Event('pagehide'))
  expect(kept()).toEqual([failed('heather'), typed('hea')])
  left.end(typed(''))
  expect(kept()).toEqual([failed('heather')])
})

test('what two tabs keep stands beside each other, whatever each does with its own', () => {
  const step = fc.record({
    tab: fc.constantFrom('a', 'b'),
    row: fc.constantFrom('1', '2', '3'),
    does: fc.constantFrom('refused', 'stored', 'typed', 'ended'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { open, kept } = browser()
      const tabs = { a: { left: open(), edits: noEdits }, b: { left: open(), edits: noEdits } }
      const expected = new Set<string>()
      for (const { tab: name, row, does } of steps) {
        const tab = tabs[name]
        const own = `${name}${row}`
        const edit = does === 'refused' || does === 'stored' ? failed('x', own) : typed('x', own)
        if (does === 'refused') tab.edits = withEdit(tab.edits, edit)
        if (does === 'stored') tab.edits = withoutEdit(tab.edits, edit)
        tab.left.keepRefused(tab.edits)
        if (does === 'typed') tab.left.type(edit)
        if (does === 'typed') globalThis.dispatchEvent(new Event('pagehide'))
        if (does === 'ended') tab.left.end(edit)
        const entry = `${edit.state} ${own}`
        if (does === 'refused' || does === 'typed') expected.add(entry)
        else expected.delete(entry)
      }
      expect(new Set(kept().map(({ state, key }) => `${state} ${key[0] ?? ''}`))).toEqual(expected)
      const again = open()
      const shown = [...editsIn(again.typed()), ...editsIn(again.withRefused(noEdits))]
      expect(shown).toHaveLength(expected.size)
    }),
  )
})
