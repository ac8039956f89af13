import { setTimeout as delay } from 'node:timers/promises'

import {
  type DatabaseActor,
  type DatabaseRole,
  EngineError,
  type Health,
  type ProjectDatabase,
  type ReadingLimits,
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
  jobConnections,
  jobLogin,
  readerLogin,
  shareStatement,
  userDatabase,
} from './roles.ts'

const healthTimeoutMs = 2000
const silent: Health = { ok: false, reason: 'It did not respond within two seconds.' }

/** Maximum number of readers whose connections stay open. */
const maxReaders = 8
const readerIdleMs = 30_000
/** A login that was idle for so long is dropped; the next use creates it again. */
const forgetReaderMs = 600_000

type Access = {
  host: string
  /** The port that the server listens on now. */
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
  /** Of the logins for jobs, by login and database. */
  readonly #jobs = new Map<string, Pool & { roleId: string }>()
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
    // Concurrent callers share the running query; later callers may find further objects to share.
    this.#sharing ??= this.#share().finally(() => {
      this.#sharing = undefined
    })
    await this.#sharing
    return this.#reader(actor)
  }

  /** Connections with the rights of a role, for its jobs. */
  async openAs(role: string, database = userDatabase): Promise<ProjectDatabase> {
    // The superuser's database is closed to every other role; this names the reason.
    if (database === controlDatabase) {
      throw new EngineError('unsupported', `Jobs cannot run in the database ${database}.`)
    }
    const { isRepaired, roleId } = await this.#change((logins) => logins.ensureJobs(role))
    const port = await this.#access.port()
    const login = jobLogin(role)
    const key = `${login} ${database}`
    const known = this.#jobs.get(key)
    if (known?.port === port) {
      // Sessions of a role that was dropped and created again have no rights of the new one.
      if (isRepaired || known.roleId !== roleId) known.database.renew()
      known.roleId = roleId
      return known.database
    }
    const { host, limits } = this.#access
    const opened = openDatabase(
      { host, port, user: login, password: this.#password(login), database },
      { limits, maxConnections: jobConnections, idleTimeoutMs: readerIdleMs },
    )
    this.#jobs.set(key, { port, database: opened, usedAt: Date.now(), roleId })
    await known?.database.close()
    return opened
  }

  /** The superuser's connection, to its own database. */
  control(): Promise<OpenDatabase> {
    return this.#database(controlRole)
  }

  /** Reverts changes that a tenant made to the dashboard's logins. */
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

  /** Drops the logins of idle readers. */
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
   * Grants the read-only role access to objects created since the last time. A relation that is
   * dropped or altered at the same moment is handled the next time.
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
    const databases = [...this.#open.values(), ...this.#jobs.values()]
    this.#open.clear()
    this.#jobs.clear()
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

  /** Called when the cluster refuses a login: decides whether connecting again may help. */
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
      // The search path has pg_catalog only, so that objects of users never shadow PostgreSQL's
      // own. Connections are not reused: a health check has to show that the server accepts new
      // ones.
      return {
        maxConnections: 2,
        idleTimeoutMs: 1,
        // Repairs must also work while the cluster is read-only.
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
