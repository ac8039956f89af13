import { logs } from '@basalt/contract/logs/logs'
import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseSearch, stringifySearch } from '../../../lib/location.ts'
import { formatView, type LogView, parseView, toRangeParams } from './log-view.ts'

const now = Date.parse('2026-11-28T12:00:00.000Z')

/** Through the URL, as the router writes and reads it. */
const roundTrip = (change: Parameters<typeof formatView>[0]) =>
  parseView(parseSearch(stringifySearch(formatView(change)).slice(1)))

const parameters = [
  'range',
  'from',
  'to',
  'sources',
  'search',
  'pattern',
  'own',
  'live',
  'row',
  'show',
  'level',
  'not_level',
  'status',
  'not_status',
  'method',
  'path',
  'not_path',
  'user',
  'database',
  'code',
]

const oddTexts = [
  '',
  ',',
  '%',
  '%2',
  '%2C,%25',
  '-1',
  '1e999',
  '99999999999999999999',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-31T00:00:00Z',
  '2026-11-28T11:00:00Z',
  '2026-11-28T11:00',
  'null',
  'undefined',
  '[]',
  '{"a":1}',
  'edge_logs,passwords',
  'postgres_logs,,edge_logs',
  "'; drop table logs.rows --",
  '<script>alert(1)</script>',
  '\u0000',
  '\uD800',
  'x'.repeat(5000),
  Array.from({ length: 80 }, (_, at) => at).join(','),
]
const values = oneof(constantFrom(...oddTexts), string({ unit: 'binary', maxLength: 60 }))

describe('a view of logs', () => {
  test.each(parameters)('is one that the server accepts for any value of %s', (name) => {
    assert(
      property(values, constantFrom('2026-11-28T11:00:00.000Z', 'x'), (value, other) => {
        const query = { from: other, to: '2026-11-28T12:00:00.000Z', [name]: value }
        const view = parseView(query)
        const params = toRangeParams({ view, sources: view.sources, now })
        expect(logs.rows.query?.safeParse(params).success).toBe(true)
        expect(params.from < params.to).toBe(true)
        const id = view.rowId ?? '1'
        expect(logs.row.params?.safeParse({ ref: 'shop', id }).success).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('is the same after a round trip through the URL', () => {
    const change: LogView = {
      range: { kind: 'fixed', from: now - 60_000, to: now },
      sources: ['edge_logs', 'postgres_logs'],
      filters: [
        { field: 'status', values: ['5xx', '404'] },
        { field: 'path', values: ['/a,b', '100%', '%2C'], excludes: true },
      ],
      search: 'a, b & c',
      pattern: '-12',
      includesOwn: true,
      isLive: true,
      rowId: '123',
      related: 'request',
    }
    expect(roundTrip(change)).toEqual(change)
  })

  test('without parameters is the last hour of all sources', () => {
    const view = parseView({})
    expect(formatView(view)).toEqual(formatView(parseView(parseSearch(''))))
    expect(toRangeParams({ view, sources: undefined, now })).toEqual({
      from: '2026-11-28T11:00:00.000Z',
      to: '2026-11-28T12:00:00.000Z',
    })
  })

  test('keeps text in filters as it is', () => {
    assert(
      property(string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (value) => {
        const filters = [{ field: 'path' as const, values: [value] }]
        expect(roundTrip({ filters }).filters).toEqual(filters)
      }),
      { numRuns: 200 },
    )
  })
})
