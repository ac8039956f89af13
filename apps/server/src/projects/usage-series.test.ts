import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { StoredSample } from '../store/resource-samples.ts'
import { toSeries } from './usage-series.ts'

const start = Date.UTC(2026, 0, 1)
const epoch = new Date(start - 1000)

const sampleAt = (second: number, change: Partial<StoredSample> = {}): StoredSample => ({
  project_id: 1,
  sampled_at: new Date(start + second * 1000),
  is_minute: true,
  started_at: epoch,
  database_reset_at: null,
  wal_reset_at: epoch,
  cpu_seconds: 0,
  blocks_hit: 0,
  blocks_read: 0,
  commits: 0,
  rollbacks: 0,
  deadlocks: 0,
  temporary_bytes: 0,
  wal_bytes: 0,
  memory_bytes: 100,
  connections_active: 1,
  connections_idle: 2,
  connections_idle_in_transaction: 0,
  connection_limit: 60,
  database_bytes: 1000,
  disk_free_bytes: 5000,
  ...change,
})

const read = (samples: readonly StoredSample[], { seconds = 600, stepSeconds = 60 } = {}) =>
  toSeries(samples, { from: new Date(start), to: new Date(start + seconds * 1000), stepSeconds })

const secondsOf = (times: readonly number[]) => times.map((time) => time - start / 1000)

test('counters are rates between samples, by the time that really passed', () => {
  const { times, series } = read([
    sampleAt(-30),
    sampleAt(30, { cpu_seconds: 6, commits: 120, blocks_hit: 90, blocks_read: 10 }),
    sampleAt(110, { cpu_seconds: 10, commits: 120, blocks_hit: 90, blocks_read: 10 }),
  ])
  expect(secondsOf(times)).toEqual([0, 30, 110, 600])
  expect(series.cpu_cores).toEqual([null, 0.1, 0.05, null])
  expect(series.commits_per_second).toEqual([null, 2, 0, null])
  expect(series.cache_hit_ratio).toEqual([null, 0.9, null, null])
  expect(series.memory_bytes).toEqual([null, 100, 100, null])
})

test('missing samples are a gap, and no rate goes over it', () => {
  const { times, series } = read([sampleAt(10), sampleAt(70), sampleAt(400, { commits: 500 })])
  expect(secondsOf(times)).toEqual([0, 10, 70, 130, 400, 600])
  expect(series.commits_per_second).toEqual([null, null, 0, null, null, null])
  expect(series.database_bytes).toEqual([null, 1000, 1000, null, 1000, null])
})

test('a counter that starts again has no rate, and the other counters keep theirs', () => {
  const restarted = { started_at: new Date(start), cpu_seconds: 50, commits: 60, wal_bytes: 60 }
  const { series } = read([sampleAt(10, { cpu_seconds: 1 }), sampleAt(70, restarted)])
  expect(series.cpu_cores).toEqual([null, null, null, null])
  expect(series.commits_per_second).toEqual([null, null, 1, null])
  const reset = { database_reset_at: new Date(start), commits: 60, wal_bytes: 120 }
  const after = read([sampleAt(10), sampleAt(70, reset)]).series
  expect(after.commits_per_second).toEqual([null, null, null, null])
  expect(after.wal_bytes_per_second).toEqual([null, null, 2, null])
})

test('samples of one step are merged: the last counters and the average of the values', () => {
  const { times, series } = read(
    [
      sampleAt(0, { connections_active: 1 }),
      sampleAt(60, { connections_active: 3, commits: 6 }),
      sampleAt(360, { connections_active: 5, commits: 36 }),
    ],
    { stepSeconds: 300 },
  )
  expect(secondsOf(times)).toEqual([0, 60, 360, 600])
  expect(series.connections_active).toEqual([null, 2, 5, null])
  expect(series.commits_per_second).toEqual([null, null, 0.1, null])
})

test('no sequence of counters and resets gives a negative value or a descending time', () => {
  const counter = fc.nat({ max: 1_000_000 })
  const time = fc.integer({ min: 1, max: 5 }).map((at) => new Date(start + at * 1000))
  const change = fc.record({
    cpu_seconds: fc.option(counter),
    commits: counter,
    blocks_hit: counter,
    blocks_read: counter,
    wal_bytes: counter,
    deadlocks: counter,
    started_at: time,
    database_reset_at: fc.option(time),
    wal_reset_at: fc.option(time),
  })
  const samples = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), change), { maxLength: 20 })
  fc.assert(
    fc.property(samples, fc.constantFrom(60, 300, 900), (steps, stepSeconds) => {
      let second = -200
      const all = steps.map(([distance, one]) => sampleAt((second += distance), one))
      const { times, series } = read(all, { seconds: 3600, stepSeconds })
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      for (const values of Object.values(series)) {
        expect(values).toHaveLength(times.length)
        for (const value of values) expect(value ?? 0).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
