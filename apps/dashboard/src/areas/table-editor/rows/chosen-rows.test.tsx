// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { plants } from '../../../testing/plants.ts'
import { hasOthers } from '../select-all.ts'
import { loadFollow, useChosenRows } from './chosen-rows.ts'
import { openWindow, type RowWindow } from './row-window.ts'
import { indexOfFirst } from './selected-keys.ts'

beforeAll(loadFollow)
afterEach(cleanup)

const pageSize = 10
const by = (one: number, other: number) => one - other

/** A window with only the pages of these rows, counted from 0. */
function getWindow(id: number, held: readonly number[], count = 20_000): RowWindow {
  const pages = Array.from({ length: Math.ceil(count / pageSize) }, (_, page) => {
    const first = page * pageSize
    const size = Math.min(pageSize, count - first)
    const isHeld = held.some((row) => row >= first && row < first + size)
    const rows = Array.from({ length: size }, (__, at) => [String(first + at), 'moss', '1.00'])
    return { rows: isHeld ? rows : null, size, cursor: null, edge: '' }
  })
  return { ...openWindow(id, { at: 'start' }), after: { pages, hasMore: false } }
}

const open = (window: RowWindow) =>
  renderHook(
    (shown: RowWindow) =>
      useChosenRows({ window: shown }, { table: plants, view: { sort: [{ column: 'price' }] } }),
    { initialProps: window },
  )

const span = (from: number, to: number) =>
  new Set(Array.from({ length: to - from + 1 }, (_, at) => from + at))

test('a range counts deselected rows in between, and has the positions of its ends', () => {
  const { result } = open(getWindow(1, [0, 15_000]))
  act(() => result.current.choose(span(0, 15_000)))
  const { count, keys, isWhole, placeOf } = result.current
  expect([count, keys.length, isWhole]).toEqual([15_001, 11, false])
  expect([placeOf(0), placeOf(700), placeOf(15_000)]).toEqual([
    '["1.00","0"]',
    undefined,
    '["1.00","15000"]',
  ])
})

test('a row keeps its position when it is deselected, and its selection ends with its window', () => {
  const { result, rerender } = open(getWindow(1, [5]))
  act(() => result.current.choose(new Set([5])))
  rerender(getWindow(1, [16]))
  act(() => result.current.choose(new Set([5, 16])))
  expect(result.current.keys).toEqual([['5'], ['16']])
  rerender(getWindow(2, [5]))
  expect(result.current.count).toBe(0)
})

/** A window with all its rows, by their keys. */
function fullWindow(keys: readonly number[]): RowWindow {
  const rows = keys.map((key) => [String(key), 'moss', '1.00'])
  const page = { rows, size: rows.length, cursor: null, edge: '' }
  return { ...openWindow(1, { at: 'start' }), after: { pages: [page], hasMore: false } }
}

test('rows inserted or deleted above a selected one do not affect the selection', () => {
  const someKeys = fc.uniqueArray(fc.integer({ min: 0, max: 20 })).map((keys) => keys.toSorted(by))
  fc.assert(
    fc.property(someKeys, fc.array(fc.boolean()), fc.array(someKeys), (before, picks, later) => {
      const { result, rerender, unmount } = open(fullWindow(before))
      act(() =>
        result.current.choose(new Set(before.flatMap((_, at) => (picks[at] === true ? [at] : [])))),
      )
      let meant = before.filter((_, at) => picks[at] === true)
      for (const keys of later) {
        rerender(fullWindow(keys))
        meant = meant.filter((key) => keys.includes(key))
        expect(result.current.keys.map(([key]) => Number(key))).toEqual(meant)
        expect([...result.current.indexes].map((at) => keys[at])).toEqual(meant)
      }
      unmount()
    }),
  )
})

/** A window on a view of these keys that has read those from the first to the last of them. */
function getPart(keys: readonly number[], { anchor, from, to }: Part): RowWindow {
  const page = (some: readonly number[]) => ({
    pages: [
      {
        rows: some.map((key) => [String(key), 'moss', '1']),
        size: some.length,
        cursor: null,
        edge: '',
      },
    ],
  })
  return {
    ...openWindow(1, { at: 'start' }),
    before: { ...page(keys.slice(from, anchor)), hasMore: from > 0 },
    after: { ...page(keys.slice(anchor, to)), hasMore: to < keys.length },
  }
}

type Part = { anchor: number; from: number; to: number }

const part = fc
  .tuple(fc.nat(30), fc.nat(30), fc.nat(30))
  .map((positions) => positions.toSorted(by))
  .map(([from = 0, anchor = 0, to = 0]) => ({ from, anchor, to: to + 1 }))

test('all rows are selected at any scroll position, and stay so when rows are inserted or deleted', () => {
  const keys = Array.from({ length: 31 }, (_, at) => at * 2)
  const change = fc.record({ at: fc.nat(30), isDeleted: fc.boolean(), part })
  fc.assert(
    fc.property(part, fc.array(change, { maxLength: 4 }), (seen, changes) => {
      const window = getPart(keys, seen)
      const { result, rerender, unmount } = open(window)
      const all = keys.map((key) => [String(key)])
      act(() => result.current.chooseAll(all, indexOfFirst(all, window, plants)))
      expect(result.current.keys).toEqual(all)
      expect(result.current.indexes.has(0)).toBe(true)
      let now = keys
      const deleted = new Set<number>()
      for (const { at, isDeleted } of changes) {
        const key = keys[at] ?? 0
        const isSeen = at >= seen.from && at < seen.to
        if (isDeleted && isSeen) deleted.add(key)
        now = [...new Set([...now, key + 1])].toSorted(by).filter((one) => !deleted.has(one))
        const position = (from: number) =>
          now.filter((one) => one < (keys[from] ?? Infinity)).length
        const { anchor, from, to } = seen
        rerender(getPart(now, { anchor: position(anchor), from: position(from), to: position(to) }))
        expect(result.current.keys).toEqual(all.filter(([one]) => !deleted.has(Number(one))))
      }
      unmount()
    }),
  )
})

test('selecting all loaded rows offers to select the others', () => {
  const keys = [0, 2, 4, 6, 8]
  const read = getPart(keys, { anchor: 1, from: 1, to: 4 })
  const { result, rerender } = open(read)
  const offered = (window: RowWindow) => hasOthers(result.current, window)
  act(() => result.current.choose(span(0, 1)))
  expect(offered(read)).toBe(false)
  act(() => result.current.choose(span(0, 2)))
  expect(offered(read)).toBe(true)
  act(() => result.current.chooseAll(keys.map((key) => [String(key)])))
  expect(offered(read)).toBe(false)
  const full = fullWindow(keys)
  rerender(full)
  act(() => result.current.choose(span(0, 4)))
  expect(offered(full)).toBe(false)
})

test('a row that is not loaded yet is not selected', () => {
  const { result } = open(getWindow(1, [0], 2))
  act(() => result.current.choose(new Set([-1, 0, 1, 2])))
  expect([...result.current.indexes]).toEqual([0, 1])
})

test('all rows are selected by their keys, or as a whole when they are too many', () => {
  const { result } = open(getWindow(1, [0]))
  act(() => result.current.chooseAll([['0'], ['1']]))
  expect(result.current).toMatchObject({ count: 2, isAll: true, isWhole: false })
  act(() => result.current.chooseAll(null))
  expect(result.current).toMatchObject({ count: Infinity, isAll: true, isWhole: true, keys: [] })
  expect(result.current.indexes.has(123_456)).toBe(true)
  act(() => result.current.clear())
  expect(result.current).toMatchObject({ count: 0, isAll: false, isWhole: false })
})
