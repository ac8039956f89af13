import { expect, test, vi } from 'vitest'

import { RowStore } from './row-store.ts'
import { knownRows, type PageAnswer, type PageRequest, type Row, rowAt } from './row-window.ts'

const cursorOfRow = (row: Row) => JSON.stringify([row[0]])
const page = (from: number, count: number, hasMore = true): PageAnswer => ({
  rows: Array.from({ length: count }, (_, at) => [String(from + at)]),
  has_more: hasMore,
})

type Asked = PageRequest & { at: string; signal: AbortSignal }

/** A store whose reads are answered by the test, in its own time. */
function setUp(options: { firstPage?: PageAnswer; isPageable?: boolean } = {}) {
  const asked: (Asked & { answer: (page: PageAnswer) => void; refuse: (why: Error) => void })[] = []
  const store = new RowStore({
    cursorOfRow,
    isPageable: options.isPageable ?? true,
    firstPage: options.firstPage,
    fetchPage: (request, anchor, signal) =>
      new Promise((answer, refuse) => {
        asked.push({ ...request, at: anchor.at, signal, answer, refuse })
      }),
  })
  return { store, asked }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a first page that is here is shown without asking for it', () => {
  const { store, asked } = setUp({ firstPage: page(0, 3, false) })
  store.show(0, 20)
  expect(rowAt(store.get().window, 2)).toEqual(['2'])
  expect(asked).toEqual([])
})

test('a page is asked for once, however often it is looked at', () => {
  const { store, asked } = setUp()
  store.show(0, 20)
  store.show(1, 21)
  expect(asked).toHaveLength(1)
})

test('going elsewhere gives up what was being read, and its answer changes nothing', async () => {
  const { store, asked } = setUp()
  store.show(0, 20)
  store.open({ at: 'end' })
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[0]?.answer(page(0, 100))
  asked[1]?.answer(page(900, 100, false))
  await settled()
  expect(asked[1]?.at).toBe('end')
  expect(rowAt(store.get().window, -1)).toEqual(['999'])
})

test('a failed read is said once and not asked again until it is wanted', async () => {
  const { store, asked } = setUp()
  const watcher = vi.fn<() => void>()
  store.subscribe(watcher)
  store.show(0, 20)
  asked[0]?.refuse(new Error('The database does not answer'))
  await settled()
  expect(store.get().error?.message).toBe('The database does not answer')
  expect(watcher).toHaveBeenCalledTimes(1)
  store.show(0, 25)
  expect(asked).toHaveLength(1)
  store.retry()
  asked[1]?.answer(page(0, 5, false))
  await settled()
  expect(store.get().error).toBeNull()
  expect(knownRows(store.get().window)).toEqual({ count: 5, isAll: true })
})

test('without a key one page, as long as one may be, is all there is, and it is said', async () => {
  const { store, asked } = setUp({ firstPage: page(0, 100), isPageable: false })
  expect(asked[0]).toMatchObject({ cursor: null, limit: 1000 })
  asked[0]?.answer(page(0, 1000))
  await settled()
  store.show(900, 999)
  expect(asked).toHaveLength(1)
  expect(store.get().isCut).toBe(true)
  expect(knownRows(store.get().window)).toEqual({ count: 1000, isAll: true })
})
