import { setTimeout as delay } from 'node:timers/promises'

import type { DatabaseLogPart, ProjectEngine } from '@basalt/engine'
import { LogStoreError } from '@basalt/logs'

import type { LogService } from '../../../logs/service.ts'
import type { Clock } from '../../../process/clock.ts'
import type { Log } from '../../../process/log.ts'
import { toDatabaseRow } from './database-row.ts'

type Services = {
  logs: Pick<LogService, 'append' | 'hasSpace' | 'store'>
  engine: Pick<ProjectEngine, 'readLog' | 'features'>
  /** Of the projects whose databases run. */
  listRefs: () => Promise<readonly string[]>
  clock: Clock
  log: Log
}

const roundEveryMs = 500
/** While the store takes no rows. */
const retryAfterMs = 2000
/** A new or paused project is noticed after this time. */
const listEveryMs = 2000
/** Read from one cluster at a time, about 200 rows, which take some 10 ms. */
const sliceBytes = 128 * 1024
/** The share of time for clusters that have more than one slice. */
const busyMs = 400
/** Of an entry whose bytes were deleted unread. */
const averageBytes = 400

/**
 * Stores what the running clusters log. The position of each is stored with its rows, so a kill
 * loses no row and stores none twice. Clusters have turns: one that logs without end delays the
 * others by a slice, and loses the entries whose files are deleted before they are read.
 *
 * One server follows a cluster, because only one can hold the lock of its data directory.
 */
export class LogFollower {
  readonly #services: Services
  readonly #positions = new Map<string, string | null>()
  readonly #failing = new Set<string>()
  #refs: readonly string[] = []
  #listedAt = Number.NEGATIVE_INFINITY
  #isStoreAway = false

  constructor(services: Services) {
    this.#services = services
  }

  /** @returns a function that resolves when the current round has ended. */
  start(): () => Promise<void> {
    if (!this.#services.engine.features.has('logs')) return () => Promise.resolve()
    const stop = new AbortController()
    const following = this.#run(stop.signal)
    return async () => {
      stop.abort()
      await following
    }
  }

  /** Reads every followed cluster at least once. */
  async round(): Promise<void> {
    // Entries stay in their files until there is room.
    if (!this.#services.logs.hasSpace()) return
    const end = performance.now() + busyMs
    let turn: readonly string[] = await this.#list()
    do {
      const unread: string[] = []
      for (const ref of turn) {
        // One after the other: together they would take all connections of the store.
        // oxlint-disable-next-line no-await-in-loop
        if (await this.#follow(ref)) unread.push(ref)
      }
      turn = unread
    } while (turn.length > 0 && performance.now() < end)
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop
      const waitMs = await this.round().then(
        () => this.#succeed(),
        (error: unknown) => this.#fail(error),
      )
      // oxlint-disable-next-line no-await-in-loop
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  #succeed(): number {
    this.#isStoreAway = false
    return roundEveryMs
  }

  #fail(error: unknown): number {
    if (!this.#isStoreAway) {
      this.#services.log.warn({ err: error }, 'Logs of databases could not be stored yet')
    }
    this.#isStoreAway = true
    return retryAfterMs
  }

  async #list(): Promise<readonly string[]> {
    if (performance.now() - this.#listedAt < listEveryMs) return this.#refs
    this.#refs = await this.#services.listRefs()
    this.#listedAt = performance.now()
    const known = new Set(this.#refs)
    for (const ref of this.#positions.keys()) if (!known.has(ref)) this.#positions.delete(ref)
    return this.#refs
  }

  /** @returns whether there may be more to read. */
  async #follow(ref: string): Promise<boolean> {
    const key = `postgres_logs/${ref}`
    const { logs } = this.#services
    const known = this.#positions.get(ref)
    const before = known === undefined ? await logs.store.position(key) : known
    const part = await this.#attempt(ref, () =>
      this.#services.engine.readLog(ref, before, { maxBytes: sliceBytes }),
    )
    if (part === null) return false
    if (part.entries.length > 0 || part.lostBytes > 0) {
      // Whether a failed transaction was committed is not known: the store says where it is.
      this.#positions.delete(ref)
      const stored = await this.#attempt(ref, () => this.#store(ref, key, part))
      if (stored === null) return false
    }
    this.#positions.set(ref, part.position)
    return part.position !== before
  }

  async #store(ref: string, key: string, part: DatabaseLogPart): Promise<true> {
    await this.#services.logs.append({
      rows: part.entries.map((entry) => toDatabaseRow(ref, entry)),
      position: { key, value: part.position },
      dropped: this.#dropped(ref, part.lostBytes),
    })
    return true
  }

  /**
   * Null for a cluster with a failure of its own, which does not keep others waiting.
   *
   * @throws LogStoreError when the store is away.
   */
  async #attempt<T>(ref: string, work: () => Promise<T>): Promise<T | null> {
    try {
      const result = await work()
      this.#failing.delete(ref)
      return result
    } catch (error) {
      if (error instanceof LogStoreError) throw error
      if (!this.#failing.has(ref)) {
        this.#services.log.warn({ err: error, ref }, 'The log of a database cannot be followed')
      }
      this.#failing.add(ref)
      return null
    }
  }

  #dropped(ref: string, lostBytes: number) {
    if (lostBytes === 0) return []
    const count = Math.max(1, Math.round(lostBytes / averageBytes))
    const minute = this.#services.clock()
    return [{ ref, source: 'postgres_logs', minute, reason: 'lost', count } as const]
  }
}
