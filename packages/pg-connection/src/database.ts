import {
  type DatabaseSession,
  type ProjectDatabase,
  type Queryable,
  type QueryOptions,
  type ReadingLimits,
  type Snapshot,
} from '@basalt/engine'
import { Pool, type PoolClient, type PoolConfig } from 'pg'

import { type DatabaseAddress, type PoolOptions, defaultLimits } from './address.ts'
import { applicationName, setApplicationName } from './application-name.ts'
import { getShare } from './budget-share.ts'
import { cancelled, connectFailure, getRefusal } from './failures.ts'
import { Lease } from './lease.ts'
import { LeasedDatabase } from './leased-database.ts'
import { limitedClient } from './limited-client.ts'

/** A database with its own pool of connections, which `close` ends. */
export interface OpenDatabase extends ProjectDatabase {
  /** Closes every connection, also those in use; their statements fail as `unreachable`. */
  close(): Promise<void>
  /** Closes every currently open connection once it is idle; later ones are new. */
  renew(): void
  /** The same connections, which carry this `application_name` while they are used by it. */
  as(name: string): ProjectDatabase
  /** Whether a statement, a transaction or a session uses a connection. */
  readonly isInUse: boolean
}

/**
 * Opens a pool; nothing connects before the first statement. Connections that the server closes are
 * replaced, so the same object works again after a restart of the cluster. Every rejection is an
 * `EngineError`.
 */
export function openDatabase(address: DatabaseAddress, options: PoolOptions = {}): OpenDatabase {
  return new PooledDatabase(address, options)
}

class PooledDatabase implements OpenDatabase {
  readonly #pool: Pool
  readonly #address: DatabaseAddress
  readonly #readOnly: boolean
  readonly #limits: ReadingLimits
  readonly #leases = new Set<Lease>()
  readonly #own: LeasedDatabase
  readonly #acting = new Map<string, LeasedDatabase>()
  /** The current `application_name` of connections, where it was changed. */
  readonly #names = new WeakMap<PoolClient, string>()
  readonly #firstName: string
  readonly #onRefused: PoolOptions['onRefused']
  /** Connections that were opened before the last `renew`. */
  readonly #outdated = new WeakSet<PoolClient>()
  readonly #current = new Set<PoolClient>()
  #closing: Promise<void> | undefined

  constructor(address: DatabaseAddress, options: PoolOptions) {
    this.#address = address
    this.#readOnly = options.readOnlyTransactions ?? false
    const { openResults, ...limits } = options.limits ?? defaultLimits
    this.#limits = { ...limits, openResults: getShare(openResults, limits.messageBytes) }
    this.#pool = new Pool({ ...poolConfig(address, options), Client: limitedClient(this.#limits) })
    this.#onRefused = options.onRefused
    this.#firstName = options.settings?.['application_name'] ?? applicationName(undefined)
    this.#own = this.#actingAs(this.#firstName)
    // An idle connection that the server closed leaves the pool; no caller is affected.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      // Without a listener, a connection that ends between statements would end the process. The
      // packet that makes it ready can also report its end, before anything can take it.
      client.on('error', () => {})
      this.#current.add(client)
    })
    this.#pool.on('remove', (client) => this.#current.delete(client))
  }

  query<Row extends object>(
    text: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row[]> {
    return this.#own.query(text, values, options)
  }

  text(text: string, values?: readonly unknown[], options?: QueryOptions) {
    return this.#own.text(text, values, options)
  }

  transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T> {
    return this.#own.transaction(work)
  }

  snapshot<T>(work: (db: Snapshot) => Promise<T>): Promise<T> {
    return this.#own.snapshot(work)
  }

  session(): Promise<DatabaseSession> {
    return this.#own.session()
  }

  as(name: string): ProjectDatabase {
    const known = this.#acting.get(name)
    if (known !== undefined) return known
    if (this.#acting.size >= maxNames) this.#acting.clear()
    const acting = this.#actingAs(name)
    this.#acting.set(name, acting)
    return acting
  }

  get shared(): object {
    return this
  }

  #actingAs(name: string): LeasedDatabase {
    return new LeasedDatabase({
      take: (signal) => this.#take(signal, name),
      isReadOnly: this.#readOnly,
      shared: this,
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  renew(): void {
    for (const client of this.#current) this.#outdated.add(client)
    this.#current.clear()
  }

  get isInUse(): boolean {
    return this.#leases.size > 0
  }

  async #end(): Promise<void> {
    const ended = this.#pool.end()
    for (const lease of this.#leases) lease.destroy()
    await ended
  }

  async #take(signal: AbortSignal | undefined, name: string): Promise<Lease> {
    if (signal?.aborted) throw cancelled()
    const connecting = this.#connect().then((client) => {
      this.#call(client, name)
      const lease = new Lease(client, {
        address: this.#address,
        limits: this.#limits,
        onEnd: (ended) => this.#leases.delete(ended),
        onDiscard: () => this.#names.delete(client),
      })
      this.#leases.add(lease)
      return lease
    })
    try {
      return await (signal ? orAborted(connecting, signal) : connecting)
    } catch (error) {
      throw connectFailure(error)
    }
  }

  /** Sent ahead of the next statement and not waited for. */
  #call(client: PoolClient, name: string): void {
    if ((this.#names.get(client) ?? this.#firstName) === name) return
    this.#names.set(client, name)
    setApplicationName(client, name)
  }

  async #connect(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect().catch((error: unknown) => this.#again(error))
      if (!this.#outdated.has(client)) return client
      client.release(true)
    }
  }

  /** Connects once more where the reason of a refusal could be repaired. */
  async #again(error: unknown): Promise<PoolClient> {
    const sqlstate = getRefusal(error)
    const isRepaired = sqlstate !== null && (await this.#onRefused?.(sqlstate)) === true
    if (!isRepaired) throw error
    return this.#pool.connect()
  }
}

/** Rejects at the abort; a connection that arrives later returns to the pool. */
function orAborted(connecting: Promise<Lease>, signal: AbortSignal): Promise<Lease> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(cancelled())
      connecting.then(
        (lease) => lease.release(),
        () => {},
      )
    }
    signal.addEventListener('abort', onAbort, { once: true })
    const settled = () => signal.removeEventListener('abort', onAbort)
    connecting.then(resolve, reject).finally(settled)
  })
}

/**
 * Users pause between statements: a connection that stays open, with its plans, answers at once.
 * Many networks drop connections that are idle for longer.
 */
const idleMs = 300_000

/** Maximum number of users whose names are stored for one database. */
const maxNames = 1000

function poolConfig(address: DatabaseAddress, options: PoolOptions): PoolConfig {
  const settings = Object.entries({
    application_name: applicationName(undefined),
    ...options.settings,
  })
  return {
    host: address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ssl: address.tls ?? false,
    max: options.maxConnections ?? 8,
    idleTimeoutMillis: options.idleTimeoutMs ?? idleMs,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5000,
    keepAlive: true,
    allowExitOnIdle: true,
    options: settings.map(([name, value]) => `-c ${name}=${escapedOption(value)}`).join(' '),
  }
}

/** In `options` a space separates and a backslash escapes (manual, libpq, `options`). */
function escapedOption(value: string): string {
  return value.replaceAll(/[\\ ]/g, '\\$&')
}
