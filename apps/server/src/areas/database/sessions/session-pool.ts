import { ApiError } from '@basalt/contract/errors'
import type { DatabaseSession, ProjectDatabase } from '@basalt/engine'

import { type Context, getPrincipal } from '../../../http/context.ts'
import type { Resources } from '../../../limits/resources.ts'
import { type QueueStatus, type Turn, RunQueue } from './run-queue.ts'
import { type PooledSession, SqlSession } from './sql-session.ts'

/** Sessions are the caller's own; those of an access token are not those of its owner. */
export function sessionOwner(context: Context): string {
  const { userId, token } = getPrincipal(context)
  return `${userId ?? ''} ${token?.id ?? ''}`
}

/** The account whose runs share a limit: all sessions and access tokens of one user. */
export const getAccount = (context: Context): string => getPrincipal(context).userId ?? ''

/** The account part of `sessionOwner`. */
const accountIn = ({ owner }: PooledSession): string => owner.slice(0, owner.indexOf(' '))

export type Entry = {
  db: ProjectDatabase
  account: string
  signal: AbortSignal
  onQueued: (queueStatus: QueueStatus) => void
}

export type Entered = {
  session: SqlSession
  connected: Promise<DatabaseSession>
  /** Stops waiting for the connection, which is then `cancelled`. */
  giveUp: () => void
}

type SessionPoolOptions = {
  resources: Resources
  /** Connections of one database that sessions may take, and one account all but one of them. */
  maxConnections?: number | undefined
  /** After how long without a word from its tab a session is closed. */
  quietMs?: number | undefined
}

const sweepMs = 10_000
/** How long the next run of a session waits for the end of the former one. */
const endingMs = 1000

/** The sessions of one project, and the connections that they share. */
type ProjectSessions = {
  sessions: Set<SqlSession>
  connected: Set<SqlSession>
  /** Connections that are taken, also those that are being opened. */
  taken: number
  /** The same by account; accounts without connections are missing. */
  takenBy: Map<string, number>
  queue: RunQueue
}

/**
 * The session pool of this process. There are more tabs than a database has connections: a session
 * without state gives its connection to the one that has waited longest.
 */
export class SessionPool {
  readonly #limit: number
  readonly #quietMs: number
  readonly #resources: Resources
  readonly #projects = new Map<string, ProjectSessions>()
  readonly #byName = new Map<string, SqlSession>()
  #sweeping: NodeJS.Timeout | undefined

  constructor({ resources, maxConnections = 6, quietMs = 150_000 }: SessionPoolOptions) {
    this.#resources = resources
    this.#limit = maxConnections
    this.#quietMs = quietMs
  }

  find(place: NamedPlace): SqlSession | undefined {
    return this.#byName.get(getName(place))
  }

  of({ owner, ref }: Pick<PooledSession, 'owner' | 'ref'>): SqlSession[] {
    return [...(this.#projects.get(ref)?.sessions ?? [])].filter(
      ({ place }) => place.owner === owner && place.id !== null,
    )
  }

  /**
   * Takes the session for one run: `leave` has to follow. The connection is assigned when one is
   * free that no other session needs, or has waited for longer.
   *
   * @throws ApiError `conflict` while another run of the same session is active, `rate_limited`
   *   when too many runs wait already.
   */
  async enter(place: PooledSession, entry: Entry): Promise<Entered> {
    const session = await this.#getSession(place)
    const { connection } = session
    if (connection !== undefined) {
      return { session, connected: Promise.resolve(connection), giveUp: () => {} }
    }
    try {
      const turn = this.#takePlace(session, entry)
      const connected = this.#connect(session, entry, turn)
      // A caller that never awaits it has left, and is not informed.
      connected.catch(() => {})
      return { session, connected, giveUp: turn.giveUp }
    } catch (error) {
      session.isBusy = false
      this.#forget(session)
      throw error
    }
  }

  /** Found or created, and reserved from then on. */
  async #getSession(place: PooledSession): Promise<SqlSession> {
    // A client that cancels a run and starts another one may be faster than the database.
    const before = this.find(place)
    if (before?.isHeld === false) await before.rested(endingMs)
    const known = this.find(place)
    if (known?.isBusy === true) {
      throw new ApiError(
        'conflict',
        'This session is still running a statement. Wait for it, or cancel it.',
      )
    }
    if (known !== undefined && known.place.role === place.role) {
      known.isBusy = true
      return known
    }
    const session = new SqlSession(place)
    session.isBusy = true
    // A caller with other rights than before gets a new connection for them.
    const closing = known === undefined ? undefined : this.close(known)
    this.#getProject(place.ref).sessions.add(session)
    if (place.id !== null) this.#byName.set(getName(place), session)
    this.#sweepSoon()
    await closing
    return session
  }

  /** Ends a run. A broken session, and one that no client can return to, is closed. */
  async leave(session: SqlSession, { isBroken = false } = {}): Promise<void> {
    session.rest()
    const project = this.#getProject(session.place.ref)
    const isLost = isBroken || session.connection?.isLost() === true
    const isDeleted = isLost || session.place.id === null || !project.sessions.has(session)
    if (isDeleted) return this.close(session)
    if (session.isReplaceable && project.queue.length > 0) await this.#disconnect(session)
  }

  /** Rolls back the open transaction and closes the session. */
  async close(session: SqlSession): Promise<void> {
    this.#forget(session)
    await this.#disconnect(session)
  }

  #getProject(ref: string): ProjectSessions {
    const known = this.#projects.get(ref)
    if (known !== undefined) return known
    const connected = new Set<SqlSession>()
    const queue = new RunQueue(ref, this.#resources, (account) =>
      this.#queueStatus(project, account),
    )
    const project: ProjectSessions = {
      sessions: new Set<SqlSession>(),
      connected,
      taken: 0,
      takenBy: new Map(),
      queue,
    }
    this.#projects.set(ref, project)
    return project
  }

  /** Of an account that has all it may have only its own sessions are counted. */
  #queueStatus(project: ProjectSessions, account: string): Omit<QueueStatus, 'ahead'> {
    const isAtLimit = !this.#mayTake(project, account)
    const queueStatus = [...project.connected].filter(
      ({ place }) => !isAtLimit || accountIn(place) === account,
    )
    const running = queueStatus.filter(({ isBusy }) => isBusy).length
    return {
      limit: isAtLimit ? this.#accountLimit : this.#limit,
      running,
      keeping: queueStatus.length - running,
    }
  }

  #forget(session: SqlSession): void {
    const { ref } = session.place
    this.#projects.get(ref)?.sessions.delete(session)
    const name = getName(session.place)
    if (this.#byName.get(name) === session) this.#byName.delete(name)
    this.#dropUnused(ref)
  }

  #dropUnused(ref: string): void {
    const project = this.#projects.get(ref)
    if (project === undefined) return
    const isUsed = project.sessions.size > 0 || project.taken > 0 || project.queue.length > 0
    if (!isUsed) this.#projects.delete(ref)
  }

  async #connect(session: SqlSession, { db }: Entry, { entered }: Turn): Promise<DatabaseSession> {
    const { ref } = session.place
    session.isWaiting = true
    await entered.finally(() => {
      session.isWaiting = false
    })
    try {
      const connection = await db.session()
      session.connection = connection
      this.#getProject(ref).connected.add(session)
      return connection
    } catch (error) {
      this.#freePlace(session)
      throw error
    }
  }

  #takePlace({ place }: SqlSession, { onQueued, ...run }: Entry): Turn {
    const project = this.#getProject(place.ref)
    const { account } = run
    const isAtLimit = !this.#mayTake(project, account)
    if (project.taken < this.#limit && !isAtLimit) {
      project.taken += 1
      countTaken(project, account, 1)
      return { entered: Promise.resolve(), giveUp: () => {} }
    }
    const turn = project.queue.wait({ ...run, tell: onQueued })
    // Another account's connection does not help an account at its limit.
    const idle = maxIdleLength(project.connected, isAtLimit ? account : null)
    if (idle !== undefined) void this.#disconnect(idle).catch(() => {})
    return turn
  }

  /** One account leaves a connection to the others, even if all its sessions are busy. */
  get #accountLimit(): number {
    return Math.max(1, this.#limit - 1)
  }

  #mayTake({ takenBy }: ProjectSessions, account: string): boolean {
    return (takenBy.get(account) ?? 0) < this.#accountLimit
  }

  async #disconnect(session: SqlSession): Promise<void> {
    const { connection } = session
    if (connection === undefined) return
    const { ref } = session.place
    session.connection = undefined
    session.applied = {}
    session.keeps = []
    session.hasSettings = false
    this.#getProject(ref).connected.delete(session)
    await connection.release()
    this.#freePlace(session)
  }

  /** The connection is passed on directly to the next waiting run, and is never free in between. */
  #freePlace({ place }: SqlSession): void {
    const project = this.#getProject(place.ref)
    countTaken(project, accountIn(place), -1)
    const isPassedOn = project.queue.callNext((account) => {
      const mayTake = this.#mayTake(project, account)
      if (mayTake) countTaken(project, account, 1)
      return mayTake
    })
    if (isPassedOn) return
    project.taken -= 1
    this.#dropUnused(place.ref)
  }

  #sweepSoon(): void {
    if (this.#sweeping !== undefined) return
    this.#sweeping = setInterval(() => this.#sweep(), Math.min(sweepMs, this.#quietMs))
    this.#sweeping.unref()
  }

  /** A closed tab sends no heartbeat; its open transaction is rolled back. */
  #sweep(): void {
    const before = Date.now() - this.#quietMs
    for (const { sessions } of this.#projects.values()) {
      for (const session of sessions) {
        if (!session.isBusy && session.lastSeen < before) void this.close(session).catch(() => {})
      }
    }
    if (this.#projects.size > 0) return
    clearInterval(this.#sweeping)
    this.#sweeping = undefined
  }
}

type NamedPlace = Pick<PooledSession, 'owner' | 'ref' | 'id'>

/** Ids are the browser's, so the name of the project and of the owner belong to it. */
const getName = ({ owner, ref, id }: NamedPlace): string => `${ref} ${owner} ${id ?? ''}`

function countTaken({ takenBy }: ProjectSessions, account: string, change: 1 | -1): void {
  const count = (takenBy.get(account) ?? 0) + change
  if (count === 0) takenBy.delete(account)
  else takenBy.set(account, count)
}

/** Of one account, or of all. */
function maxIdleLength(
  sessions: ReadonlySet<SqlSession>,
  account: string | null,
): SqlSession | undefined {
  let found: SqlSession | undefined
  for (const session of sessions) {
    if (!session.isReplaceable) continue
    if (account !== null && accountIn(session.place) !== account) continue
    if (found === undefined || session.lastSeen < found.lastSeen) found = session
  }
  return found
}
