import { figureNames } from '@basalt/contract/query-performance/query-performance'
import type { ReadStatements, StatementCounters } from '@basalt/pg-catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { compareReadings, noFigures, splitTop } from './statement-deltas.ts'

const counters = (id: string, calls: number, since: string | null): StatementCounters => ({
  query_id: id,
  role_name: 'postgres',
  database_name: 'postgres',
  is_top_level: true,
  since,
  ...noFigures,
  calls,
  total_ms: calls * 2,
})

const names = ['1', '2', '3'] as const
const event = fc.oneof(
  fc.record({ kind: fc.constant('run' as const), id: fc.constantFrom(...names) }),
  fc.record({ kind: fc.constant('evict' as const), id: fc.constantFrom(...names) }),
  fc.record({ kind: fc.constantFrom('read', 'reset', 'restart', 'crash') }),
)

/** A server with pg_stat_statements that knows how many statements have really run. */
class Server {
  readonly #hasSince: boolean
  #now = 0
  #started = '00000'
  #reset = '00000'
  #evictions = 0
  #entries = new Map<string, { calls: number; since: string }>()
  /** Counters that a server has after it did not stop in order. */
  #saved = new Map<string, { calls: number; since: string }>()
  runs = 0

  constructor(hasSince: boolean) {
    this.#hasSince = hasSince
  }

  #time(): string {
    this.#now += 1
    return String(this.#now).padStart(5, '0')
  }

  run(id: string): void {
    this.runs += 1
    const entry = this.#entries.get(id) ?? { calls: 0, since: this.#time() }
    this.#entries.set(id, { ...entry, calls: entry.calls + 1 })
  }

  evict(id: string): void {
    if (this.#entries.delete(id)) this.#evictions += 1
  }

  reset(): void {
    this.#entries.clear()
    this.#evictions = 0
    this.#reset = this.#time()
  }

  restart(): void {
    this.#started = this.#time()
    this.#saved = new Map(this.#entries)
  }

  crash(): void {
    this.#started = this.#time()
    this.#entries = new Map(this.#saved)
  }

  read(): ReadStatements {
    return {
      read_at: this.#time(),
      started_at: this.#started,
      reset_at: this.#reset,
      evictions: this.#evictions,
      statements: [...this.#entries].map(([id, { calls, since }]) =>
        counters(id, calls, this.#hasSince ? since : null),
      ),
    }
  }
}

type Event = { kind: string; id?: string }

/** Answers false when the event is a reading. */
function apply(server: Server, { kind, id = '' }: Event): boolean {
  if (kind === 'run') server.run(id)
  else if (kind === 'evict') server.evict(id)
  else if (kind === 'reset') server.reset()
  else if (kind === 'restart') server.restart()
  else if (kind === 'crash') server.crash()
  return kind !== 'read'
}

function replay(server: Server, events: readonly Event[]) {
  let before = server.read()
  let sum = 0
  let lowest = 0
  for (const one of [...events, { kind: 'read' }]) {
    if (apply(server, one)) continue
    const after = server.read()
    const { deltas, evictions } = compareReadings(before, after)
    for (const delta of deltas) {
      lowest = Math.min(lowest, evictions, ...figureNames.map((name) => delta[name]))
      sum += delta.calls
    }
    before = after
  }
  return { sum, lowest }
}

test('no order of evictions, resets and restarts gives a negative figure or counts twice', () => {
  const check = (events: readonly Event[]) => {
    const server = new Server(true)
    const { sum, lowest } = replay(server, events)
    expect(lowest).toBe(0)
    expect(sum).toBeLessThanOrEqual(server.runs)
  }
  fc.assert(fc.property(fc.array(event, { maxLength: 40 }), check), { numRuns: 2000 })
})

test('without evictions and resets every run is counted', () => {
  const harmless = event.filter(({ kind }) => ['run', 'read', 'restart'].includes(kind))
  const check = (events: readonly Event[]) => {
    const server = new Server(true)
    expect(replay(server, events).sum).toBe(server.runs)
  }
  fc.assert(fc.property(fc.array(harmless, { maxLength: 40 }), check), { numRuns: 1000 })
})

test('before PostgreSQL 17, a statement that came back after a reset counts from zero', () => {
  const server = new Server(false)
  for (let run = 0; run < 5; run += 1) server.run('1')
  const before = server.read()
  server.reset()
  server.run('1')
  const { deltas, isRestart } = compareReadings(before, server.read())
  expect(deltas).toMatchObject([{ calls: 1, total_ms: 2 }])
  expect(isRestart).toBe(true)
})

test('the first reading counts nothing', () => {
  const server = new Server(true)
  server.run('1')
  expect(compareReadings(null, server.read()).deltas).toEqual([])
})

test('statements beyond the first ones are added up', () => {
  const server = new Server(true)
  const before = server.read()
  for (const id of ['1', '2', '2', '3', '3', '3']) server.run(id)
  const { top, others } = splitTop(compareReadings(before, server.read()).deltas, 1)
  expect(top.map(({ query_id: id }) => id)).toEqual(['3'])
  expect(others).toMatchObject({ calls: 3, total_ms: 6 })
})
