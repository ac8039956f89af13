import { expect, test, vi } from 'vitest'

import { RowStore } from './row-store.ts'
import { knownRows, type PageAnswer, type PageRequest, type Row, rowAt } from './row-window.ts'

const cursorOfRow = (row: Row) => JSON.stringify([row[0]])
const page = (from: number, count: number, hasMore = true): PageAnswer => ({
  rows: Array.from({ length: count }, (_, at) => [String(from + at)]),
  has_more: hasMore,
})

type Requested = PageRequest & { at: string; signal: AbortSignal }

/** A store whose reads are answered by the test, in its own time. */
function setUp(options: { firstPage?: PageAnswer; isPageable?: boolean } = {}) {
  const requested: (Requested & {
    answer: (page: PageAnswer) => void
    refuse: (why: Error) => void
  })[] = []
  const store = new RowStore({
    cursorOfRow,
    isPageable: options.isPageable ?? true,
    firstPage: options.firstPage,
    fetchPage: (request, anchor, signal) =>
      new Promise((answer, refuse) => {
        requested.push({ ...request, at: anchor.at, signal, answer, refuse })
      }),
  })
  return { store, requested }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a preloaded first page is shown without a request', () => {
  const { store, requested } = setUp({ firstPage: page(0, 3, false) })
  store.show(0, 20)
  expect(rowAt(store.get().window, 2)).toEqual(['2'])
  expect(requested).toEqual([])
})

test('a page is requested once, however often it is needed', () => {
  const { store, requested } = setUp()
  store.show(0, 20)
  store.show(1, 21)
  expect(requested).toHaveLength(1)
})

test('moving elsewhere aborts pending reads, and their answers change nothing', async () => {
  const { store, requested } = setUp()
  store.show(0, 20)
  void store.open({ at: 'end' })
  expect(requested[0]?.signal.aborted).toBe(true)
  requested[0]?.answer(page(0, 100))
  requested[1]?.answer(page(900, 100, false))
  await settled()
  expect(requested[1]?.at).toBe('end')
  expect(rowAt(store.get().window, -1)).toEqual(['999'])
})

test('rows stay until those of another position are loaded, without requests for them', async () => {
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  const watcher = vi.fn<() => void>()
  store.subscribe(watcher)
  const arrived = store.open({ at: 'end' })
  store.show(50, 70)
  expect(rowAt(store.get().window, 5)).toEqual(['5'])
  expect(store.isLeaving()).toBe(true)
  expect(requested.map(({ at }) => at)).toEqual(['end'])
  requested[0]?.answer(page(900, 100, false))
  await arrived
  expect(watcher).toHaveBeenCalledTimes(1)
  expect(store.isLeaving()).toBe(false)
  expect(rowAt(store.get().window, -1)).toEqual(['999'])
})

test('rows around the new position are loaded once it is rendered', async () => {
  vi.useFakeTimers()
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  const reported = vi.fn<() => void>()
  store.subscribeReading(reported)
  const arrived = store.open({ at: 'end' })
  requested[0]?.answer(page(900, 100))
  await arrived
  // The grid reports the rendered range.
  store.show(-21, -1)
  expect(requested).toHaveLength(1)
  reported.mockClear()
  vi.advanceTimersByTime(20)
  vi.useRealTimers()
  expect(requested.map(({ side, page: number }) => `${side} ${number}`)).toEqual([
    'before 0',
    'before 1',
  ])
  expect(reported).toHaveBeenCalled()
})

test('leaving a position immediately skips the rows around it', async () => {
  vi.useFakeTimers()
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  const arrived = store.open({ at: 'end' })
  requested[0]?.answer(page(900, 100))
  await arrived
  store.jump('start')
  vi.advanceTimersByTime(20)
  vi.useRealTimers()
  expect(requested.map(({ at }) => at)).toEqual(['end', 'start'])
})

test('a store keeps its old rows until the new position is shown', async () => {
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  expect(store.isLeaving()).toBe(false)
  void store.open({ at: 'end' })
  expect(store.isLeaving()).toBe(true)
  // A change shows the place at once.
  store.change((row) => row)
  expect(knownRows(store.get().window).count).toBe(0)
  expect(store.isLeaving()).toBe(false)
  requested[0]?.refuse(new Error('The database does not answer'))
  await settled()
  expect(store.isLeaving()).toBe(false)
})

test('returning to the end that is still shown cancels the jump to the other one', async () => {
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  expect(store.jump('start')).toBe(false)
  expect(store.jump('end')).toBe(true)
  // A held key requests once.
  expect(store.jump('end')).toBe(true)
  expect(requested.map(({ at }) => at)).toEqual(['end'])
  expect(store.jump('start')).toBe(false)
  expect(store.isLeaving()).toBe(false)
  expect(requested[0]?.signal.aborted).toBe(true)
  requested[0]?.answer(page(900, 100, false))
  await settled()
  expect(rowAt(store.get().window, 5)).toEqual(['5'])
  store.show(1, 21)
  expect(requested.map(({ at, page: number }) => `${at} ${number}`)).toEqual(['end 0', 'start 1'])
})

test('rows beyond the first page are loaded once the user scrolls', () => {
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  store.show(0, 40)
  expect(requested).toEqual([])
  store.show(1, 41)
  expect(requested.map(({ at, page: number }) => `${at} ${number}`)).toEqual(['start 1'])
})

test('a slow position is shown without its rows', async () => {
  vi.useFakeTimers()
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  const arrived = store.open({ at: 'end' })
  vi.advanceTimersByTime(150)
  await arrived
  vi.useRealTimers()
  expect(knownRows(store.get().window)).toEqual({ count: 0, isAll: false })
  requested[0]?.answer(page(900, 100, false))
  await settled()
  expect(rowAt(store.get().window, -1)).toEqual(['999'])
})

test('a change of rows, a failure and another position each end the wait for a position', async () => {
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  const first = store.open({ at: 'end' })
  store.change((row) => row)
  await first
  expect(knownRows(store.get().window).count).toBe(0)
  requested[0]?.answer(page(900, 100, false))
  await settled()
  const second = store.open({ at: 'number', number: 500 })
  const third = store.open({ at: 'start' })
  expect(requested.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
  requested[2]?.refuse(new Error('The database does not answer'))
  await Promise.all([second, third])
  expect(store.get().error?.message).toBe('The database does not answer')
  expect(store.get().window.anchor).toEqual({ at: 'start' })
})

test('rows that are reloaded after a change stay until the answer', async () => {
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  store.show(1, 21)
  store.reread()
  expect(requested[0]?.signal.aborted).toBe(true)
  const again = requested.find(({ page: at, signal }) => at === 0 && !signal.aborted)
  expect(rowAt(store.get().window, 5)).toEqual(['5'])
  again?.answer(page(1000, 100))
  await settled()
  expect(rowAt(store.get().window, 5)).toEqual(['1005'])
  expect(requested.filter(({ page: at }) => at === 0)).toHaveLength(1)
})

test('a failed read is reported once and not repeated until it is retried', async () => {
  const { store, requested } = setUp()
  const watcher = vi.fn<() => void>()
  store.subscribe(watcher)
  store.show(0, 20)
  requested[0]?.refuse(new Error('The database does not answer'))
  await settled()
  expect(store.get().error?.message).toBe('The database does not answer')
  expect(watcher).toHaveBeenCalledTimes(1)
  store.show(0, 25)
  expect(requested).toHaveLength(1)
  store.retry()
  requested[1]?.answer(page(0, 5, false))
  await settled()
  expect(store.get().error).toBeNull()
  expect(knownRows(store.get().window)).toEqual({ count: 5, isAll: true })
})

test('rows of a failed read are loaded again after a change', async () => {
  const { store, requested } = setUp({ firstPage: page(0, 3, false) })
  store.reread()
  requested[0]?.refuse(new Error('cut'))
  await settled()
  expect(store.get().error?.message).toBe('cut')
  store.reread()
  requested[1]?.answer(page(7, 3, false))
  await settled()
  expect(store.get().error).toBeNull()
  expect(rowAt(store.get().window, 0)).toEqual(['7'])
})

test('without a key a single page is all there is, with a note', async () => {
  const { store, requested } = setUp({ firstPage: page(0, 100), isPageable: false })
  expect(requested[0]).toMatchObject({ cursor: null, limit: 1000 })
  requested[0]?.answer(page(0, 1000))
  await settled()
  store.show(900, 999)
  expect(requested).toHaveLength(1)
  expect(store.get().isCut).toBe(true)
  expect(knownRows(store.get().window)).toEqual({ count: 1000, isAll: true })
})

test('rows without a key are loaded by the cursor of each page, as long as there is one', async () => {
  const { store, requested } = setUp({
    firstPage: { ...page(0, 70), next_cursor: '["moss"]' },
    isPageable: false,
  })
  store.show(0, 40)
  expect(requested[0]).toMatchObject({ page: 1, cursor: '["moss"]', limit: 400 })
  requested[0]?.answer({ ...page(70, 400), next_cursor: '["moss","7"]' })
  await settled()
  expect(store.get().isCut).toBe(false)
  store.show(400, 440)
  expect(requested[1]).toMatchObject({ page: 2, cursor: '["moss","7"]' })
  requested[1]?.answer(page(470, 400))
  await settled()
  expect(store.get().isCut).toBe(true)
  // A longer page may end where a value distinguishes the next row.
  expect(requested[2]).toMatchObject({ page: 2, cursor: '["moss","7"]', limit: 1000 })
  requested[2]?.answer(page(470, 530, false))
  await settled()
  expect(store.get().isCut).toBe(false)
  expect(knownRows(store.get().window)).toEqual({ count: 1000, isAll: true })
})

test('a row number beyond the last row leads to the end', async () => {
  const { store, requested } = setUp({ firstPage: page(0, 100) })
  void store.open({ at: 'number', number: 5000 })
  expect(requested[0]).toMatchObject({ at: 'number', cursor: null, limit: 100 })
  requested[0]?.answer({ rows: [], has_more: false })
  await settled()
  expect(requested[1]).toMatchObject({ at: 'end', side: 'before' })
})

test('truncated cells are known until their row is reloaded or saved', async () => {
  const { store } = setUp({ firstPage: { ...page(0, 3, false), cut: [[1, 0]] } })
  expect([0, 1, 2].map((row) => store.isCellCut(row, 0))).toEqual([false, true, false])
  store.change((row) => (row[0] === '1' ? ['whole'] : row))
  expect(store.isCellCut(1, 0)).toBe(false)
})

test('a cancelled read is cancelled in the database, reported, and continues on demand', async () => {
  const { store, requested } = setUp()
  const watcher = vi.fn<() => void>()
  store.subscribeReading(watcher)
  store.show(0, 20)
  expect(store.isReading()).toBe(true)
  store.cancel()
  expect(requested[0]?.signal.aborted).toBe(true)
  expect(store.isReading()).toBe(false)
  expect(store.get().error?.message).toBe('Loading was cancelled')
  expect(watcher).toHaveBeenCalledTimes(2)
  store.retry()
  expect(requested).toHaveLength(2)
})
