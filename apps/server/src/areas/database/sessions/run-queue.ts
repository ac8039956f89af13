import { ApiError } from '@basalt/contract/errors'
import { EngineError } from '@basalt/engine'

import type { Resources } from '../../../limits/resources.ts'

/** The queue for the connections of a database, as reported to waiting runs. */
export type QueueStatus = { ahead: number; limit: number; running: number; keeping: number }

export type WaitingRun = {
  /** The account of the run, with all tabs and access tokens of a user. */
  account: string
  signal: AbortSignal
  tell: (queueStatus: QueueStatus) => void
}

type QueueEntry = WaitingRun & {
  enter: () => void
  /** The time of the next report, in ms since the epoch. */
  nextReportAt: number
  lastReport: string
}

/** `entered` resolves when it is the run's turn; `giveUp` leaves the queue before that. */
export type Turn = { entered: Promise<void>; giveUp: () => void }

type Budgets = Pick<Resources, 'queuedRunsPerProject' | 'queuedRunsPerAccount'>

/** The minimum interval between two reports to a waiting run. */
const reportEveryMs = 1000
/** Shorter waits are not reported. */
const shortWaitMs = 100
const pollEveryMs = 100
const retryAfterSeconds = 2

/** The queue of runs that wait for a connection of one project, first in, first out. */
export class RunQueue {
  readonly #ref: string
  readonly #budgets: Budgets
  readonly #getStatus: (account: string) => Omit<QueueStatus, 'ahead'>
  readonly #entries = new Set<QueueEntry>()
  #reportTimer: NodeJS.Timeout | undefined

  constructor(
    ref: string,
    budgets: Budgets,
    getStatus: (account: string) => Omit<QueueStatus, 'ahead'>,
  ) {
    this.#ref = ref
    this.#budgets = budgets
    this.#getStatus = getStatus
  }

  get length(): number {
    return this.#entries.size
  }

  /**
   * Appends a run to the queue. Its turn is `cancelled` when it is given up.
   *
   * @throws ApiError `rate_limited` when its account, or the whole project, has too many waiting
   *   runs.
   */
  wait(run: WaitingRun): Turn {
    const { account } = run
    this.#takeBudgets(account)
    const { entered, giveUp } = this.#turn(run)
    const released = entered.finally(() => {
      this.#budgets.queuedRunsPerAccount.give(account)
      this.#budgets.queuedRunsPerProject.give(this.#ref)
    })
    return { entered: released, giveUp }
  }

  /** Calls the run that waited longest among those that may enter; false when there is none. */
  callNext(canEnter: (account: string) => boolean): boolean {
    for (const entry of this.#entries) {
      if (!canEnter(entry.account)) continue
      this.#entries.delete(entry)
      entry.enter()
      return true
    }
    return false
  }

  #takeBudgets(account: string): void {
    const { queuedRunsPerAccount, queuedRunsPerProject } = this.#budgets
    if (!queuedRunsPerAccount.take(account)) {
      throw refusal(`You have ${queuedRunsPerAccount.limit} waiting queries.`)
    }
    if (queuedRunsPerProject.take(this.#ref)) return
    queuedRunsPerAccount.give(account)
    throw refusal(`${queuedRunsPerProject.limit} queries are already waiting for this project.`)
  }

  #turn(run: WaitingRun): Turn {
    const { signal } = run
    let giveUp = () => {}
    const entered = new Promise<void>((resolve, reject) => {
      const nextReportAt = Date.now() + shortWaitMs
      const entry: QueueEntry = {
        ...run,
        enter() {
          signal.removeEventListener('abort', giveUp)
          resolve()
        },
        nextReportAt,
        lastReport: '',
      }
      giveUp = () => {
        if (!this.#entries.delete(entry)) return
        signal.removeEventListener('abort', giveUp)
        reject(new EngineError('cancelled', 'The run was cancelled while it waited.'))
      }
      this.#entries.add(entry)
      signal.addEventListener('abort', giveUp, { once: true })
      if (signal.aborted) giveUp()
      this.#reportTimer ??= setInterval(() => this.#notifyAll(), pollEveryMs).unref()
    })
    return { entered, giveUp }
  }

  #notifyAll(): void {
    const now = Date.now()
    let ahead = 0
    for (const entry of this.#entries) {
      if (entry.nextReportAt <= now)
        notifyOnce(entry, { ...this.#getStatus(entry.account), ahead }, now)
      ahead += 1
    }
    if (ahead > 0) return
    clearInterval(this.#reportTimer)
    this.#reportTimer = undefined
  }
}

function notifyOnce(entry: QueueEntry, queueStatus: QueueStatus, now: number): void {
  const report = JSON.stringify(queueStatus)
  if (report === entry.lastReport) return
  entry.lastReport = report
  entry.nextReportAt = now + reportEveryMs
  entry.tell(queueStatus)
}

const refusal = (what: string) =>
  new ApiError('rate_limited', `${what} Wait until one finishes, or cancel it.`, {
    retryAfter: retryAfterSeconds,
  })
