import type { ProjectEngine } from '@basalt/engine'
import { type LogBatch, type LogStore, LogWriter, type NewLogRow } from '@basalt/logs'

import type { Resources } from '../limits/resources.ts'
import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import type { Store } from '../store/store.ts'
import { DrainTargets } from './drain-targets.ts'
import { LogPlans } from './log-plans.ts'

type Services = {
  store: Store
  logStore: LogStore
  engine: ProjectEngine
  resources: Resources
  clock: Clock
  log: Log
}

/** The logs of all projects of an install. */
export type LogService = {
  store: LogStore
  /** Drains that new rows are queued for. */
  drains: DrainTargets
  /** Takes a row without waiting, see `LogWriter`. */
  record(row: NewLogRow): void
  /** Stores rows and the position of their reader together. */
  append(batch: Omit<LogBatch, 'keepDays' | 'drainsOf'>): Promise<void>
  /** The retention of the project's plan, in days. */
  retentionDays(ref: string): Promise<number>
  /** Older rows of the project are not shown. */
  keptFrom(ref: string): Promise<Date>
  /** Since when rows wait for the store; null when none waits. */
  waitingSince(): Date | null
  /** Rows that this process has stored and dropped since its start, and those that wait. */
  counts(): { stored: number; dropped: number; waiting: number }
  flush(): Promise<void>
  /** Measures the free space, below which no row is stored. */
  checkSpace(): Promise<void>
  /** Whether rows are stored at the moment. */
  hasSpace(): boolean
  removeOld(): Promise<void>
  /** Prepares counts of the hours that are over. */
  countHours(): Promise<void>
}

const dayMs = 86_400_000

export function createLogService(services: Services): LogService {
  const { store, logStore, engine, resources, clock, log } = services
  const { freeDiskBytes, logStoreBytes } = resources.limits
  const plans = new LogPlans(store)
  const drains = new DrainTargets()
  let isFull = false
  const append: LogService['append'] = async (batch) => {
    const rows = [...batch.rows, ...(batch.dropped ?? [])]
    await plans.know([...new Set(rows.map(({ ref }) => ref))])
    await logStore.append({
      ...batch,
      keepDays: (ref) => plans.days(ref),
      drainsOf: (row) => drains.of(row),
    })
  }
  const retentionDays = async (ref: string) => {
    await plans.know([ref])
    return plans.days(ref)
  }
  const writer = new LogWriter({
    store: { append },
    log,
    keepDays: (ref) => plans.days(ref),
    hasSpace: () => !isFull,
  })
  return {
    store: logStore,
    drains,
    record: (row) => writer.record(row),
    append,
    retentionDays,
    keptFrom: async (ref) => new Date(clock().getTime() - (await retentionDays(ref)) * dayMs),
    waitingSince: () => writer.waitingSince(),
    counts: () => writer.counts(),
    flush: () => writer.flush(),
    hasSpace: () => !isFull,
    async checkSpace() {
      const free = await engine.freeDiskBytes()
      const full = free !== null && free < freeDiskBytes
      if (full !== isFull) {
        log.warn({ free }, full ? 'The disk is too full for logs' : 'Logs are stored again')
      }
      isFull = full
    },
    async removeOld() {
      const { partitions } = await logStore.removeOld(clock(), logStoreBytes)
      if (partitions.length > 0) log.info({ partitions }, 'Old logs were deleted')
    },
    async countHours() {
      if (!isFull) await logStore.countHours(clock())
    },
  }
}
