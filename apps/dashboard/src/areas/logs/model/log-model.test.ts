import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { afterEach, describe, expect, test } from 'vitest'

import { setTimeZone } from '../../../lib/format/time-zone.ts'
import { listFields } from './fields.ts'
import { toggleSource, toggleValue } from './filters.ts'
import { describeGaps, explainEmpty, type LogState } from './log-gaps.ts'
import { clockText, dayClockText, fromFieldTime, toFieldTime } from './log-time.ts'
import { toCsv, toJson } from './row-file.ts'
import { mergeRows } from './row-order.ts'
import { listRecentRanges } from './time-range.ts'

const row = (id: string, at: string, change: Partial<LogRowEntry> = {}): LogRowEntry => ({
  id,
  at: `2026-11-28T12:00:${at}Z`,
  source: 'edge_logs',
  level: 'info',
  message: `Row ${id}`,
  status: null,
  method: null,
  path: null,
  user: null,
  database: null,
  code: null,
  request_id: null,
  duration_ms: null,
  is_own: false,
  pattern: '1',
  ...change,
})

describe('rows of two lists', () => {
  const ids = (rows: readonly LogRowEntry[]) => rows.map(({ id }) => id)

  test('are merged in their order, each once', () => {
    const newer = [row('9', '09.000'), row('7', '07.000'), row('5', '05.000')]
    const older = [row('8', '08.000'), row('7', '07.000'), row('2', '02.000')]
    expect(ids(mergeRows(newer, older))).toEqual(['9', '8', '7', '5', '2'])
  })

  test('of the same time are in the order of their ids, which are longer than numbers', () => {
    const one = [row('1764331200000000010', '01.000')]
    const other = [row('1764331200000000009', '01.000'), row('999', '01.000')]
    expect(ids(mergeRows(other, one))).toEqual([
      '1764331200000000010',
      '1764331200000000009',
      '999',
    ])
  })
})

describe('a filter', () => {
  const status = (value: string, isExcluded = false) =>
    ({ field: 'status', value, isExcluded }) as const

  test('takes further values of its field, and the same click again removes one', () => {
    const one = toggleValue([], status('500'))
    const two = toggleValue(one, status('404'))
    expect(two).toEqual([{ field: 'status', values: ['500', '404'] }])
    expect(toggleValue(two, status('500'))).toEqual([{ field: 'status', values: ['404'] }])
    expect(toggleValue(one, status('500'))).toEqual([])
  })

  test('excludes a value that it included before', () => {
    const included = toggleValue([], status('500'))
    expect(toggleValue(included, status('500', true))).toEqual([
      { field: 'status', values: ['500'], excludes: true },
    ])
  })

  test('of sources excludes one by naming the others', () => {
    expect(toggleSource(undefined, 'edge_logs', false)).toEqual(['edge_logs'])
    expect(toggleSource(['edge_logs'], 'edge_logs', false)).toBeUndefined()
    const others = toggleSource(undefined, 'edge_logs', true)
    expect(others).toHaveLength(14)
    expect(others).not.toContain('edge_logs')
  })
})

describe('times of logs', () => {
  afterEach(() => setTimeZone(null))

  test('are on a clock of the user’s zone, to the millisecond', () => {
    setTimeZone('Europe/Berlin')
    expect(clockText('2026-07-01T22:03:04.056Z')).toBe('00:03:04.056')
    expect(dayClockText('2026-07-01T22:03:04.056Z')).toBe('07-02 00:03:04.056')
  })

  test.each(['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'])(
    'of fields are read back in %s, also around a change of the clock',
    (zone) => {
      setTimeZone(zone)
      for (const time of [
        '2026-01-15T10:20:30Z',
        '2026-03-28T23:30:00Z',
        '2026-03-29T01:30:00Z',
        '2026-10-25T04:30:00Z',
      ]) {
        expect(fromFieldTime(toFieldTime(Date.parse(time)))).toBe(Date.parse(time))
      }
      expect(fromFieldTime('')).toBeUndefined()
    },
  )

  test('end with the retention of the plan', () => {
    expect(listRecentRanges(1).map(({ id }) => id)).toEqual(['15m', '1h', '3h', '24h'])
    expect(listRecentRanges(90).at(-1)?.id).toBe('90d')
  })
})

describe('gaps of a range', () => {
  const state: LogState = {
    retention_days: 1,
    kept_from: '2026-11-27T12:00:00.000Z',
    dropped: [],
    newest_at: null,
    waiting_since: null,
  }
  const range = { from: '2026-11-28T11:00:00.000Z', to: '2026-11-28T12:00:00.000Z' }
  const dropped = [
    {
      source: 'edge_logs',
      reason: 'memory',
      count: 7,
      first_minute: '2026-11-28T11:01:00.000Z',
      last_minute: '2026-11-28T11:01:00.000Z',
    },
  ] satisfies LogState['dropped']

  test('are the part that is not kept any more', () => {
    const old = { ...range, from: '2026-11-27T11:00:00.000Z' }
    expect(describeGaps(state, old)).toMatchObject({ isPartlyExpired: true, isExpired: false })
    const older = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
    expect(describeGaps(state, older)).toMatchObject({ isPartlyExpired: false, isExpired: true })
    // The state is read a moment after the range was made.
    const whole = { ...range, from: '2026-11-27T11:59:30.000Z' }
    expect(describeGaps(state, whole)).toMatchObject({ isPartlyExpired: false })
  })

  const old = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
  const waiting = (since: string) => ({ ...state, waiting_since: `2026-11-28T${since}:00.000Z` })

  test.each([
    { reason: 'expired', stored: state, between: old, count: 0 },
    { reason: 'filtered', stored: { ...state, dropped }, between: range, count: 3 },
    { reason: 'waiting', stored: { ...waiting('11:30'), dropped }, between: range, count: 0 },
    { reason: 'dropped', stored: { ...state, dropped }, between: range, count: 0 },
    { reason: 'nothing', stored: waiting('12:30'), between: range, count: undefined },
  ])('explain an empty list: $reason', ({ reason, stored, between, count }) => {
    expect(explainEmpty(describeGaps(stored, between), count)).toBe(reason)
  })
})

test('files have one line for each row, and no cell is a formula', () => {
  const rows = [row('1', '01.000', { message: '=1+1', path: '/a,b', status: 200 })]
  const [head, line, end] = toCsv(rows).split('\r\n')
  expect(head).toMatch(/^at,source,level,message,status/u)
  expect(line).toContain(`'=1+1,200,,"/a,b"`)
  expect(end).toBe('')
  expect(JSON.parse(toJson(rows))).toEqual(rows)
})

test('fields of a row are flat, and those that all sources share can be filtered by', () => {
  const fields = listFields({
    ...row('1', '01.000', { status: 500 }),
    metadata: { request: { headers: { host: 'x' }, cf: [] }, tags: ['a', 'b'], none: null },
  })
  expect(fields.find(({ path }) => path === 'status')?.filter).toEqual({
    field: 'status',
    value: '500',
  })
  expect(fields.map(({ path }) => path).filter((path) => path.startsWith('metadata'))).toEqual([
    'metadata.request.headers.host',
    'metadata.tags.0',
    'metadata.tags.1',
  ])
})
