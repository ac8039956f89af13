import { setTimeout as delay } from 'node:timers/promises'

import {
  type ClusterState,
  type ClusterUsage,
  type ConnectionInfo,
  type DatabaseActor,
  type DatabaseLogPart,
  type DatabaseRole,
  EngineError,
  type EngineFeature,
  type EngineManifest,
  type Health,
  type ProjectDatabase,
  type ProjectEngine,
  type StatementStatistics,
  type ReadingLimits,
} from '@basalt/engine'
import {
  addressOfUrl,
  applicationName,
  type DatabaseAddress,
  openDatabase,
  type OpenDatabase,
} from '@basalt/pg-connection'

export type ExternalOptions = {
  /** A `postgres://` URL for each project ref; see `addressOfUrl` for its form. */
  databases: Readonly<Record<string, string>>
  /** Limits on what reading from the databases uses of this process. */
  limits?: ReadingLimits | undefined
}

const healthTimeoutMs = 2000
const silent: Health = { ok: false, reason: 'It did not respond within two seconds.' }

/**
 * Opens databases of servers that run outside of Basalt. It has no features: it creates, stops and
 * deletes nothing, and gets no event when a server ends.
 *
 * A URL names one role, so `read-only` is that role with restrictions: connections start with
 * `default_transaction_read_only`, and every statement runs in a separate read-only transaction,
 * which PostgreSQL lets no statement leave. Effects that a read-only transaction permits remain
 * possible: a superuser's access to server files and programs, and functions that work outside of
 * the transaction (dblink, advisory locks, terminating backends). Use a URL whose role may do none
 * of that.
 *
 * @throws EngineError `unreachable` at once for a text that is no database URL.
 */
export function externalEngine(options: ExternalOptions): ProjectEngine {
  return new ExternalEngine(options)
}

class ExternalEngine implements ProjectEngine {
  readonly name = 'external'
  readonly features: ReadonlySet<EngineFeature> = new Set<EngineFeature>()
  readonly placements = []
  readonly #addresses: ReadonlyMap<string, DatabaseAddress>
  readonly #open = new Map<string, OpenDatabase>()

  readonly #limits: ReadingLimits | undefined

  constructor({ databases, limits }: ExternalOptions) {
    this.#limits = limits
    this.#addresses = new Map(
      Object.entries(databases).map(([ref, url]) => [ref, addressOfUrl(url)]),
    )
  }

  /** Read from the first database: the servers are expected to be alike. No tools are known. */
  async manifest(): Promise<EngineManifest> {
    const [first] = this.#addresses.keys()
    if (first === undefined) throw new EngineError('unreachable', 'No database is configured.')
    const database = this.#database(first, 'owner')
    const [server] = await database.query<{ version: string; number: number }>(
      `select current_setting('server_version') as version,
         current_setting('server_version_num')::int as number`,
    )
    const extensions = await database.query<{ name: string }>(
      'select name from pg_catalog.pg_available_extensions order by name',
    )
    return {
      version: server?.version.split(' ')[0] ?? '',
      major: Math.floor((server?.number ?? 0) / 10_000),
      extensions: extensions.map(({ name }) => name),
      tools: [],
    }
  }

  create(): Promise<void> {
    return unsupported('create databases')
  }

  /** Does nothing when it answers; otherwise it cannot be started from here. */
  async start(ref: string): Promise<void> {
    const health = await this.health(ref)
    if (!health.ok) throw new EngineError('unreachable', health.reason)
  }

  stop(): Promise<void> {
    return unsupported('stop databases')
  }

  restart(): Promise<void> {
    return unsupported('restart databases')
  }

  destroy(): Promise<void> {
    return unsupported('delete databases')
  }

  async state(ref: string): Promise<ClusterState> {
    if (!this.#addresses.has(ref)) return 'absent'
    return (await this.health(ref)).ok ? 'running' : 'stopped'
  }

  async health(ref: string): Promise<Health> {
    const query = this.#database(ref, 'owner')
      .query('select 1')
      .then(
        (): Health => ({ ok: true }),
        (error: unknown): Health => ({ ok: false, reason: (error as Error).message }),
      )
    return Promise.race([query, delay(healthTimeoutMs, silent, { ref: false })])
  }

  setOwnerPassword(): Promise<void> {
    return unsupported('change passwords')
  }

  limit(): Promise<void> {
    return unsupported('limit databases')
  }

  usage(): Promise<ClusterUsage> {
    return unsupported('measure databases')
  }

  async statementStatistics(ref: string): Promise<StatementStatistics | null> {
    const db = this.#database(ref, 'owner')
    const [found] = await db.query<{ schema: string }>(
      `select quote_ident(n.nspname) as schema from pg_extension e
       join pg_namespace n on n.oid = e.extnamespace
       where e.extname = 'pg_stat_statements'
         -- The parameter exists only while the library is loaded.
         and current_setting('pg_stat_statements.max', true) is not null`,
    )
    return found === undefined ? null : { db, schema: found.schema }
  }

  /** Its processes are on another machine. */
  async processUsage(): Promise<null> {
    return null
  }

  setReadOnly(): Promise<boolean> {
    return unsupported('make databases read-only')
  }

  maintain(): Promise<void> {
    return unsupported('maintain databases')
  }

  cancelTempFiles(): Promise<number> {
    return unsupported('cancel statements')
  }

  /** Its files are on another machine. */
  readLog(): Promise<DatabaseLogPart> {
    return unsupported('read their logs')
  }

  copy(): Promise<never> {
    return unsupported('copy databases')
  }

  changeForeignServer(): Promise<never> {
    return unsupported('have foreign servers')
  }

  /** The disk is another machine's. */
  async freeDiskBytes(): Promise<null> {
    return null
  }

  /** One role for all users: readers share it and differ by `application_name` only. */
  async open(ref: string, role: DatabaseRole, actor?: DatabaseActor): Promise<ProjectDatabase> {
    return this.#database(ref, role).as(applicationName(actor?.name))
  }

  /** A URL has the password of one role. */
  async openAs(ref: string, role: string, database?: string): Promise<ProjectDatabase> {
    const address = this.#address(ref)
    if (role !== address.user) return unsupported(`run jobs as ${role}`)
    if (database !== undefined && database !== address.database) {
      return unsupported(`run jobs in the database ${database}`)
    }
    return this.open(ref, 'owner')
  }

  async connection(ref: string): Promise<ConnectionInfo> {
    const { host, port, user, database } = this.#address(ref)
    return { host, port, user, database }
  }

  watch(): () => void {
    return () => {}
  }

  async disconnect(): Promise<void> {
    const databases = [...this.#open.values()]
    this.#open.clear()
    await Promise.all(databases.map((database) => database.close()))
  }

  /** The servers are not ours to stop. */
  shutdown(): Promise<void> {
    return this.disconnect()
  }

  #address(ref: string): DatabaseAddress {
    const address = this.#addresses.get(ref)
    if (!address) throw new EngineError('unknown-project', `There is no database for ${ref}.`)
    return address
  }

  #database(ref: string, role: DatabaseRole): OpenDatabase {
    const address = this.#address(ref)
    const key = `${role} ${ref}`
    const known = this.#open.get(key)
    if (known) return known
    const readOnly = role === 'read-only'
    const database = openDatabase(address, {
      readOnlyTransactions: readOnly,
      limits: this.#limits,
      settings: readOnly ? { default_transaction_read_only: 'on' } : {},
    })
    this.#open.set(key, database)
    return database
  }
}

function unsupported(what: string): Promise<never> {
  return Promise.reject(
    new EngineError(
      'unsupported',
      `Basalt does not manage this database server: it cannot ${what}.`,
    ),
  )
}
