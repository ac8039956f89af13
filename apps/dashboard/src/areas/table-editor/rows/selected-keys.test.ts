import type { TableDetail } from '@basalt/contract/database/tables'
import { afterEach, expect, test, vi } from 'vitest'

import { readKeys } from './selected-keys.ts'

afterEach(() => vi.unstubAllGlobals())

const table = {
  id: 42,
  key: ['id'],
  columns: [{ name: 'name' }, { name: 'id' }],
} as unknown as TableDetail

/** A table of so many rows, in pages like the server's. */
function serve(count: number) {
  const cursors: (string | null)[] = []
  const answer = (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://basalt.test')
    if (!pathname.endsWith('/rows')) return Response.json({})
    const limit = Number(searchParams.get('limit'))
    const cursor = searchParams.get('cursor')
    cursors.push(cursor)
    const from = cursor === null ? 0 : Number((JSON.parse(cursor) as string[]).at(-1))
    const end = Math.min(count, from + limit)
    const rows = Array.from({ length: end - from }, (_, at) => ['moss', String(from + at + 1)])
    return Response.json({ rows, has_more: end < count })
  }
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(answer(url)))
  return cursors
}

test('the keys of all rows are loaded page by page, in order and once each', async () => {
  const cursors = serve(2345)
  const keys = await readKeys('shop', { table, view: { sort: [{ column: 'name' }] } })
  expect(keys?.map(([id]) => Number(id))).toEqual(Array.from({ length: 2345 }, (_, at) => at + 1))
  expect(cursors).toEqual([null, '["moss","1000"]', '["moss","2000"]'])
})

test.each([
  [10_000, 10_000],
  [10_001, undefined],
])('of %i rows it loads %s', async (count, expected) => {
  serve(count)
  expect((await readKeys('shop', { table, view: {} }))?.length).toBe(expected)
})
