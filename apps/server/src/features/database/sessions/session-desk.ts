import { ApiError } from '@basalt/contract'
import { EngineError, type ProjectDatabase } from '@basalt/engine'

import { type Context, principalOf } from '../../../http/context.ts'
import { type SessionPlace, SqlSession } from './sql-session.ts'

/** Sessions are the caller's own; those of an access token are not those of its owner. */
export function sessionOwner(context: Context): string {
  const { userId, token } = principalOf(context)
  return `${userId ?? ''} ${token?.id ?? ''}`
}

/** How crowded the connections of a database are, for those who wait. */
type Crowd = { ahead: number; limit: number; running: number; keeping: number }

export type Entry = {
  db: ProjectDatabase
  signal: AbortSignal
  onQueued: (crowd: Crowd) => void
}

type Waiter = { ref: string; resolve: () => void; tell: (crowd: Crowd) => void }

type DeskOptions = {
  /** Connections of one database that sessions may take at the same time. */
  mostConnections?: number | undefined
  /** After how long without a word from its tab a session is closed. */
  quietMs?: number | undefined
}

const sweepMs = 10_000
/** How long the end of a session's run is waited for by its next one. */
const endingMs = 1000

/**
 * Keeps the sessions of this process. There are more tabs than a database has connections: a
 * session that keeps nothing gives its own to the one that has waited longest.
 */
export class SessionDesk {
  readonly #limit: number
  readonly #quietMs: number
  readonly #sessions = new Set<SqlSession>()
  readonly #taken = new Map<string, number>()
  #waiters: Waiter[] = []
  #sweeping: NodeJS.Timeout | undefined

  constructor({ mostConnections = 6, quietMs = 150_000 }: DeskOptions = {}) {
    this.#limit = mostConnections
    this.#quietMs = quietMs
  }

  find({ owner, ref, id }: Omit<SessionPlace, 'role'>): SqlSession | undefined {
    if (id === null) return undefined
    return [...this.#sessions].find(
      ({ place }) => place.id === id && place.ref === ref && place.owner === owner,
    )
  }

  of({ owner, ref }: Pick<SessionPlace, 'owner' | 'ref'>): SqlSession[] {
    return [...this.#sessions].filter(
      ({ place }) => place.ref === ref && place.owner === owner && place.id !== null,
    )
  }

  /**
   * Takes the session for one run, with a connection: `leave` has to follow. Waits while every
   * connection is taken by a session that needs it.
   *
   * @throws ApiError `conflict` while another run of the same session goes on.
   */
  async enter(place: SessionPlace, entry: Entry): Promise<SqlSession> {
    const session = await this.#sessionOf(place)
    try {
      session.connection ??= await this.#connect(session, entry)
      return session
    } catch (error) {
      session.isBusy = false
      this.#sessions.delete(session)
      throw error
    }
  }

  /** Found or made, and nobody else's from then on. */
  async #sessionOf(place: SessionPlace): Promise<SqlSession> {
    // Whoever cancels a run and starts another one is quicker than the database.
    const before = this.find(place)
    if (before?.isHeld === false) await before.rested(endingMs)
    const known = this.find(place)
    if (known?.isBusy === true) {
      throw new ApiError(
        'conflict',
        'This session still runs something. Wait for it, or cancel it.',
      )
    }
    if (known !== undefined && known.place.role === place.role) {
      known.isBusy = true
      return known
    }
    const session = new SqlSession(place)
    session.isBusy = true
    this.#sessions.add(session)
    this.#sweepSoon()
    // Whoever may do less than before, or more, gets a connection that is just so.
    if (known !== undefined) await this.close(known)
    return session
  }

  /** Ends a run. What has broken, and what nobody can come back to, is closed. */
  async leave(session: SqlSession, { isBroken = false } = {}): Promise<void> {
    session.rest()
    const isLost = isBroken || session.connection?.isLost() === true
    const isGone = isLost || session.place.id === null || !this.#sessions.has(session)
    if (isGone) return this.close(session)
    if (session.isReplaceable && this.#waitersOf(session.place.ref).length > 0) {
      await this.#disconnect(session)
    }
    this.#tellWaiters(session.place.ref)
  }

  /** Rolls back what is open and forgets the session. */
  async close(session: SqlSession): Promise<void> {
    this.#sessions.delete(session)
    await this.#disconnect(session)
  }

  async #connect(session: SqlSession, { db, signal, onQueued }: Entry) {
    const { ref } = session.place
    session.isWaiting = true
    try {
      await this.#takePlace(ref, signal, onQueued)
    } finally {
      session.isWaiting = false
    }
    try {
      return await db.session()
    } catch (error) {
      this.#freePlace(ref)
      throw error
    }
  }

  async #takePlace(ref: string, signal: AbortSignal, tell: Waiter['tell']): Promise<void> {
    if ((this.#taken.get(ref) ?? 0) < this.#limit) return this.#count(ref, 1)
    const idle = [...this.#sessions]
      .filter((one) => one.place.ref === ref && one.connection !== undefined && one.isReplaceable)
      .toSorted((one, other) => one.lastSeen - other.lastSeen)[0]
    const waiting = this.#wait(ref, signal, tell)
    if (idle !== undefined) await this.#disconnect(idle)
    await waiting
  }

  #wait(ref: string, signal: AbortSignal, tell: Waiter['tell']): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter)
        this.#tellWaiters(ref)
        reject(new EngineError('cancelled', 'The run was cancelled while it waited.'))
      }
      const waiter: Waiter = {
        ref,
        tell,
        resolve: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      this.#waiters.push(waiter)
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      else queueMicrotask(() => this.#tellWaiters(ref))
    })
  }

  async #disconnect(session: SqlSession): Promise<void> {
    const { connection } = session
    if (connection === undefined) return
    session.connection = undefined
    session.applied = {}
    session.keeps = []
    session.hasSettings = false
    await connection.release()
    this.#freePlace(session.place.ref)
  }

  #freePlace(ref: string): void {
    const next = this.#waitersOf(ref)[0]
    if (next === undefined) return this.#count(ref, -1)
    // The place goes from hand to hand and is never free in between.
    this.#waiters = this.#waiters.filter((one) => one !== next)
    next.resolve()
    this.#tellWaiters(ref)
  }

  #count(ref: string, by: 1 | -1): void {
    this.#taken.set(ref, Math.max(0, (this.#taken.get(ref) ?? 0) + by))
  }

  #waitersOf(ref: string): Waiter[] {
    return this.#waiters.filter((one) => one.ref === ref)
  }

  #tellWaiters(ref: string): void {
    const all = [...this.#sessions].filter(
      ({ place, connection }) => place.ref === ref && connection !== undefined,
    )
    const running = all.filter(({ isBusy }) => isBusy).length
    for (const [ahead, { tell }] of this.#waitersOf(ref).entries()) {
      tell({ ahead, limit: this.#limit, running, keeping: all.length - running })
    }
  }

  #sweepSoon(): void {
    if (this.#sweeping !== undefined) return
    this.#sweeping = setInterval(() => this.#sweep(), Math.min(sweepMs, this.#quietMs))
    this.#sweeping.unref()
  }

  /** A tab that is not there any more says nothing; what it left is rolled back. */
  #sweep(): void {
    const before = Date.now() - this.#quietMs
    for (const session of this.#sessions) {
      if (!session.isBusy && session.lastSeen < before) void this.close(session).catch(() => {})
    }
    if (this.#sessions.size > 0) return
    clearInterval(this.#sweeping)
    this.#sweeping = undefined
  }
}
