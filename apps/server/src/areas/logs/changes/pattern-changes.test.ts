import { logLevels, type PatternCount } from '@basalt/logs'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { changeOf, listChanges } from './pattern-changes.ts'

const hour = 3_600_000
const from = new Date(10 * hour)
const ranges = { from, to: new Date(11 * hour), previousFrom: new Date(9 * hour) }

const count = (change: Partial<PatternCount>): PatternCount => ({
  source: 'postgres_logs',
  pattern: '1',
  level: 'error',
  message: 'relation ? does not exist',
  before: 0,
  after: 0,
  firstAt: new Date(0),
  ...change,
})

test.each([
  ['first_seen', { after: 1, firstAt: from }],
  ['new', { after: 1, firstAt: from, level: 'info' }],
  ['new', { after: 1, firstAt: new Date(0) }],
  ['new', { after: 1, firstAt: null }],
  ['vanished', { before: 3 }],
  ['same', { before: 100, after: 110 }],
  ['more', { before: 100, after: 200 }],
  ['fewer', { before: 200, after: 100 }],
] as const)('a pattern is %s', (change, counts) => {
  expect(changeOf(count(counts), ranges)).toBe(change)
})

test('the shown counts and the others add up to the rows, in any list', () => {
  const one = fc.record({
    source: fc.constantFrom('edge_logs' as const, 'postgres_logs' as const),
    pattern: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    level: fc.constantFrom(...logLevels),
    message: fc.string(),
    before: fc.nat(1000),
    after: fc.nat(1000),
    firstAt: fc.option(fc.date({ noInvalidDate: true })),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 300 }), (counts) => {
      const { patterns, others, rows } = listChanges(counts, ranges)
      for (const field of ['before', 'after'] as const) {
        const total = counts.reduce((sum, each) => sum + each[field], 0)
        const shown = patterns.reduce((sum, each) => sum + each[field], 0)
        expect(shown + others[field]).toBe(total)
        expect(rows[field]).toBe(total)
      }
      expect(patterns.length + others.patterns).toBe(counts.length)
    }),
  )
})

test('errors that were never seen come first', () => {
  const { patterns } = listChanges(
    [
      count({ pattern: '1', level: 'info', before: 10, after: 5000 }),
      count({ pattern: '2', level: 'info', after: 900, firstAt: from }),
      count({ pattern: '3', after: 1, firstAt: from }),
      count({ pattern: '4', before: 700 }),
    ],
    ranges,
  )
  expect(patterns.map(({ pattern }) => pattern)).toEqual(['3', '2', '4', '1'])
})
