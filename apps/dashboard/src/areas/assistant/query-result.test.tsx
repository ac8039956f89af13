// @vitest-environment jsdom
import type { AssistantQueryResult } from '@basalt/contract/project/assistant'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { QueryResult } from './QueryResult.tsx'

afterEach(() => cleanup())

const done = (more: Partial<AssistantQueryResult>): AssistantQueryResult => ({
  outcome: 'done',
  row_count: null,
  columns: ['a'],
  rows: [],
  error: null,
  ...more,
})

const rows = (count: number) => Array.from({ length: count }, (_, at) => [String(at)])

test.each([
  [0, 0, '0 rows'],
  [1, 1, '1 row'],
  [99, 99, '99 rows'],
  [100, 100, 'The first 100 rows'],
  [100, null, 'The first 100 rows'],
  [100, 120, 'The first 100 of 120 rows'],
])('%i rows of which %s are known are called “%s”', (length, count, words) => {
  render(<QueryResult result={done({ rows: rows(length), row_count: count })} />)
  expect(screen.getByText(words)).toBeTruthy()
})

test('NULL is distinguished from an empty text', () => {
  render(<QueryResult result={done({ rows: [[null], ['']], row_count: 2 })} />)
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['NULL', ''])
})

test('a statement without rows is done, and a failed one shows the reason', () => {
  render(<QueryResult result={done({ columns: [] })} />)
  expect(screen.getByText('Done. No rows returned.')).toBeTruthy()
  render(<QueryResult result={done({ outcome: 'failed', error: '42P01: no such table' })} />)
  expect(screen.getByText('42P01: no such table')).toBeTruthy()
})
