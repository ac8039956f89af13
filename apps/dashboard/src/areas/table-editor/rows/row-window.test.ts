import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  type Anchor,
  getExtent,
  clearPage,
  heldRows,
  knownRows,
  mapRows,
  neededPages,
  openWindow,
  type PageAnswer,
  type PageRequest,
  type Row,
  rowAt,
  type RowWindow,
  stalePages,
  trimmed,
  withPage,
} from './row-window.ts'

const cursorOfRow = (row: Row) => JSON.stringify([row[0]])
const getRowFor = (key: number): Row => [String(key)]
const getKey = (row: Row) => Number(row[0])

/** Answers as the server does: in key order, from beyond the cursor, or between two keys. */
function read(
  keys: readonly number[],
  { side, cursor, limit }: PageRequest,
  between?: number,
): PageAnswer {
  const [text] = cursor === null ? [between] : (JSON.parse(cursor) as string[])
  const sorted = keys.toSorted((one, other) => one - other)
  const beyond = sorted.filter(
    (key) => text === undefined || (side === 'after' ? key > Number(text) : key < Number(text)),
  )
  const page = side === 'after' ? beyond.slice(0, limit) : beyond.slice(-limit)
  return { rows: page.map(getRowFor), has_more: beyond.length > limit }
}

/** Views a range until all of its rows are loaded. */
function appearance(
  window: RowWindow,
  keys: readonly number[],
  { between, ...range }: { first: number; last: number; between?: number },
) {
  let current = window
  for (let round = 0; round < 200; round += 1) {
    const [request] = neededPages(current, range)
    if (request === undefined) return current
    const answer = read(keys, request, between)
    current = withPage(current, { request, answer }, cursorOfRow)
  }
  throw new Error('The window never has what it needs')
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at * 10)
const except = (key: number) => numbers(2000).filter((one) => one !== key)
const shownKeys = (window: RowWindow, from: number, to: number) => {
  const found: number[] = []
  for (let index = from; index <= to; index += 1) {
    const row = rowAt(window, index)
    if (row !== undefined) found.push(getKey(row))
  }
  return found
}

describe('from the start', () => {
  test('nothing beyond the first page is loaded until it comes near', () => {
    const opened = openWindow(1, { at: 'start' })
    const requests = neededPages(opened, { first: 0, last: 20 })
    expect(requests).toEqual([{ windowId: 1, side: 'after', page: 0, cursor: null, limit: 100 }])
  })

  test('the number of rows is known once the end was loaded', () => {
    const window = appearance(openWindow(1, { at: 'start' }), numbers(230), { first: 0, last: 230 })
    expect(knownRows(window)).toEqual({ count: 230, isAll: true })
    expect(getExtent(window)).toEqual({ first: 0, rowCount: 230 })
  })

  test('an empty table is known to be empty', () => {
    const window = appearance(openWindow(1, { at: 'start' }), [], { first: 0, last: 20 })
    expect(knownRows(window)).toEqual({ count: 0, isAll: true })
  })
})

test('from the end the last row is -1, and earlier rows do not shift it', () => {
  const keys = numbers(2000)
  const opened = appearance(openWindow(1, { at: 'end' }), keys, { first: -40, last: -1 })
  expect(rowAt(opened, -1)).toEqual(getRowFor(19_990))
  const additional = appearance(opened, keys, { first: -900, last: -860 })
  expect(rowAt(additional, -1)).toEqual(getRowFor(19_990))
  expect(rowAt(additional, -900)).toEqual(getRowFor(11_000))
})

test('around a row both directions are loaded from it', () => {
  const row = getRowFor(5000)
  const anchor: Anchor = { at: 'row', row, cursor: cursorOfRow(row) }
  const window = appearance(openWindow(1, anchor), numbers(2000), { first: -5, last: 5 })
  expect(shownKeys(window, -2, 2)).toEqual([4980, 4990, 5000, 5010, 5020])
})

test.each<{ change: string; keys: readonly number[]; shown: number[] }>([
  { change: 'nothing', keys: numbers(2000), shown: [4990, 5000, 5010] },
  { change: 'a new row', keys: [...numbers(2000), 5005], shown: [4990, 5000, 5005] },
  { change: 'the row is deleted', keys: except(5000), shown: [4990, 5010, 5020] },
])('rows around a row are read again, the row too: $change', ({ keys, shown }) => {
  const row = [...getRowFor(5000), 'outdated']
  const anchor: Anchor = { at: 'row', row, cursor: cursorOfRow(row) }
  const near = { first: -5, last: 5 }
  const window = appearance(openWindow(1, anchor), numbers(2000), near)
  const stale = stalePages(window)
  expect(rowAt(stale, 0)).toEqual(row)
  const again = appearance(stale, keys, { ...near, between: 4999 })
  expect(shownKeys(again, -1, 1)).toEqual(shown)
  expect(rowAt(again, 0)).toHaveLength(1)
  expect(again.id).toBe(1)
})

test('a late answer for another window, or for a page that has moved, changes nothing', () => {
  const window = appearance(openWindow(2, { at: 'start' }), numbers(300), { first: 0, last: 10 })
  const request: PageRequest = { windowId: 1, side: 'after', page: 0, cursor: null, limit: 100 }
  const answer = { rows: [getRowFor(7)], has_more: false }
  expect(withPage(window, { request, answer }, cursorOfRow)).toBe(window)
  const moved = { ...request, windowId: 2, page: 1, cursor: '["3"]' }
  const known = appearance(window, numbers(300), { first: 0, last: 299 })
  expect(withPage(known, { request: moved, answer }, cursorOfRow)).toBe(known)
})

test('a maximum number of rows is kept, and removed ones are loaded again', () => {
  const keys = numbers(5000)
  let window = openWindow(1, { at: 'start' })
  for (let at = 0; at < 5000; at += 200)
    window = trimmed(
      appearance(window, keys, { first: at, last: at + 40 }),
      { first: at, last: at + 40 },
      1000,
    )
  const loaded = shownKeys(window, 0, 4999).length
  expect(loaded).toBeLessThanOrEqual(1000)
  expect(rowAt(window, 0)).toBeUndefined()
  const back = appearance(window, keys, { first: 0, last: 40 })
  expect(shownKeys(back, 0, 3)).toEqual([0, 10, 20, 30])
})

test('a saved row replaces the displayed one; a deleted one is removed', () => {
  const window = appearance(openWindow(1, { at: 'start' }), [1, 2, 3], { first: 0, last: 5 })
  const changed = mapRows(window, (row) => (getKey(row) === 2 ? ['2', 'new'] : row))
  expect(rowAt(changed, 1)).toEqual(['2', 'new'])
  const deleted = mapRows(changed, (row) => (getKey(row) === 1 ? null : row))
  expect(rowAt(deleted, 0)).toEqual(['2', 'new'])
  expect(knownRows(deleted).count).toBe(2)
})

test.each(['start', 'end'] as const)(
  'rows inserted where all of those at the %s were deleted are loaded with the others',
  (at) => {
    const keys = numbers(300)
    const near = at === 'start' ? { first: 0, last: 200 } : { first: -200, last: -1 }
    const isDeleted = (key: number) => (at === 'start' ? key < 1000 : key >= 2000)
    const left = keys.filter((key) => !isDeleted(key))
    const opened = appearance(openWindow(1, { at }), keys, near)
    const reported = mapRows(opened, (row) => (isDeleted(getKey(row)) ? null : row))
    const came = [5, 2995, ...left]
    const again = appearance(stalePages(reported), came, near)
    expect(shownKeys(again, -300, 300)).toEqual(came.toSorted((one, other) => one - other))
  },
)

const around1000: Anchor = { at: 'row', row: getRowFor(1000), cursor: '["1000"]' }

test.each<{ anchor: Anchor; from: number }>([
  { anchor: { at: 'start' }, from: 0 },
  { anchor: { at: 'end' }, from: 0 },
  { anchor: { at: 'from', values: ['1000'] }, from: 0 },
  { anchor: { at: 'from', values: ['1000'] }, from: 100 },
  { anchor: around1000, from: 0 },
  { anchor: around1000, from: 100 },
])('rows that come to a side that lost all of its own are read again: %o', ({ anchor, from }) => {
  const keys = numbers(200)
  const readAll = (window: RowWindow, rows: readonly number[]) => {
    const isBetween = anchor.at === 'from' || anchor.at === 'row'
    const between = isBetween ? 999 : undefined
    return appearance(window, rows, { first: -300, last: 300, ...(between && { between }) })
  }
  const deleted = new Set(keys.slice(from))
  const all = readAll(openWindow(1, anchor), keys)
  const left = mapRows(all, (row) => (deleted.has(getKey(row)) ? null : row))
  expect(shownKeys(left, -300, 300)).toEqual(keys.slice(0, from))
  expect(shownKeys(readAll(stalePages(left), keys), -300, 300)).toEqual(keys)
})

/**
 * The guarantee of the window, with any concurrent changes of the table: in one pass over the rows
 * none is shown twice, and none is missing that was there all the time.
 */
test('concurrent inserts and deletes: no row twice, no remaining one missing', () => {
  const anchor = fc.oneof(fc.constant<Anchor>({ at: 'start' }), fc.constant<Anchor>({ at: 'end' }))
  const step = fc.oneof(
    fc.record({ do: fc.constant('insert' as const), key: fc.integer({ min: 0, max: 30_000 }) }),
    fc.record({ do: fc.constant('delete' as const), at: fc.nat(2999) }),
    fc.record({ do: fc.constant('look' as const), at: fc.nat(3000) }),
    fc.record({ do: fc.constant('forget' as const), at: fc.nat(3000) }),
  )
  fc.assert(
    fc.property(anchor, fc.array(step, { maxLength: 60 }), (from, steps) => {
      const original = numbers(1500)
      const stayed = new Set(original)
      let keys = original
      let window = openWindow(1, from)
      const position = (at: number) => (from.at === 'start' ? at : -at - 1)
      for (const one of steps) {
        if (one.do === 'insert') keys = [...new Set([...keys, one.key])]
        else if (one.do === 'delete') {
          const deleted = one.at * 10
          stayed.delete(deleted)
          keys = keys.filter((key) => key !== deleted)
        } else if (one.do === 'forget') window = clearPage(window, position(one.at))
        else {
          const range = { first: position(one.at), last: position(one.at) + 30 }
          window = trimmed(appearance(window, keys, range), range, 800)
        }
      }
      const seen = pass(window, keys, from)
      expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => one - other))
      expect([...stayed].filter((key) => !seen.includes(key))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

/** Every row, viewed once from one end to the other. */
function pass(start: RowWindow, keys: readonly number[], from: Anchor): number[] {
  const seen: number[] = []
  let window = start
  for (let at = 0; at < 4000; at += 1) {
    const index = from.at === 'start' ? at : -at - 1
    if (rowAt(window, index) === undefined)
      window = appearance(window, keys, { first: index, last: index })
    const row = rowAt(window, index)
    if (row === undefined) break
    if (from.at === 'start') seen.push(getKey(row))
    else seen.unshift(getKey(row))
  }
  return seen
}

test('the loaded rows are around the visible ones, and others are dropped', () => {
  const anchor: Anchor = { at: 'from', values: ['50000'] }
  const keys = numbers(10_000)
  const all = appearance(openWindow(1, anchor), keys, { first: -900, last: 900 })
  const window = trimmed(all, { first: 300, last: 320 })
  const { held, first, end } = heldRows(window)
  const indexes = Array.from({ length: end - first }, (_, at) => first + at)
  expect(indexes.length).toBe(knownRows(window).count)
  for (const index of indexes) expect(held.get(index)).toBe(rowAt(window, index))
  expect([rowAt(window, first - 1), rowAt(window, end)]).toEqual([undefined, undefined])
})
