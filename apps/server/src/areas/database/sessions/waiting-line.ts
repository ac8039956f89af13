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

type Place = WaitingRun & {
  come: () => void
  /** The time of the next report, in ms since the epoch. */
  nextWordAt: number
  lastWord: string
}

/** `come` resolves when it is the run's turn; `giveUp` leaves the queue before that. */
export type Turn = { come: Promise<void>; giveUp: () => void }

type Budgets = Pick<Resources, 'queuedRunsPerProject' | 'queuedRunsPerAccount'>

/** The minimum interval between two reports to a waiting run. */
const wordEveryMs = 1000
/** Shorter waits are not reported. */
const shortWaitMs = 100
const pollEveryMs = 100
const retryAfterSeconds = 2

/** The queue of runs that wait for a connection of one project, first in, first out. */
export class WaitingLine {
  readonly #ref: string
  readonly #budgets: Budgets
  readonly #queueStatus: (account: string) => Omit<QueueStatus, 'ahead'>
  readonly #places = new Set<Place>()
  #telling: NodeJS.Timeout | undefined

  constructor(
    ref: string,
    budgets: Budgets,
    queueStatus: (account: string) => Omit<QueueStatus, 'ahead'>,
  ) {
    this.#ref = ref
    this.#budgets = budgets
    this.#queueStatus = queueStatus
  }

  get length(): number {
    return this.#places.size
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
    const { come, giveUp } = this.#turn(run)
    const released = come.finally(() => {
      this.#budgets.queuedRunsPerAccount.give(account)
      this.#budgets.queuedRunsPerProject.give(this.#ref)
    })
    return { come: released, giveUp }
  }

  /** Calls the run that waited longest among those that may enter; false when there is none. */
  callNext(canEnter: (account: string) => boolean): boolean {
    for (const place of this.#places) {
      if (!canEnter(place.account)) continue
      this.#places.delete(place)
      place.come()
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
    const come = new Promise<void>((resolve, reject) => {
      const nextWordAt = Date.now() + shortWaitMs
      const place: Place = {
        ...run,
        come() {
          signal.removeEventListener('abort', giveUp)
          resolve()
        },
        nextWordAt,
        lastWord: '',
      }
      giveUp = () => {
        if (!this.#places.delete(place)) return
        signal.removeEventListener('abort', giveUp)
        reject(new EngineError('cancelled', 'The run was cancelled while it waited.'))
      }
      this.#places.add(place)
      signal.addEventListener('abort', giveUp, { once: true })
      if (signal.aborted) giveUp()
      this.#telling ??= setInterval(() => this.#notifyAll(), pollEveryMs).unref()
    })
    return { come, giveUp }
  }

  #notifyAll(): void {
    const now = Date.now()
    let ahead = 0
    for (const place of this.#places) {
      if (place.nextWordAt <= now)
        notifyOnce(place, { ...this.#queueStatus(place.account), ahead }, now)
      ahead += 1
    }
    if (ahead > 0) return
    clearInterval(this.#telling)
    this.#telling = undefined
  }
}

function notifyOnce(place: Place, queueStatus: QueueStatus, now: number): void {
  const word = JSON.stringify(queueStatus)
  if (word === place.lastWord) return
  place.lastWord = word
  place.nextWordAt = now + wordEveryMs
  place.tell(queueStatus)
}

const refusal = (what: string) =>
  new ApiError('rate_limited', `${what} Wait until one finishes, or cancel it.`, {
    retryAfter: retryAfterSeconds,
  })
