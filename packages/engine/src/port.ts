/**
 * What an engine can do beyond opening a database. Screens and jobs ask
 * `engine.features.has('pause')`, never the engine's name.
 */
export type EngineFeature = 'create' | 'destroy' | 'pause' | 'restart' | 'password' | 'limits'

/** Which role a connection acts as: the owner, or one that PostgreSQL lets read only. */
export type DatabaseRole = 'owner' | 'read-only'

/**
 * The person whose statements a connection runs. Where the engine can, everybody who reads has
 * a login of their own, so that none sees or ends the statements of another.
 */
export type DatabaseActor = {
  /** Stable, and different for everybody. */
  id: string
  /** For `application_name`, such as an email address; what is not ASCII is left out. */
  name: string
}

/** What one project may take from the machine. */
export type ClusterLimits = {
  /** Temporary files of one server process, for example of a large sort. */
  tempFileBytes: number
  /** WAL that is kept for a replication slot whose consumer is behind. */
  slotWalBytes: number
  /** Of the tenant's own clients, besides the dashboard's; applies with the next start. */
  connections: number
}

/** What one project takes from the machine now. */
export type ClusterUsage = {
  /** The databases of the project, without PostgreSQL's templates and our own. */
  databaseBytes: number
  walBytes: number
  tempFileBytes: number
}

/** A provider and one of its regions, as the catalogue names them. */
export type Placement = { provider: string; region: string }

/** Where tools outside the control plane connect. */
export type ConnectionInfo = { host: string; port: number; user: string; database: string }

/** What an engine directory holds, read from it and never assumed. */
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

/** Whether the cluster's processes run; a stopped one keeps its data. */
export type ClusterState = 'absent' | 'stopped' | 'running'

/** Told to watchers when a cluster ends or comes back without being asked to. */
export type EngineEvent =
  | {
      type: 'crashed'
      ref: string
      reason: string
      /** How often in a row it ended or could not be started, this time included. */
      crashes: number
      nextStartAt: Date
    }
  | { type: 'recovered'; ref: string }

/** Where project databases live. One implementation per way of running PostgreSQL. */
export interface ProjectEngine {
  readonly name: string
  readonly features: ReadonlySet<EngineFeature>
  /** Where a project may be placed; empty for an engine that runs in one place. */
  readonly placements: readonly Placement[]
  manifest(): Promise<EngineManifest>
  /**
   * Makes a database and starts it. A failed or interrupted create leaves something that
   * `state` calls `absent` or that `destroy` removes. Needs the feature `create`.
   */
  create(ref: string, secrets: { ownerPassword: string }): Promise<void>
  /** Starts a stopped cluster, or adopts one that runs already. */
  start(ref: string): Promise<void>
  /** Stops the cluster; committed work is on disk when this returns. */
  stop(ref: string): Promise<void>
  restart(ref: string): Promise<void>
  /** Stops the cluster and deletes its data. Nothing happens when there is none. */
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
   * Changes the password of the owner's own login. `endSessions` ends what is connected with
   * the old one. Needs the feature `password`.
   */
  setOwnerPassword(
    ref: string,
    secrets: { ownerPassword: string; endSessions: boolean },
  ): Promise<void>
  /** Applies the limits to the running cluster; they outlive restarts. Needs the feature `limits`. */
  limit(ref: string, limits: ClusterLimits): Promise<void>
  /** Cheap enough to be asked every few seconds. Needs the feature `limits`. */
  usage(ref: string): Promise<ClusterUsage>
  /**
   * Begins every new transaction read-only, those of open connections included, and ends the
   * transactions that have written; `false` takes that back. A session that asks for a writable
   * transaction still gets one, so that an owner can free space. Needs the feature `limits`.
   *
   * @returns whether it was otherwise before.
   */
  setReadOnly(ref: string, isReadOnly: boolean): Promise<boolean>
  /**
   * What has to be done now and then: repairs the dashboard's own logins where a tenant has changed
   * them, and drops those of readers who have gone. Needs the feature `limits`.
   */
  maintain(ref: string): Promise<void>
  /**
   * Cancels statements whose temporary files are larger than this, and answers how many.
   * Needs the feature `limits`.
   */
  cancelTempFiles(ref: string, largerThanBytes: number): Promise<number>
  /** Room on the disk that the clusters lie on; null where the engine cannot know. */
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
   * Takes on the bytes of the rows: they count as in use until it calls `giveBack`. Without it they
   * are the caller's as soon as they are read, and nobody counts them.
   */
  keepRows?: ((giveBack: () => void) => void) | undefined
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
  /** The table and the number of the column that it is, as it stands there; 0 for all else. */
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
  /** Values untouched, for user data: every bigint, numeric and time stays exact. */
  text(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<TextResult>
}

/** One moment of a database, in which nothing can be written. */
export interface Snapshot extends Queryable {
  /**
   * Reads all rows of a statement, some at a time. `onRows` is awaited before more are read, and
   * asks nothing else of the snapshot meanwhile.
   */
  eachBatch(
    statement: string,
    onRows: (rows: (string | null)[][]) => Promise<void>,
    options?: { values?: readonly (string | null)[] | undefined; signal?: AbortSignal | undefined },
  ): Promise<void>
}

/** A running database of one project, over warm pooled connections. */
export interface ProjectDatabase extends Queryable {
  /** The same for everybody who uses the same connections: the key of what is remembered of it. */
  readonly shared: object
  /** Runs the work in one transaction; a throw rolls it back. */
  transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  /**
   * Runs the work in one transaction that cannot write and sees the database as it was when
   * the transaction began, however long it takes.
   */
  snapshot<T>(work: (db: Snapshot) => Promise<T>): Promise<T>
  /** One connection of its own, for a script; give it back with `release`. */
  session(): Promise<DatabaseSession>
}

export type RunListener = {
  onFields(fields: readonly TextField[]): void | Promise<void>
  /**
   * Awaited before more rows are read, so a slow reader holds the cursor back. Wide rows come in
   * batches of fewer rows.
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
      /** In a transaction of its own in which PostgreSQL lets nothing be written. */
      isReadOnly?: boolean
    },
  ): Promise<{ command: string; rowCount: number | null }>
  /** Of the server process that serves it, as `pg_stat_activity.pid`. */
  processId(): number | null
  /** Whether its connection has ended: it has to be given back, and another one taken. */
  isLost(): boolean
  /** `standard_conforming_strings`, as PostgreSQL last reported it: a backslash in `'…'` is one. */
  hasStandardStrings(): boolean
  /** How the last statement left the connection; a failed transaction can only be rolled back. */
  transactionState(): 'none' | 'open' | 'failed'
  /**
   * Runs a `copy … from stdin` with these bytes and answers how many rows it took. The next
   * chunk is asked for when the database takes more. Aborting the signal, or a throw of the
   * source, ends it without a row.
   */
  copyFrom(
    statement: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<number>
  /** Gives the connection back after `discard all`; a broken or open-transaction one is closed. */
  release(): Promise<void>
}
