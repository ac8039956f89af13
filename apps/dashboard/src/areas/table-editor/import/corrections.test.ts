// @vitest-environment jsdom
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

import { clearStorage, setting, text } from '../../../lib/storage/storage.ts'
import { StoredCorrections } from './corrections.ts'

const stored = setting<string | undefined>('draft.rejected.mara.abc', text, undefined)
/** As a reloaded page finds it. */
const open = () => new StoredCorrections(stored)

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('corrections are restored exactly, with any text', () => {
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

test('each import has its own, and a finished one leaves none', () => {
  const corrections = open()
  corrections.type('i1', { row: 3, at: 0, value: 'a' })
  corrections.type('i2', { row: 3, at: 0, value: 'b' })
  corrections.forget('i1')
  expect([open().of('i1'), open().of('i2')]).toEqual([{}, { 3: { 0: 'b' } }])
  expect(open().imports()).toEqual(['i2'])
  corrections.forget('i2')
  expect(localStorage).toHaveLength(0)
})

test('tabs keep theirs separately', () => {
  const [one, other] = [open(), open()]
  one.type('i1', { row: 3, at: 0, value: 'a' })
  other.type('i1', { row: 3, at: 1, value: 'b' })
  one.type('i1', { row: 6, at: 0, value: 'c' })
  expect(open().of('i1')).toEqual({ 3: { 0: 'a', 1: 'b' }, 6: { 0: 'c' } })
})

test('tried ones are removed, later ones stay', () => {
  const corrections = open()
  corrections.type('i1', { row: 3, at: 0, value: 'a' })
  corrections.type('i1', { row: 3, at: 1, value: 'b' })
  corrections.type('i1', { row: 6, at: 0, value: 'c' })
  const tried = [{ number: 3, cells: ['a', 'b'] }]
  corrections.type('i1', { row: 3, at: 1, value: 'later' })
  corrections.tried('i1', tried)
  expect(open().of('i1')).toEqual({ 3: { 1: 'later' }, 6: { 0: 'c' } })
})

test('rows that are no longer rejected have none, rows that are not loaded yet keep theirs', () => {
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

test('an expired session keeps all of them, signing out deletes all', () => {
  const corrections = open()
  corrections.type('i1', { row: 3, at: 0, value: 'a' })
  clearStorage('expiry')
  expect(open().of('i1')).toEqual({ 3: { 0: 'a' } })
  clearStorage('sign-out')
  expect(corrections.of('i1')).toEqual({})
})

test('without space that is reported, nothing typed is lost while the page is open, and it is stored once there is space', () => {
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

test('values that are too large leave space for other stored data', () => {
  const corrections = open()
  corrections.type('i1', { row: 3, at: 0, value: 'a' })
  const large = 'x'.repeat(1_000_000)
  corrections.type('i1', { row: 6, at: 0, value: large })
  expect([corrections.isKept(), corrections.of('i1')[6]]).toEqual([false, { 0: large }])
  expect(open().of('i1')).toEqual({ 3: { 0: 'a' } })
})

test.for(['', '[]', '{"i1":[]}', '{"i1":{"3":"a"}}', '{"i1":{"3":{"0":1}}}', '{"i1":null}'])(
  'an unknown format is ignored: %s',
  (leftover) => {
    stored.set(leftover)
    expect(open().of('i1')).toEqual({})
    const corrections = open()
    corrections.type('i1', { row: 3, at: 0, value: 'a' })
    expect(open().of('i1')).toEqual({ 3: { 0: 'a' } })
  },
)
