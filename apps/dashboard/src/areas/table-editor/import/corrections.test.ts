// @vitest-environment jsdom
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

import { clearStorage, setting, text } from '../../../lib/storage/storage.ts'
import { StoredCorrections } from './corrections.ts'

const stored = setting<string | undefined>('draft.rejected.mara.abc', text, undefined)
/** As a page that was loaded anew finds it. */
const open = () => new StoredCorrections(stored)

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('what was typed comes back exactly, whatever it is', () => {
  const cell = fc.record({
    row: fc.nat(),
    at: fc.nat(99),
    value: fc.option(fc.string({ unit: 'binary' })),
  })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      localStorage.clear()
      const first = open()
      for (const one of cells) first.type('i1', one)
      expect(open().of('i1')).toEqual(first.of('i1'))
      const { row, at, value } = cells.at(-1) ?? { row: 0, at: 0, value: '' }
      expect(open().of('i1')[row]?.[at]).toBe(value)
    }),
  )
})

test('each import has its own, and one that is over leaves none', () => {
  const corrections = open()
  corrections.type('i1', { row: 3, at: 0, value: 'a' })
  corrections.type('i2', { row: 3, at: 0, value: 'b' })
  corrections.forget('i1')
  expect([open().of('i1'), open().of('i2')]).toEqual([{}, { 3: { 0: 'b' } }])
  expect(open().imports()).toEqual(['i2'])
  corrections.forget('i2')
  expect(localStorage).toHaveLength(0)
})

test('tabs keep theirs beside each other', () => {
  const [one, other] = [open(), open()]
  one.type('i1', { row: 3, at: 0, value: 'a' })
  other.type('i1', { row: 3, at: 1, value: 'b' })
  one.type('i1', { row: 6, at: 0, value: 'c' })
  expect(open().of('i1')).toEqual({ 3: { 0: 'a', 1: 'b' }, 6: { 0: 'c' } })
})

test('what was tried goes, what was typed meanwhile stays', () => {
  const corrections = open()
  corrections.type('i1', { row: 3, at: 0, value: 'a' })
  corrections.type('i1', { row: 3, at: 1, value: 'b' })
  corrections.type('i1', { row: 6, at: 0, value: 'c' })
  const tried = [{ number: 3, cells: ['a', 'b'] }]
  corrections.type('i1', { row: 3, at: 1, value: 'later' })
  corrections.tried('i1', tried)
  expect(open().of('i1')).toEqual({ 3: { 1: 'later' }, 6: { 0: 'c' } })
})

test('rows that are rejected no more need none, rows that were not read yet keep theirs', () => {
  const corrections = open()
  for (const row of [3, 6, 9, 12]) corrections.type('i1', { row, at: 0, value: 'a' })
  const read = [
    { number: 3, cells: ['a'] },
    { number: 9, cells: [null] },
  ]
  corrections.settle('i1', { rows: read, isAll: false })
  expect(open().of('i1')).toEqual({ 9: { 0: 'a' }, 12: { 0: 'a' } })
  corrections.settle('i1', { rows: read, isAll: true })
  expect(open().of('i1')).toEqual({ 9: { 0: 'a' } })
})

test('a session that ended by itself takes none of it, signing out takes all', () => {
  const corrections = open()
  corrections.type('i1', { row: 3, at: 0, value: 'a' })
  clearStorage('expiry')
  expect(open().of('i1')).toEqual({ 3: { 0: 'a' } })
  clearStorage('sign-out')
  expect(corrections.of('i1')).toEqual({})
})

test('without room it is said, nothing typed is lost while the page is there, and it is kept once there is room', () => {
  const corrections = open()
  const watcher = vi.fn<() => void>()
  corrections.subscribe(watcher)
  corrections.type('i1', { row: 3, at: 0, value: 'a' })
  watcher.mockClear()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  corrections.type('i1', { row: 6, at: 0, value: 'b' })
  corrections.type('i1', { row: 9, at: 0, value: 'c' })
  expect([corrections.isKept(), corrections.of('i1')]).toEqual([
    false,
    { 3: { 0: 'a' }, 6: { 0: 'b' }, 9: { 0: 'c' } },
  ])
  expect(open().of('i1')).toEqual({ 3: { 0: 'a' } })
  expect(watcher).toHaveBeenCalledTimes(2)
  full.mockRestore()
  corrections.tried('i1', [{ number: 9, cells: ['c'] }])
  expect(corrections.isKept()).toBe(true)
  expect(open().of('i1')).toEqual({ 3: { 0: 'a' }, 6: { 0: 'b' } })
})

test('values that are too large leave room for other things that are kept', () => {
  const corrections = open()
  corrections.type('i1', { row: 3, at: 0, value: 'a' })
  const large = 'x'.repeat(1_000_000)
  corrections.type('i1', { row: 6, at: 0, value: large })
  expect([corrections.isKept(), corrections.of('i1')[6]]).toEqual([false, { 0: large }])
  expect(open().of('i1')).toEqual({ 3: { 0: 'a' } })
})

test.for(['', '[]', '{"i1":[]}', '{"i1":{"3":"a"}}', '{"i1":{"3":{"0":1}}}', '{"i1":null}'])(
  'what is no correction is ignored: %s',
  (leftover) => {
    stored.set(leftover)
    expect(open().of('i1')).toEqual({})
    const corrections = open()
    corrections.type('i1', { row: 3, at: 0, value: 'a' })
    expect(open().of('i1')).toEqual({ 3: { 0: 'a' } })
  },
)
