import { randomBytes } from 'node:crypto'

import {
  logSources,
  type LogBatch,
  type LogPage,
  type LogPosition,
  type LogRange,
  type LogStore,
  type NewLogRow,
} from '@basalt/logs'
import { afterAll, beforeAll } from 'vitest'

export type LogStoreUnderTest = {
  store: LogStore
  /** The same rows, as another process sees them. */
  openAgain(): LogStore
  dispose(): Promise<void>
}

/** A minute in the middle of the current day, so that ranges around it cross no midnight. */
export const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 12 * 3_600_000

/** The store of one suite, and what its tests store in it and read from it. */
export class Subject {
  #made: LogStoreUnderTest | undefined

  constructor(make: () => Promise<LogStoreUnderTest>) {
    beforeAll(async () => {
      this.#made = await make()
    }, 60_000)
    afterAll(async () => {
      await this.#made?.dispose()
    }, 60_000)
  }

  get made(): LogStoreUnderTest {
    if (!this.#made) throw new Error('The store is there only while tests run.')
    return this.#made
  }

  get store(): LogStore {
    return this.made.store
  }

  append(rows: readonly NewLogRow[], more: Partial<LogBatch> = {}): Promise<void> {
    return this.store.append({ rows, keepDays: () => 7, ...more })
  }

  async listAll(range: LogRange, limit = 100): Promise<LogPage['rows']> {
    const rows: LogPage['rows'] = []
    let before: LogPosition | undefined
    do {
      // The next page begins where this one ends.
      // oxlint-disable-next-line no-await-in-loop
      const page = await this.store.list(range, { limit, before, budgetMs: 1000 })
      rows.push(...page.rows)
      before = page.next ?? undefined
    } while (before !== undefined)
    return rows
  }
}

/** A project that no other test uses. */
export const newRef = (): string => `p${randomBytes(10).toString('hex')}`

export const rowOf = (ref: string, change: Partial<NewLogRow> = {}): NewLogRow => ({
  ref,
  source: 'edge_logs',
  at: noon,
  level: 'info',
  message: 'GET | 200 | /health',
  metadata: {},
  ...change,
})

export const hourOf = (ref: string, change: Partial<LogRange> = {}): LogRange => ({
  ref,
  sources: logSources,
  from: new Date(noon - 1_800_000),
  to: new Date(noon + 1_800_000),
  ...change,
})
