import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

import {
  type ClusterLimits,
  type ClusterState,
  type ConnectionInfo,
  type DatabaseActor,
  type DatabaseRole,
  EngineError,
  type EngineFeature,
  type Health,
  type ProcessUsage,
  type ProjectEngine,
} from '@basalt/engine'
import type { DatabaseAddress } from '@basalt/pg-connection'

import { type ClusterHome, homeAt, readRecord, recordState } from './cluster-home.ts'
import { applyLimits, applyReadOnly, cancelLargeTempFiles, readUsage } from './cluster-settings.ts'
import { ClusterConnections } from './connections.ts'
import { passwordLabel } from './creation.ts'
import type { EmbeddedClusterOptions } from './embedded-cluster.ts'
import { defaultReaderStatementMs, type EmbeddedOptions } from './options.ts'
import { readPlace } from './place.ts'
import { findPostmaster } from './postmaster.ts'
import { readProcessUsage } from './process-usage.ts'
import { projectHome, unknownProject } from './project-home.ts'
import { ownerRole, userDatabase } from './roles.ts'
import { provideStatementStatistics } from './statement-statistics.ts'

/**
 * Opens the clusters that an `embeddedEngine` of another process runs, on the same machine. It
 * starts, stops and creates none, and needs no lock of the data directory.
 */
export function attachedEngine(options: EmbeddedOptions): ProjectEngine {
  return new AttachedEngine(options)
}

/** The address of a cluster that an `embeddedCluster` of another process runs; null without one. */
export async function findCluster(
  options: EmbeddedClusterOptions,
): Promise<DatabaseAddress | null> {
  const { dataDir, name, secretFor } = options
  const home = homeAt(join(dataDir, name), name)
  const running = await findPostmaster(home.data)
  if (running?.ready !== true) return null
  const { controlHost: host } = await readPlace(options)
  const { port } = await readRecord(home)
  const password = secretFor(passwordLabel(ownerRole, name))
  return { host, port, user: ownerRole, password, database: userDatabase }
}

type Known = { home: ClusterHome; connections: ClusterConnections }

class AttachedEngine implements ProjectEngine {
  readonly name = 'embedded'
  readonly features: ReadonlySet<EngineFeature> = new Set(['limits'] as const)
  readonly placements = []
  readonly #options: EmbeddedOptions
  readonly #clusters = new Map<string, Known>()
  #place: ReturnType<typeof readPlace> | undefined

  constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  async manifest() {
    const { manifest } = await this.#located()
    return manifest
  }

  async state(ref: string): Promise<ClusterState> {
    const home = await this.#home(ref)
    if (recordState(home) === 'absent') return 'absent'
    return (await findPostmaster(home.data)) === undefined ? 'stopped' : 'running'
  }

  async health(ref: string): Promise<Health> {
    if ((await this.state(ref)) === 'stopped') return { ok: false, reason: 'It is not running.' }
    return (await this.#running(ref)).health()
  }

  async open(ref: string, role: DatabaseRole, actor?: DatabaseActor) {
    return (await this.#running(ref)).open(role, actor)
  }

  async openAs(ref: string, role: string, database?: string) {
    return (await this.#running(ref)).openAs(role, database)
  }

  async limit(ref: string, limits: ClusterLimits): Promise<void> {
    await applyLimits(await this.#control(ref), limits)
  }

  async usage(ref: string) {
    return readUsage(await this.#control(ref))
  }

  async statementStatistics(ref: string) {
    return provideStatementStatistics(await this.#control(ref))
  }

  async processUsage(ref: string): Promise<ProcessUsage | null> {
    const postmaster = await findPostmaster((await this.#home(ref)).data)
    return postmaster === undefined ? null : readProcessUsage(postmaster.pid)
  }

  async setReadOnly(ref: string, isReadOnly: boolean) {
    return applyReadOnly(await this.#control(ref), isReadOnly)
  }

  async maintain(ref: string): Promise<void> {
    // The process that runs the cluster drops the logins of readers: it knows who is idle.
    await (await this.#running(ref)).repair()
  }

  async cancelTempFiles(ref: string, largerThanBytes: number) {
    return cancelLargeTempFiles(await this.#control(ref), largerThanBytes)
  }

  async freeDiskBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#options.dataDir)
    return bavail * bsize
  }

  async connection(ref: string): Promise<ConnectionInfo> {
    const { port } = await readRecord(await this.#home(ref))
    return { host: '127.0.0.1', port, user: ownerRole, database: userDatabase }
  }

  /** Crashes are noticed by the process that runs the clusters. */
  watch() {
    return () => undefined
  }

  async disconnect(): Promise<void> {
    const known = [...this.#clusters.values()]
    this.#clusters.clear()
    await Promise.all(known.map(({ connections }) => connections.close()))
  }

  async shutdown(): Promise<void> {
    await this.disconnect()
  }

  readonly create = refuse
  readonly start = refuse
  readonly stop = refuse
  readonly restart = refuse
  readonly destroy = refuse
  readonly copy = refuse
  readonly setOwnerPassword = refuse
  readonly readLog = refuse
  readonly changeForeignServer = refuse

  #located() {
    this.#place ??= readPlace(this.#options).catch((error: unknown) => {
      this.#place = undefined
      throw error
    })
    return this.#place
  }

  async #home(ref: string): Promise<ClusterHome> {
    const { clustersDir } = await this.#located()
    return projectHome(clustersDir, ref)
  }

  async #control(ref: string) {
    return (await this.#running(ref)).control()
  }

  async #running(ref: string): Promise<ClusterConnections> {
    const { home, connections } = this.#clusters.get(ref) ?? (await this.#attach(ref))
    if ((await findPostmaster(home.data)) !== undefined) return connections
    this.#clusters.delete(ref)
    await connections.close()
    if (recordState(home) === 'absent') throw unknownProject(ref)
    throw new EngineError('unreachable', 'The database is stopped.')
  }

  async #attach(ref: string): Promise<Known> {
    const home = await this.#home(ref)
    const { controlHost, manifest } = await this.#located()
    const { secretFor, limits, readerStatementMs = defaultReaderStatementMs } = this.#options
    const connections = new ClusterConnections(home, {
      host: controlHost,
      // Another one when the port was taken at the cluster's last start.
      port: async () => (await readRecord(home)).port,
      secretFor,
      limits,
      major: manifest.major,
      readerStatementMs,
    })
    const known = this.#clusters.get(ref) ?? { home, connections }
    this.#clusters.set(ref, known)
    return known
  }
}

async function refuse(): Promise<never> {
  throw new EngineError('unsupported', 'Only the server of this data directory can do this.')
}
