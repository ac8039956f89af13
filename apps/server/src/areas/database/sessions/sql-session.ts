import type { SessionState } from '@basalt/contract/database/sessions'
import type { DatabaseRole, DatabaseSession } from '@basalt/engine'

import type { AppliedSettings } from './session-settings.ts'

export type PooledSession = {
  /** The owner: other users cannot find it. */
  owner: string
  ref: string
  /** Null for a run that has a session to itself. */
  id: string | null
  role: DatabaseRole
}

export type Decision = 'commit' | 'roll_back'
export type Undecided = 'lost' | 'late'

/**
 * The state that persists between the runs of one tab. It has a connection while it needs one;
 * without state it may lose it to a waiting session.
 */
export class SqlSession {
  readonly place: PooledSession
  connection: DatabaseSession | undefined
  /** One run at a time uses the connection. */
  isBusy = false
  isWaiting = false
  lastSeen = Date.now()
  applied: AppliedSettings = {}
  /** Without an open transaction. */
  keeps: readonly string[] = []
  /** Settings were made that no catalog lists. */
  hasSettings = false
  #since: Date | null = null
  #held: ((decision: Decision) => void) | undefined
  #idle = new Set<() => void>()

  constructor(place: PooledSession) {
    this.place = place
  }

  get transaction(): 'none' | 'open' | 'failed' {
    return this.connection?.transactionState() ?? 'none'
  }

  /** Whether another connection is equivalent. */
  get isReplaceable(): boolean {
    return !this.isBusy && this.transaction === 'none' && this.keeps.length === 0
  }

  get state(): SessionState {
    return this.#described(this.#word())
  }

  /** Its state when its run has ended. */
  get stateAtRest(): SessionState {
    return this.#described(this.#restingWord())
  }

  #described(state: SessionState['state']): SessionState {
    return {
      id: this.place.id ?? '',
      state,
      since: this.transaction === 'none' ? null : (this.#since?.toISOString() ?? null),
      keeps: [...this.keeps],
    }
  }

  #word(): SessionState['state'] {
    if (this.isWaiting) return 'waiting'
    if (this.#held !== undefined) return 'held'
    return this.isBusy ? 'running' : this.#restingWord()
  }

  #restingWord(): SessionState['state'] {
    if (this.transaction === 'failed') return 'failed'
    return this.transaction === 'open' ? 'transaction' : 'idle'
  }

  /** Notes since when its transaction is open. */
  look(): void {
    this.lastSeen = Date.now()
    if (this.transaction === 'none') this.#since = null
    else this.#since ??= new Date()
  }

  /** Waits for a decision about the open transaction, or for a reason to roll back. */
  async held(until: { ms: number; signal: AbortSignal }): Promise<Decision | Undecided> {
    const { ms, signal } = until
    this.look()
    let timer: NodeJS.Timeout | undefined
    let lose = () => {}
    try {
      return await new Promise<Decision | Undecided>((resolve) => {
        lose = () => resolve('lost')
        this.#held = resolve
        timer = setTimeout(() => resolve('late'), ms)
        signal.addEventListener('abort', lose, { once: true })
        if (signal.aborted) lose()
      })
    } finally {
      this.#held = undefined
      clearTimeout(timer)
      signal.removeEventListener('abort', lose)
    }
  }

  /** Decides about a held run, and waits until the run has applied the decision. */
  async decide(decision: Decision): Promise<boolean> {
    const held = this.#held
    if (held === undefined) return false
    const done = new Promise<void>((resolve) => this.#idle.add(resolve))
    this.#held = undefined
    held(decision)
    await done
    return true
  }

  get isHeld(): boolean {
    return this.#held !== undefined
  }

  /** Waits a short time for the end of its run, which may follow its last line. */
  async rested(ms: number): Promise<void> {
    if (!this.isBusy) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#idle.add(resolve)
      timer = setTimeout(resolve, ms)
    })
    clearTimeout(timer)
  }

  /** The run is over. */
  rest(): void {
    this.isBusy = false
    this.look()
    for (const wake of this.#idle) wake()
    this.#idle.clear()
  }
}
