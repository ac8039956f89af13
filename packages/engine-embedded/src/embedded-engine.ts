import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import {
  type ClusterCopy,
  type ClusterLimits,
  type ClusterState,
  type ClusterUsage,
  type ConnectionInfo,
  type CopyOptions,
  type DatabaseActor,
  type DatabaseLogPart,
  type DatabaseRole,
  EngineError,
  type EngineEvent,
  type EngineFeature,
  type EngineManifest,
  type ForeignServerChange,
  type Health,
  type ProcessUsage,
  type ProjectDatabase,
  type ProjectEngine,
  type StatementStatistics,
} from '@basalt/engine'

import { copyCluster } from './cluster-copy.ts'
import { type ClusterHome, readRecord } from './cluster-home.ts'
import {
  applyLimits,
  applyReadOnly,
  cancelLargeTempFiles,
  limitFirst,
  readUsage,
  reload,
} from './cluster-settings.ts'
import { ClusterConnections } from './connections.ts'
import { createCluster, createFailure, removeCluster } from './creation.ts'
import { changeForeignServer } from './foreign-servers.ts'
import { readLogFiles } from './log-reader.ts'
import { defaultReaderStatementMs, type EmbeddedOptions, getLogEntry } from './options.ts'
import { type Place, prepareDirectory } from './place.ts'
import { findPostmaster } from './postmaster.ts'
import { readProcessUsage } from './process-usage.ts'
import { isProjectRef, projectHome, unknownProject } from './project-home.ts'
import { hasCluster } from './record-recovery.ts'
import { ownerRole, userDatabase } from './roles.ts'
import { provideStatementStatistics } from './statement-statistics.ts'
import { Supervisor } from './supervisor.ts'

type Cluster = { supervisor: Supervisor; connections: ClusterConnections }

/**
 * Runs one PostgreSQL cluster per project on this machine, below `dataDir`. Only one process may
 * use a data directory at a time: hold `lockDataDirectory` while the engine is used.
 */
export function embeddedEngine(options: EmbeddedOptions): ProjectEngine {
  return new EmbeddedEngine(options)
}

class EmbeddedEngine implements ProjectEngine {
  readonly name = 'embedded'
  readonly features: ReadonlySet<EngineFeature> = new Set([
    'create',
    'destroy',
    'pause',
    'restart',
    'password',
    'limits',
    'logs',
    'copy',
    'foreign-servers',
  ] as const)
  /** Everything runs on this machine. */
  readonly placements = []
  readonly #options: EmbeddedOptions
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  readonly #clusters = new Map<string, Cluster>()
  #place: Promise<Place> | undefined
  #isCopying = false

  constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  async manifest(): Promise<EngineManifest> {
    const { manifest } = await this.#prepared()
    return manifest
  }

  async create(ref: string, secrets: { ownerPassword: string }): Promise<void> {
    const place = await this.#prepared()
    const home = this.#home(place, ref)
    await createCluster(place, home, { ...this.#options, ...secrets })
    await this.start(ref).catch((error: unknown) => {
      throw createFailure(error)
    })
  }

  async start(ref: string): Promise<void> {
    const { supervisor, connections } = await this.#existing(ref)
    const { adopted } = await supervisor.start()
    if (!adopted) return this.#settle(ref)
    // Only this cluster's server knows the control role, so an answer also authenticates it.
    const health = await connections.health()
    if (!health.ok) throw new EngineError('unreachable', health.reason)
    this.#options.log?.({
      level: 'info',
      message: 'The database server was already running and was adopted.',
      ref,
    })
    await supervisor.server.writeAccessRules()
    await this.#settle(ref)
  }

  /**
   * Brings a started or adopted server to its expected state, after changes of its tenant or an
   * earlier version. A full disk does not block the start: the next start tries again.
   */
  async #settle(ref: string): Promise<void> {
    try {
      const { connections } = await this.#existing(ref)
      const control = await connections.control()
      await reload(control)
      await limitFirst(control)
      await connections.repair()
    } catch (error) {
      const message = `The settings of the cluster could not be checked: ${(error as Error).message}`
      this.#options.log?.({ level: 'warn', message, ref })
    }
  }

  async stop(ref: string): Promise<void> {
    const { supervisor, connections } = await this.#existing(ref)
    await connections.close()
    await supervisor.stop()
  }

  async restart(ref: string): Promise<void> {
    const { supervisor } = await this.#existing(ref)
    await supervisor.restart()
    await this.#settle(ref)
  }

  async destroy(ref: string): Promise<void> {
    const place = await this.#prepared()
    const home = this.#home(place, ref)
    const { supervisor, connections } = this.#cluster(place, home)
    await connections.close()
    await supervisor.stop()
    await removeCluster(home)
    this.#clusters.delete(ref)
  }

  async state(ref: string): Promise<ClusterState> {
    const place = await this.#prepared()
    const home = this.#home(place, ref)
    if (!(await this.#isPresent(place, home))) return 'absent'
    return (await this.#cluster(place, home).supervisor.server.isRunning()) ? 'running' : 'stopped'
  }

  async health(ref: string): Promise<Health> {
    const { connections, supervisor } = await this.#existing(ref)
    if (!(await supervisor.server.isRunning())) return { ok: false, reason: 'It is not running.' }
    return connections.health()
  }

  async open(ref: string, role: DatabaseRole, actor?: DatabaseActor): Promise<ProjectDatabase> {
    const connections = await this.#running(ref)
    return connections.open(role, actor)
  }

  async openAs(ref: string, role: string, database?: string): Promise<ProjectDatabase> {
    const connections = await this.#running(ref)
    return connections.openAs(role, database)
  }

  async #running(ref: string): Promise<ClusterConnections> {
    const known = this.#clusters.get(ref)
    // Every statement takes this path, so a running cluster is returned without reading its files.
    if (known?.supervisor.isWatching === true) return known.connections
    const { supervisor, connections } = await this.#existing(ref)
    if (!supervisor.isWatching) {
      if (!(await supervisor.server.isRunning())) {
        throw new EngineError('unreachable', 'The database is stopped.')
      }
      await this.start(ref)
    }
    return connections
  }

  async setOwnerPassword(
    ref: string,
    { ownerPassword, endSessions }: { ownerPassword: string; endSessions: boolean },
  ): Promise<void> {
    const { connections } = await this.#existing(ref)
    await connections.setOwnerPassword(ownerPassword, { endSessions })
  }

  async limit(ref: string, limits: ClusterLimits): Promise<void> {
    await applyLimits(await this.#control(ref), limits)
  }

  async usage(ref: string): Promise<ClusterUsage> {
    return readUsage(await this.#control(ref))
  }

  async statementStatistics(ref: string): Promise<StatementStatistics | null> {
    return provideStatementStatistics(await this.#control(ref))
  }

  async processUsage(ref: string): Promise<ProcessUsage | null> {
    const { supervisor } = await this.#existing(ref)
    const postmaster = await findPostmaster(supervisor.server.home.data)
    return postmaster === undefined ? null : readProcessUsage(postmaster.pid)
  }

  async setReadOnly(ref: string, isReadOnly: boolean): Promise<boolean> {
    return applyReadOnly(await this.#control(ref), isReadOnly)
  }

  async maintain(ref: string): Promise<void> {
    const { connections } = await this.#existing(ref)
    await connections.repair()
    await connections.closeIdleReaders()
  }

  async cancelTempFiles(ref: string, largerThanBytes: number): Promise<number> {
    return cancelLargeTempFiles(await this.#control(ref), largerThanBytes)
  }

  async readLog(
    ref: string,
    after: string | null,
    { maxBytes }: { maxBytes: number },
  ): Promise<DatabaseLogPart> {
    // Called twice a second for every cluster, so a known one is read without looking for it.
    const { supervisor } = this.#clusters.get(ref) ?? (await this.#existing(ref))
    return readLogFiles(supervisor.server.logFiles, after, maxBytes)
  }

  async copy(ref: string, copying: CopyOptions): Promise<ClusterCopy> {
    if (this.#isCopying) throw new EngineError('overloaded', 'Another database is copied now.')
    this.#isCopying = true
    try {
      const place = await this.#prepared()
      const { supervisor } = await this.#existing(ref)
      const copy = await copyCluster(
        {
          place,
          home: supervisor.server.home,
          control: await this.#control(ref),
          options: this.#options,
          freeBytes: await this.freeDiskBytes(),
          readerStatementMs: this.#options.readerStatementMs ?? defaultReaderStatementMs,
        },
        copying,
      )
      return {
        db: copy.db,
        remove: async () => {
          await copy.remove()
          this.#isCopying = false
        },
      }
    } catch (error) {
      this.#isCopying = false
      throw error
    }
  }

  async changeForeignServer(ref: string, change: ForeignServerChange): Promise<string> {
    const place = await this.#prepared()
    if (!place.manifest.extensions.includes('postgres_fdw') || place.manifest.major < 18) {
      throw new EngineError('unsupported', 'This PostgreSQL has no foreign servers.')
    }
    const { supervisor } = await this.#existing(ref)
    return changeForeignServer(
      {
        db: await this.open(ref, 'owner'),
        controlDir: join(this.#options.dataDir, 'extensions', 'extension'),
        clusterData: supervisor.server.home.data,
      },
      change,
    )
  }

  async freeDiskBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#options.dataDir)
    return bavail * bsize
  }

  async connection(ref: string): Promise<ConnectionInfo> {
    const { supervisor } = await this.#existing(ref)
    const { port } = await readRecord(supervisor.server.home)
    return { host: '127.0.0.1', port, user: ownerRole, database: userDatabase }
  }

  watch(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async disconnect(): Promise<void> {
    await Promise.all(
      Array.from(this.#clusters.values(), async ({ supervisor, connections }) => {
        await supervisor.detach()
        await connections.close()
      }),
    )
  }

  async shutdown(): Promise<void> {
    const place = await this.#prepared()
    const names = await readdir(place.clustersDir)
    const homes = names.filter(isProjectRef).map((ref) => this.#home(place, ref))
    // Stopping needs no record, and one cluster that cannot be stopped must not keep the others.
    const stops = await Promise.allSettled(
      homes.map(async (home) => {
        const { supervisor, connections } = this.#cluster(place, home)
        await connections.close()
        await supervisor.stop()
      }),
    )
    const failed = stops.find((stop) => stop.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  #prepared(): Promise<Place> {
    this.#place ??= prepareDirectory(this.#options).catch((error: unknown) => {
      this.#place = undefined
      throw error
    })
    return this.#place
  }

  #home(place: Place, ref: string): ClusterHome {
    return projectHome(place.clustersDir, ref)
  }

  #isPresent(place: Place, home: ClusterHome): Promise<boolean> {
    return hasCluster(home, { ports: place.ports, log: this.#options.log })
  }

  async #control(ref: string) {
    const { connections } = await this.#existing(ref)
    return connections.control()
  }

  async #existing(ref: string): Promise<Cluster> {
    const place = await this.#prepared()
    const home = this.#home(place, ref)
    if (!(await this.#isPresent(place, home))) throw unknownProject(ref)
    return this.#cluster(place, home)
  }

  #cluster(place: Place, { ref, dir }: ClusterHome): Cluster {
    const known = this.#clusters.get(ref)
    if (known) return known
    const server = place.server({ ref, dir, tcp: true })
    const cluster: Cluster = {
      supervisor: new Supervisor(server, {
        onCrash: (crash) => this.#tell({ type: 'crashed', ref, ...crash }),
        onRecovery: () => {
          void this.#settle(ref)
          this.#tell({ type: 'recovered', ref })
        },
      }),
      connections: new ClusterConnections(server.home, {
        host: place.controlHost,
        port: () => server.port(),
        secretFor: this.#options.secretFor,
        limits: this.#options.limits,
        major: place.manifest.major,
        readerStatementMs: this.#options.readerStatementMs ?? defaultReaderStatementMs,
      }),
    }
    this.#clusters.set(ref, cluster)
    return cluster
  }

  #tell(event: EngineEvent): void {
    this.#options.log?.(getLogEntry(event))
    for (const listener of this.#listeners) listener(event)
  }
}
