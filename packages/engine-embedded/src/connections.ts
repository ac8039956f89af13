import { setTimeout as delay } from 'node:timers/promises'

import type {
  DatabaseActor,
  DatabaseRole,
  Health,
  ProjectDatabase,
  ReadingLimits,
} from '@basalt/engine'
import {
  applicationName,
  type DatabaseAddress,
  openDatabase,
  type OpenDatabase,
  type PoolOptions,
} from '@basalt/pg-connection'

import type { ClusterHome } from './cluster-home.ts'
import { passwordLabel } from './creation.ts'
import { ClusterLogins } from './logins.ts'
import {
  controlDatabase,
  controlRole,
  dashboardRole,
  readerLogin,
  shareStatement,
  userDatabase,
} from './roles.ts'

const healthTimeoutMs = 2000
const silent: Health = { ok: false, reason: 'It did not respond within two seconds.' }

/** Readers whose connections are kept warm at the same time. */
const maxReaders = 8
const readerIdleMs = 30_000
/** A login that nobody has used for so long is dropped; the next use makes it anew. */
const forgetReaderMs = 600_000

type Access = {
  host: string
  /** Where the server listens now. */
  port: () => Promise<number>
  secretFor: (label: string) => string
  limits?: ReadingLimits | undefined
  major: number
  readerStatementMs: number
}

type Pool = { port: number; database: OpenDatabase; usedAt: number }

/** The control plane's warm connections to one cluster, opened when they are first needed. */
export class ClusterConnections {
  readonly #home: ClusterHome
  readonly #access: Access
  readonly #open = new Map<string, Pool>()
  #sharing: Promise<void> | undefined
  /** Changes of logins run one after the other. */
  #changing: Promise<unknown> = Promise.resolve()
  /** Why the dashboard's own login is refused; undefined while it is not. */
  #refusal: string | undefined

  constructor(home: ClusterHome, access: Access) {
    this.#home = home
    this.#access = access
  }

  async open(role: DatabaseRole, actor: DatabaseActor | undefined): Promise<ProjectDatabase> {
    if (role === 'owner') {
      const dashboard = await this.#database(dashboardRole)
      return dashboard.as(applicationName(actor?.name))
    }
    // Those who ask while it is under way share it; who asks later may find more to share.
    this.#sharing ??= this.#share().finally(() => {
      this.#sharing = undefined
    })
    await this.#sharing
    return this.#reader(actor)
  }

  /** The superuser's connection, to its own database. */
  control(): Promise<OpenDatabase> {
    return this.#database(controlRole)
  }

  /** Takes back what a tenant has changed of the dashboard's logins. */
  repair(): Promise<boolean> {
    return this.#change(async (logins) => {
      const isChanged = await logins.repair()
      if (isChanged) for (const { database } of this.#open.values()) database.renew()
      return isChanged
    })
  }

  setOwnerPassword(password: string, how: { endSessions: boolean }): Promise<void> {
    return this.#change((logins) => logins.setOwnerPassword(password, how))
  }

  /** Drops the logins of readers who have not come for a while. */
  closeIdleReaders(): Promise<void> {
    return this.#change(async (logins) => {
      const before = Date.now() - forgetReaderMs
      for (const [login, pool] of this.#readers()) {
        if (pool.usedAt < before) await this.#closeReader(login, pool)
      }
      await logins.dropReaders(this.#readers().map(([login]) => login))
    })
  }

  /**
   * Lets the read-only role see what was made since the last time. A relation that is dropped or
   * altered meanwhile is seen, or not, the next time.
   */
  async #share(): Promise<void> {
    const owner = await this.#database(dashboardRole)
    const missing = await owner.query<{ statement: string }>(shareStatement)
    for (const { statement } of missing) await owner.query(statement).catch(() => undefined)
  }

  async health(): Promise<Health> {
    const control = await this.control()
    const query = control.query('select 1').then(
      (): Promise<Health> => this.#loginHealth(),
      (error: unknown): Health => ({ ok: false, reason: (error as Error).message }),
    )
    return Promise.race([query, delay(healthTimeoutMs, silent, { ref: false })])
  }

  /** A login that was refused is repaired again until it is let in. */
  async #loginHealth(): Promise<Health> {
    if (this.#refusal === undefined) return { ok: true }
    const dashboard = await this.#database(dashboardRole)
    await dashboard.query('select 1').then(
      () => (this.#refusal = undefined),
      () => undefined,
    )
    return this.#refusal === undefined ? { ok: true } : { ok: false, reason: this.#refusal }
  }

  /** Later calls open new connections. */
  async close(): Promise<void> {
    const databases = [...this.#open.values()]
    this.#open.clear()
    await Promise.all(databases.map(({ database }) => database.close()))
  }

  async #reader(actor: DatabaseActor | undefined): Promise<OpenDatabase> {
    const login = readerLogin(actor?.id ?? '')
    const known = this.#open.get(login)
    if (known?.port === (await this.#access.port())) return this.#used(login, known)
    return this.#change(async (logins) => {
      await this.#makeRoom()
      await logins.ensureReader(login)
      return this.#database(login, applicationName(actor?.name))
    })
  }

  /** The last one in the map is the one that was used last. */
  #used(login: string, pool: Pool): OpenDatabase {
    pool.usedAt = Date.now()
    this.#open.delete(login)
    this.#open.set(login, pool)
    return pool.database
  }

  async #makeRoom(): Promise<void> {
    const readers = this.#readers()
    const idle = readers.find(([, { database }]) => !database.isInUse)
    if (readers.length >= maxReaders && idle !== undefined) await this.#closeReader(...idle)
  }

  #readers(): [string, Pool][] {
    return [...this.#open].filter(([login]) => login !== dashboardRole && login !== controlRole)
  }

  async #closeReader(login: string, { database }: Pool): Promise<void> {
    if (database.isInUse) return
    this.#open.delete(login)
    await database.close()
  }

  #change<T>(work: (logins: ClusterLogins) => Promise<T>): Promise<T> {
    const turn = this.#changing.then(async () => {
      const { major, readerStatementMs } = this.#access
      const getPassword = (login: string) => this.#password(login)
      return work(
        new ClusterLogins(await this.control(), { major, readerStatementMs, getPassword }),
      )
    })
    this.#changing = turn.catch(() => {})
    return turn
  }

  #password(login: string): string {
    return this.#access.secretFor(passwordLabel(login, this.#home.ref))
  }

  /** Told when the cluster lets a login in no more: whether connecting again may help. */
  async #onRefused(login: string, sqlstate: string): Promise<boolean> {
    const reason = `The database rejected the login of the dashboard (${sqlstate}).`
    if (login === dashboardRole && sqlstate !== '53300') this.#refusal = reason
    try {
      const isRepaired = await (login === dashboardRole
        ? this.repair()
        : this.#change(async (logins) =>
            [await logins.repair(), await logins.ensureReader(login)].includes(true),
          ))
      // Another caller may have repaired it while this one waited for its turn.
      return isRepaired || sqlstate.startsWith('28')
    } catch {
      return false
    }
  }

  /** A cluster whose port was taken has another one after its start. */
  async #database(login: string, name?: string): Promise<OpenDatabase> {
    const port = await this.#access.port()
    const known = this.#open.get(login)
    if (known?.port === port) return known.database
    const address: DatabaseAddress = {
      host: this.#access.host,
      port,
      user: login,
      password: this.#password(login),
      database: login === controlRole ? controlDatabase : userDatabase,
    }
    const database = openDatabase(address, {
      ...poolOptions(login, name),
      limits: this.#access.limits,
      ...(login !== controlRole && {
        onRefused: (sqlstate: string) => this.#onRefused(login, sqlstate),
      }),
    })
    this.#open.set(login, { port, database, usedAt: Date.now() })
    if (known) await known.database.close()
    return database
  }
}

function poolOptions(login: string, name = applicationName(undefined)): PoolOptions {
  switch (login) {
    case controlRole:
      // Nothing that a user can create is ever found before PostgreSQL's own. A connection is not
      // kept: a health check is to show that the server still takes new ones.
      return {
        maxConnections: 2,
        idleTimeoutMs: 1,
        // What it repairs must also be repaired while the cluster is read-only.
        settings: { search_path: 'pg_catalog', default_transaction_read_only: 'off' },
      }
    case dashboardRole:
      return {}
    default:
      return {
        maxConnections: 7,
        idleTimeoutMs: readerIdleMs,
        // The role's own rights end at functions that run with their owner's.
        readOnlyTransactions: true,
        settings: { application_name: name },
      }
  }
}
