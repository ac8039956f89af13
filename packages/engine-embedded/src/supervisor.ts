import { setTimeout as delay } from 'node:timers/promises'

import type { ClusterServer } from './cluster.ts'
import type { LogMark } from './log-complaint.ts'
import { isAlive } from './process-identity.ts'

type Crash = {
  reason: string
  /** Number of consecutive exits or failed starts, including this one. */
  crashes: number
  nextStartAt: Date
}

export type SupervisorListener = {
  onCrash(crash: Crash): void
  onRecovery(): void
}

const watchEveryMs = 500
const firstBackoffMs = 100
const maxBackoffMs = 30_000
/** A server that ran this long earns a quick restart again. */
const provenAfterMs = 60_000

/**
 * Keeps one cluster running: restarts it, with growing pauses, when it ends without a request.
 * Calls run one after the other, so that two starts cannot start two servers.
 */
export class Supervisor {
  readonly server: ClusterServer
  readonly #listener: SupervisorListener
  #pid: number | undefined
  #watch: NodeJS.Timeout | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #startedAt = 0
  #mark: LogMark | undefined
  #failures = 0
  #isWatching = false

  constructor(server: ClusterServer, listener: SupervisorListener) {
    this.server = server
    this.#listener = listener
  }

  get isWatching(): boolean {
    return this.#isWatching
  }

  /** `adopted`: this call found a server that it did not start. */
  start(): Promise<{ adopted: boolean }> {
    return this.#inTurn(async () => {
      if (this.#pid !== undefined && (await this.server.isRunning())) return { adopted: false }
      const { adopted } = await this.#launch()
      this.#isWatching = true
      return { adopted }
    })
  }

  stop(): Promise<void> {
    this.#release()
    return this.#inTurn(async () => {
      this.#release()
      await this.server.stop()
    })
  }

  restart(): Promise<void> {
    return this.#inTurn(async () => {
      this.#release()
      await this.server.stop()
      await this.#launch()
      this.#isWatching = true
    })
  }

  /** Stops watching; the server continues to run. */
  async detach(): Promise<void> {
    this.#release()
    await this.#inTurn(async () => this.#release())
  }

  async #launch(): Promise<{ adopted: boolean }> {
    this.#mark = await this.server.markLog()
    const { pid, adopted } = await this.server.start(() => this.#checkNow())
    this.#pid = pid
    this.#startedAt = Date.now()
    clearInterval(this.#watch)
    // An adopted server is no child process, so it is polled instead of awaited.
    this.#watch = setInterval(() => this.#look(), watchEveryMs)
    this.#watch.unref()
    return { adopted }
  }

  #release(): void {
    this.#isWatching = false
    this.#pid = undefined
    clearInterval(this.#watch)
  }

  #look(): void {
    if (this.#pid === undefined) return
    if (!isAlive(this.#pid)) this.#checkNow()
    else this.#boundLogs(this.#pid)
  }

  #boundLogs(pid: number): void {
    // Grows only when the server was started without a log collector, by an earlier version.
    this.server.log.cap().catch(() => {})
    try {
      const { isStuck } = this.server.logFiles.prune()
      if (isStuck && process.platform !== 'win32') process.kill(pid, 'SIGHUP')
    } catch {
      // A full disk; the next look tries again.
    }
  }

  #checkNow(): void {
    if (!this.#isWatching || this.#pid === undefined) return
    this.#pid = undefined
    clearInterval(this.#watch)
    // The loop below handles failures; nothing else can be thrown.
    this.#recover().catch(() => {})
  }

  async #recover(): Promise<void> {
    const complaint = this.#mark && (await this.server.lastComplaint(this.#mark))
    if (Date.now() - this.#startedAt > provenAfterMs) this.#failures = 0
    let reason: string | undefined = complaint ?? 'The database server ended unexpectedly.'
    while (this.#isWatching && reason !== undefined) {
      const waitMs = Math.min(firstBackoffMs * 3 ** this.#failures++, maxBackoffMs)
      const nextStartAt = new Date(Date.now() + waitMs)
      this.#listener.onCrash({ reason, crashes: this.#failures, nextStartAt })
      await delay(waitMs, undefined, { ref: false })
      reason = await this.#tryAgain()
    }
  }

  /** The reason of a failed start; undefined when it is running or no longer needed. */
  #tryAgain(): Promise<string | undefined> {
    return this.#inTurn(async () => {
      if (!this.#isWatching) return undefined
      try {
        // Another caller may have started it already.
        if (this.#pid === undefined) await this.#launch()
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
      this.#listener.onRecovery()
      return undefined
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work)
    this.#queue = turn.catch(() => {})
    return turn
  }
}
