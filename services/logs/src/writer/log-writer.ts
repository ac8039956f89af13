import { setTimeout as delay } from 'node:timers/promises'

import type { DropReason, LogBatch, LogStore } from '../port/log-store.ts'
import type { NewLogRow } from '../rows/log-row.ts'

type Write = (details: Record<string, unknown>, message: string) => void

/** Where the writer reports faults to the operator. */
type Log = { warn: Write; error: Write }

type Options = {
  store: Pick<LogStore, 'append'>
  log: Log
  keepDays: LogBatch['keepDays']
  /** False while the disk is too full for logs. */
  hasSpace?: () => boolean
  /** Rows that wait in memory: about 1 kB each. */
  maxWaiting?: number
}

const defaultMaxWaiting = 20_000
const maxInBatch = 5000
/** Rows that arrive within this time are written together. */
const gatherMs = 100
const minuteMs = 60_000

type Dropped = NonNullable<LogBatch['dropped']>[number]

/**
 * Takes rows that exist in memory only. No caller waits for it: when the store is away or slow,
 * rows wait in bounded memory, and further ones are dropped and counted. Half of the room is left
 * to other projects.
 */
export class LogWriter {
  readonly #options: Options
  readonly #maxWaiting: number
  #waiting: NewLogRow[] = []
  readonly #waitingOf = new Map<string, number>()
  readonly #dropped = new Map<string, Dropped>()
  #writing: Promise<void> | null = null
  #storedCount = 0
  #droppedCount = 0
  /** After a failure only `flush` tries again. */
  #isFailing = false

  constructor(options: Options) {
    this.#options = options
    this.#maxWaiting = options.maxWaiting ?? defaultMaxWaiting
  }

  /** Returns at once and never throws. */
  record(row: NewLogRow): void {
    const own = this.#waitingOf.get(row.ref) ?? 0
    if (this.#waiting.length >= this.#maxWaiting || own >= this.#maxWaiting / 2) {
      this.#drop(row, 'memory')
      return
    }
    this.#waiting.push(row)
    this.#waitingOf.set(row.ref, own + 1)
    if (!this.#isFailing) void this.#start(gatherMs)
  }

  /** Since when the oldest row waits; null when none does. */
  waitingSince(): Date | null {
    const [oldest] = this.#waiting
    return oldest === undefined ? null : new Date(oldest.at)
  }

  /** Rows since the start of the process, and those that wait now. */
  counts(): { stored: number; dropped: number; waiting: number } {
    const [stored, dropped] = [this.#storedCount, this.#droppedCount]
    return { stored, dropped, waiting: this.#waiting.length }
  }

  /** Resolves when everything recorded before is stored, or could not be stored now. */
  async flush(): Promise<void> {
    await this.#writing
    await this.#start(0)
  }

  #start(afterMs: number): Promise<void> {
    this.#writing ??= this.#write(afterMs).finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  async #write(afterMs: number): Promise<void> {
    if (afterMs > 0) await delay(afterMs, undefined, { ref: false })
    const { store, keepDays, log, hasSpace } = this.#options
    if (hasSpace?.() === false) this.#dropAll()
    while (this.#waiting.length > 0 || this.#dropped.size > 0) {
      const rows = this.#waiting.slice(0, maxInBatch)
      // Copies: the counts may grow while these are stored.
      const dropped = [...this.#dropped].map(([key, one]) => [key, { ...one }] as const)
      try {
        // One batch after the other.
        // oxlint-disable-next-line no-await-in-loop
        await store.append({ rows, keepDays, dropped: dropped.map(([, one]) => one) })
        this.#isFailing = false
        this.#storedCount += rows.length
      } catch (error) {
        this.#isFailing = true
        log.warn({ err: error, waiting: this.#waiting.length }, 'Log rows could not be stored yet')
        return
      }
      this.#waiting = this.#waiting.slice(rows.length)
      for (const { ref } of rows) this.#waitingOf.set(ref, (this.#waitingOf.get(ref) ?? 1) - 1)
      for (const [key, { count }] of dropped) this.#subtract(key, count)
    }
    this.#waitingOf.clear()
  }

  #dropAll(): void {
    for (const row of this.#waiting) this.#drop(row, 'disk')
    this.#waiting = []
    this.#waitingOf.clear()
  }

  #drop({ ref, source, at }: NewLogRow, reason: DropReason): void {
    this.#droppedCount += 1
    const minute = Math.floor(at / minuteMs) * minuteMs
    const key = `${ref}/${source}/${minute}/${reason}`
    const known = this.#dropped.get(key)
    if (known !== undefined) known.count += 1
    // A bound on what is counted while the store is away.
    else if (this.#dropped.size < this.#maxWaiting) {
      this.#dropped.set(key, { ref, source, minute: new Date(minute), reason, count: 1 })
    }
  }

  #subtract(key: string, count: number): void {
    const known = this.#dropped.get(key)
    if (known === undefined) return
    known.count -= count
    if (known.count <= 0) this.#dropped.delete(key)
  }
}
