import { expect, test } from 'vitest'

import { readFilters, readView } from './range.ts'

const now = new Date('2026-05-01T12:00:00.000Z')

test('a range with fixed ends, and one that ends now', () => {
  const fixed = { from: '2026-04-01T10:00:00Z', to: '2026-04-01T11:00:00Z', compare: 'day' }
  expect(readView(fixed, now)).toEqual({
    from: '2026-04-01T10:00:00.000Z',
    to: '2026-04-01T11:00:00.000Z',
    length: null,
    compare: 'day',
  })
  expect(readView({ range: '15m' }, now)).toEqual({
    from: '2026-05-01T11:45:00.000Z',
    to: '2026-05-01T12:00:00.000Z',
    length: '15m',
    compare: 'previous',
  })
})

test.each([
  {},
  { from: 'yesterday', to: 'today' },
  { from: '2026-04-01T11:00:00Z', to: '2026-04-01T10:00:00Z' },
  { from: '2026-99-01T11:00:00Z', to: '2026-99-02T10:00:00Z' },
  { range: 'forever', compare: 'never' },
])('%o is the last hour', (query) => {
  expect(readView(query, now)).toMatchObject({
    from: '2026-05-01T11:00:00.000Z',
    length: '1h',
    compare: 'previous',
  })
})

test('filters of the logs page are passed on', () => {
  expect(readFilters({ sources: 'edge_logs', search: '', odd: 'x' })).toEqual({
    sources: 'edge_logs',
  })
})
