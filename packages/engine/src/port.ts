import type { DatabaseLogPart } from './log-entry.ts'

/**
 * Features of an engine beyond opening a database. Screens and jobs check
 * `engine.features.has('pause')`, never the engine's name.
 */
export type EngineFeature =
  | 'create'
  | 'destroy'
  | 'pause'
  | 'restart'
  | 'password'
  | 'limits'
  | 'logs'
  | 'copy'
  | 'foreign-servers'

/** The role of a connection: the owner, or one with read-only access. */
export type DatabaseRole = 'owner' | 'read-only'

/**
 * The user whose statements a connection runs. Where the engine supports it, every reader has a
 * separate login, so that readers cannot see or terminate each other's statements.
 */
export type DatabaseActor = {
  /** Stable, and different for everybody. */
  id: string
  /** For `application_name`, such as an email address; non-ASCII characters are removed. */
  name: string
}

/** Resource limits of one project. */
export type ClusterLimits = {
  /** Temporary files of one server process, for example of a large sort. */
  tempFileBytes: number
  /** WAL retained for a replication slot whose consumer lags. */
  slotWalBytes: number
  /**
   * For the tenant's own clients, in addition to the dashboard's; takes effect at the next start.
   */
  connections: number
}

/** Current resource usage of one project. */
export type ClusterUsage = {
  /** The databases of the project, without PostgreSQL's templates and our own. */
  databaseBytes: number
  walBytes: number
  tempFileBytes: number
}

/** CPU time and memory of the processes of one project's cluster. */
export type ProcessUsage = {
  /** Since the cluster started, also of processes that have ended. */
  cpuSeconds: number
  /** Resident memory, with memory that processes share counted once. */
  memoryBytes: number
}

/** Where pg_stat_statements of a cluster is read: the statements of all its databases. */
export type StatementStatistics = {
  db: Queryable
  /** Of the extension, quoted. */
  schema: string
}

/** A provider and one of its regions, as the catalogue names them. */
export type Placement = { provider: string; region: string }

/** Connection settings for tools outside the control plane. */
export type ConnectionInfo = { host: string; port: number; user: string; database: string }

/** The contents of an engine directory, read from it and never assumed. */
export type EngineManifest = {
  /** For example `18.4`. */
  version: string
  major: number
  /** Names that `create extension` can create. */
  extensions: readonly string[]
  /** Programs in its `bin` directory. */
  tools: readonly string[]
}

export type Health = { ok: true } | { ok: false; reason: string }

/** Whether the cluster's processes run; a stopped cluster keeps its data. */
export type ClusterState = 'absent' | 'stopped' | 'running'

/** A copy of a cluster, for measurements that must not touch the original. */
export interface ClusterCopy {
  /** Acts as the owner. Writes stay in the copy. */
  readonly db: ProjectDatabase
  /** Stops its server and deletes it. */
  remove(): Promise<void>
}

export type CopyOptions = {
  /** Larger databases are refused. */
  maxBytes: number
  /** Ends the copying; a finished copy is not affected. */
  signal: AbortSignal
  onProgress: (copiedBytes: number, totalBytes: number) => void
}

/** Sent to watchers when a cluster ends or restarts without a request. */
export type EngineEvent =
  | {
      type: 'crashed'
      ref: string
      reason: string
      /** Number of consecutive exits or failed starts, including this one. */
      crashes: number
      nextStartAt: Date
    }
  | { type: 'recovered'; ref: string }

/** Runs the project databases. One implementation per way of running PostgreSQL. */
export interface ProjectEngine {
  readonly name: string
  readonly features: ReadonlySet<EngineFeature>
  /** Where a project may be placed; empty for an engine with one location. */
  readonly placements: readonly Placement[]
  manifest(): Promise<EngineManifest>
  /**
   * Creates a database and starts it. After a failure or an interruption, `state` is `absent` or
   * `destroy` removes the leftovers. Needs the feature `create`.
   */
  create(ref: string, secrets: { ownerPassword: string }): Promise<void>
  /** Starts a stopped cluster, or adopts one that runs already. */
  start(ref: string): Promise<void>
  /** Stops the cluster; committed work is on disk when this returns. */
  stop(ref: string): Promise<void>
  restart(ref: string): Promise<void>
  /** Stops the cluster and deletes its data. Does nothing when there is none. */
  destroy(ref: string): Promise<void>
  state(ref: string): Promise<ClusterState>
  /** Whether a query is answered within two seconds. */
  health(ref: string): Promise<Health>
  /**
   * Without an actor the connections are those of the control plane itself.
   *
   * @throws EngineError `unknown-project` when there is no such database, `unreachable` when it is stopped.
   */
  open(ref: string, role: DatabaseRole, actor?: DatabaseActor): Promise<ProjectDatabase>
  /**
   * Opens a database with exactly the rights of one of its roles, which statements cannot leave: for
   * jobs. Without `database` it is the database of the project.
   *
   * @throws EngineError `unsupported` for a role that does not exist, belongs to PostgreSQL or
   *   Basalt, or is a superuser; and where the engine knows the password of one role only.
   */
  openAs(ref: string, role: string, database?: string): Promise<ProjectDatabase>
  /**
   * Changes the password of the owner's login. `endSessions` terminates connections that used the
   * old one. Needs the feature `password`.
   */
  setOwnerPassword(
    ref: string,
    secrets: { ownerPassword: string; endSessions: boolean },
  ): Promise<void>
  /** Applies the limits to the running cluster; they outlive restarts. Needs the feature `limits`. */
  limit(ref: string, limits: ClusterLimits): Promise<void>
  /** Cheap enough to call every few seconds. Needs the feature `limits`. */
  usage(ref: string): Promise<ClusterUsage>
  /**
   * Null where the extension is missing. An engine that owns the cluster creates it in a database of
   * its own, so that the user's database does not need it.
   */
  statementStatistics(ref: string): Promise<StatementStatistics | null>
  /** Null where the cluster is on another machine, or the system does not report it. */
  processUsage(ref: string): Promise<ProcessUsage | null>
  /**
   * Makes new transactions read-only, also on open connections, and terminates transactions that
   * have written; `false` reverts it. A session can still request a writable transaction, so that
   * an owner can free space. Needs the feature `limits`.
   *
   * @returns whether it changed anything.
   */
  setReadOnly(ref: string, isReadOnly: boolean): Promise<boolean>
  /**
   * Periodic maintenance: repairs the dashboard's logins where a tenant has changed them, and drops
   * logins of idle readers. Needs the feature `limits`.
   */
  maintain(ref: string): Promise<void>
  /**
   * Cancels statements whose temporary files are larger than this, and answers how many.
   * Needs the feature `limits`.
   */
  cancelTempFiles(ref: string, largerThanBytes: number): Promise<number>
  /**
   * Reads the log of the cluster from a position on, also of a stopped one; null is the oldest entry
   * that is still there. Positions stay valid over rotation and restarts. Reads about `maxBytes`,
   * and always at least one entry if there is one. Needs the feature `logs`.
   */
  readLog(
    ref: string,
    after: string | null,
    options: { maxBytes: number },
  ): Promise<DatabaseLogPart>
  /**
   * Copies a running cluster and starts the copy, without outgoing connections, subscriptions and
   * libraries that are loaded at the start. One copy at a time; one that a killed process has left
   * is deleted at the next start. Needs the feature `copy`.
   *
   * @throws EngineError `create-failed` without enough free space, or beyond `maxBytes`; `overloaded`
   *   while there is another copy; `cancelled` when the signal ended it.
   */
  copy(ref: string, options: CopyOptions): Promise<ClusterCopy>
  /**
   * Creates, alters or drops a foreign server, whose owner the owner of the database is not: SQL of
   * the tenant uses it and cannot change where it leads, nor read its password. The caller checks
   * the address. Needs the feature `foreign-servers`.
   *
   * @returns the extension that has the server.
   */
  changeForeignServer(ref: string, change: ForeignServerChange): Promise<string>
  /** Free space on the disk of the clusters; null when the engine cannot know it. */
  freeDiskBytes(): Promise<number | null>
  connection(ref: string): Promise<ConnectionInfo>
  watch(listener: (event: EngineEvent) => void): () => void
  /** Closes connections and leaves the clusters running. */
  disconnect(): Promise<void>
  /** Stops every cluster that this engine runs. */
  shutdown(): Promise<void>
}

export type QueryOptions = {
  /** Cancels the statement in the database. */
  signal?: AbortSignal | undefined
  /** Prepares the statement once per connection under this name. */
  name?: string | undefined
  /**
   * Takes ownership of the rows' bytes: they count as in use until it calls `release`. Without it
   * they belong to the caller once they are read, and are no longer counted.
   */
  keepRows?: ((release: () => void) => void) | undefined
}

/** Rows as PostgreSQL's own text, in column order. */
export type TextResult = {
  fields: readonly TextField[]
  rows: (string | null)[][]
  command: string
  rowCount: number | null
}

export type TextField = {
  name: string
  typeId: number
  typeModifier: number
  /** The table and the number of the source column; 0 for computed fields. */
  tableId: number
  columnNumber: number
}

export interface Queryable {
  /** Values parsed to JavaScript by the driver's defaults: for catalog queries, not user data. */
  query<Row extends object>(
    text: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row[]>
  /** Values as PostgreSQL's text, for user data: every bigint, numeric and time stays exact. */
  text(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<TextResult>
}

/** A consistent read-only snapshot of a database. */
export interface Snapshot extends Queryable {
  /**
   * Reads all rows of a statement in batches. `onRows` is awaited before the next batch, and must
   * not use the snapshot.
   */
  eachBatch(
    statement: string,
    onRows: (rows: (string | null)[][]) => Promise<void>,
    options?: { values?: readonly (string | null)[] | undefined; signal?: AbortSignal | undefined },
  ): Promise<void>
}

/** A server of postgres_fdw with the login that every role uses. */
export type ForeignServer = {
  name: string
  /** Of libpq and postgres_fdw; the same names when it is altered. */
  options: Readonly<Partial<Record<ForeignServerOption, string>>>
  user: string
  password: string
}

type ForeignServerOption = 'host' | 'hostaddr' | 'port' | 'dbname' | 'sslmode' | 'sslrootcert'

/** `extension` is the one that `create` answered. */
export type ForeignServerChange =
  | { action: 'create'; server: ForeignServer }
  | { action: 'alter'; extension: string; server: ForeignServer }
  | { action: 'drop'; extension: string }

/** A running database of one project, over warm pooled connections. */
export interface ProjectDatabase extends Queryable {
  /**
   * The same object for all users of the same connections: the key of what is cached about them.
   */
  readonly shared: object
  /** Runs the work in one transaction; a throw rolls it back. */
  transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  /**
   * Runs the work in one read-only transaction with a consistent snapshot, however long it takes.
   */
  snapshot<T>(work: (db: Snapshot) => Promise<T>): Promise<T>
  /** A dedicated connection for a script; return it with `release`. */
  session(): Promise<DatabaseSession>
}

export type RunListener = {
  onFields(fields: readonly TextField[]): void | Promise<void>
  /**
   * Awaited before more rows are read, so a slow reader holds the cursor back. Batches of wide rows
   * have fewer rows.
   */
  onRows(rows: (string | null)[][]): void | Promise<void>
  /** Many that are not taken hold the run back. */
  onNotice(notice: { severity: string; message: string }): void | Promise<void>
}

export interface DatabaseSession extends Queryable {
  /** Runs one statement with a cursor. Aborting the signal cancels it in the database. */
  run(
    statement: string,
    listener: RunListener,
    options: {
      signal?: AbortSignal
      batchRows: number
      /** Of `$1`, `$2`, …, as PostgreSQL reads their types. */
      values?: readonly (string | null)[]
      /** Runs it in a read-only transaction. */
      isReadOnly?: boolean
    },
  ): Promise<{ command: string; rowCount: number | null }>
  /** Calls back for each notification of the channel until the connection is released. */
  listen(channel: string, onNotice: () => void): Promise<void>
  /** Of the server process that serves it, as `pg_stat_activity.pid`. */
  processId(): number | null
  /** Whether its connection has ended: release it and take another one. */
  isLost(): boolean
  /** `standard_conforming_strings`, as PostgreSQL last reported it: a backslash in `'…'` is one. */
  hasStandardStrings(): boolean
  /**
   * The transaction state after the last statement; a failed transaction can only be rolled back.
   */
  transactionState(): 'none' | 'open' | 'failed'
  /**
   * Runs a `copy … from stdin` with these bytes and returns the number of rows. The next chunk is
   * requested when the database is ready for it. Aborting the signal, or an error of the source,
   * ends it without a row.
   */
  copyFrom(
    statement: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<number>
  /**
   * Returns the connection after `discard all`; one that is broken or has an open transaction is
   * closed.
   */
  release(): Promise<void>
}
