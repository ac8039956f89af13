// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '../../lib/network/query-client.ts'
import { refusal } from '../../testing/answers.ts'
import { database } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { plants } from '../../testing/plants.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const count = `GET ${database}/tables/${plants.id}/count`

/** A table of more rows than its first page has. */
const open = (row_estimate: number | null, answer: unknown) =>
  openTable(
    { ...plants, row_estimate },
    {
      rows: [],
      answers: {
        // The second page is still pending.
        [`GET ${database}/tables/${plants.id}/rows`]: (_: unknown, query: URLSearchParams) =>
          query.get('cursor') === null
            ? { rows: [['1', 'fern', '2.50']], has_more: true }
            : new Promise<object>(() => {}),
        [count]: () => answer,
      },
    },
  )

test('few rows are counted automatically, also without an estimate', async () => {
  const { calls } = open(null, { count: '2000' })
  expect(await screen.findByText('2,000 rows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Count rows' })).toBeNull()
  const counted = calls.find(({ route }) => route === count)
  expect(counted?.query.get('limit')).toBe('10000')
})

test('more rows than expected, or a failed count, leave a large estimate', async () => {
  open(5000, { count: '10000', is_more: true })
  expect(await screen.findByText('~5,000 rows')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Count rows' })).toBeTruthy()
})

test('an automatic count fails silently', async () => {
  open(900, refusal(500, { message: 'No' }))
  expect(await screen.findByText('More than 1 row')).toBeTruthy()
  expect(screen.queryByText(/~/u)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('many rows are counted on demand', async () => {
  const { calls } = open(2_000_000, { count: '2000001' })
  expect(await screen.findByText('~2,000,000 rows')).toBeTruthy()
  expect(calls.some(({ route }) => route === count)).toBe(false)
})
