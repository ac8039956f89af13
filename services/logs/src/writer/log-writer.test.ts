import { expect, test } from 'vitest'

import type { LogBatch } from '../port/log-store.ts'
import type { NewLogRow } from '../rows/log-row.ts'
import { LogWriter } from './log-writer.ts'

const row = (ref: string, message = 'GET | 200 | /'): NewLogRow => ({
  ref,
  source: 'edge_logs',
  at: 120_000,
  level: 'info',
  message,
  metadata: {},
})

/** A writer over a port of the test. */
function writerWith(change: { maxWaiting?: number; hasSpace?: () => boolean } = {}) {
  const batches: LogBatch[] = []
  const state = { isAway: false }
  const writer = new LogWriter({
    store: {
      append: (batch) => {
        if (state.isAway) return Promise.reject(new Error('away'))
        batches.push(batch)
        return Promise.resolve()
      },
    },
    keepDays: () => 7,
    log: { warn: () => undefined, error: () => undefined },
    ...change,
  })
  return { writer, batches, state, stored: () => batches.flatMap(({ rows }) => rows) }
}

test('rows that arrive together become one batch', async () => {
  const { writer, batches } = writerWith()
  for (let index = 0; index < 50; index += 1) writer.record(row('a', String(index)))
  await writer.flush()
  expect(batches.map(({ rows }) => rows.length)).toEqual([50])
})

test('rows wait in order while the store is away, and are written once', async () => {
  const { writer, state, stored } = writerWith()
  state.isAway = true
  writer.record(row('a', '1'))
  await writer.flush()
  writer.record(row('a', '2'))
  await writer.flush()
  state.isAway = false
  await writer.flush()
  await writer.flush()
  expect(stored().map(({ message }) => message)).toEqual(['1', '2'])
})

test('rows beyond the bound are dropped and counted, and one project leaves room to others', async () => {
  const { writer, batches, state, stored } = writerWith({ maxWaiting: 10 })
  state.isAway = true
  for (let index = 0; index < 20; index += 1) writer.record(row('loud'))
  for (let index = 0; index < 3; index += 1) writer.record(row('quiet'))
  await writer.flush()
  state.isAway = false
  await writer.flush()
  expect(stored().filter(({ ref }) => ref === 'quiet')).toHaveLength(3)
  expect(stored()).toHaveLength(8)
  expect(batches.flatMap(({ dropped = [] }) => dropped)).toEqual([
    {
      ref: 'loud',
      source: 'edge_logs',
      minute: new Date(120_000),
      reason: 'memory',
      count: 15,
    },
  ])
  writer.record(row('loud'))
  await writer.flush()
  expect(batches.at(-1)?.dropped).toEqual([])
})

test('nothing is stored on a full disk, and what was dropped is counted', async () => {
  let hasSpace = false
  const { writer, batches, stored } = writerWith({ hasSpace: () => hasSpace })
  writer.record(row('a'))
  await writer.flush()
  expect(stored()).toEqual([])
  hasSpace = true
  writer.record(row('a'))
  await writer.flush()
  expect(stored()).toHaveLength(1)
  expect(batches.flatMap(({ dropped = [] }) => dropped)).toMatchObject([
    { reason: 'disk', count: 1 },
  ])
})
