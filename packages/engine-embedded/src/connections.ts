import { setTimeout as delay } from 'node:timers/promises'

import type { DatabaseRole, Health, ReadingLimits } from '@basalt/engine'
import { type DatabaseAddress, openDatabase, type OpenDatabase } from '@basalt/pg-connection'

import type { ClusterHome } from './cluster-home.ts'
import { passwordLabel } from './creation.ts'
import {
  controlDatabase,
  controlRole,
  dashboardRole,
  readOnlyRole,
  shareStatement,
  unshareStatement,
  userDatabase,
} from './roles.ts'

const healthTimeoutMs = 2000
const silent: Health = { ok: false, reason: 'It did not answer within two seconds.' }

type Access = {
  host: string
  /** Where the server listens now. */
  port: () => Promise<number>
  secretFor: (label: string) => string
  limits?: ReadingLimits | undefined
}

/** The control plane's warm connections to one cluster, opened when they are first needed. */
export class ClusterConnections {
  readonly #home: ClusterHome
  readonly #access: Access
  readonly #open = new Map<string, { port: number; database: OpenDatabase }>()
  #isUnshared = false
  #sharing: Promise<void> | undefined

  constructor(home: ClusterHome, access: Access) {
    this.#home = home
    this.#access = access
  }

  async open(role: DatabaseRole): Promise<OpenDatabase> {
    if (role === 'owner') return this.#database(dashboardRole)
    // Those who ask while it is under way share it; who asks later may find more to share.
    this.#sharing ??= this.#share().finally(() => {
      this.#sharing = undefined
    })
    await this.#sharing
    return this.#database(readOnlyRole)
  }

  /**
   * Lets the read-only role see what was made since the last time. A relation that is dropped or
   * altered meanwhile is seen, or not, the next time.
   */
  async #share(): Promise<void> {
    if (!this.#isUnshared) {
      const control = await this.#database(controlRole)
      await control.query(unshareStatement)
      this.#isUnshared = true
    }
    const owner = await this.#database(dashboardRole)
    const missing = await owner.query<{ statement: string }>(shareStatement)
    for (const { statement } of missing) await owner.query(statement).catch(() => undefined)
  }

  async health(): Promise<Health> {
    const control = await this.#database(controlRole)
    const query = control.query('select 1').then(
      (): Health => ({ ok: true }),
      (error: unknown): Health => ({ ok: false, reason: (error as Error).message }),
    )
    return Promise.race([query, delay(healthTimeoutMs, silent, { ref: false })])
  }

  /** Later calls open new connections. */
  async close(): Promise<void> {
    const databases = [...this.#open.values()]
    this.#open.clear()
    await Promise.all(databases.map(({ database }) => database.close()))
  }

  /** A cluster whose port was taken has another one after its start. */
  async #database(login: string): Promise<OpenDatabase> {
    const port = await this.#access.port()
    const known = this.#open.get(login)
    if (known?.port === port) return known.database
    const address: DatabaseAddress = {
      host: this.#access.host,
      port,
      user: login,
      password: this.#access.secretFor(passwordLabel(login, this.#home.ref)),
      database: login === controlRole ? controlDatabase : userDatabase,
    }
    const database = openDatabase(address, { ...poolOptions(login), limits: this.#access.limits })
    this.#open.set(login, { port, database })
    if (known) await known.database.close()
    return database
  }
}

function poolOptions(login: string) {
  switch (login) {
    case controlRole:
      // Nothing that a user can create is ever found before PostgreSQL's own. A connection is not
      // kept: a health check is to show that the server still takes new ones.
      return { maxConnections: 2, idleTimeoutMs: 1, settings: { search_path: 'pg_catalog' } }
    case readOnlyRole:
      // The role's own rights end at functions that run with their owner's.
      return { readOnlyTransactions: true }
    default:
      return {}
  }
}
