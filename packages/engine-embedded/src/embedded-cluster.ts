import { join } from 'node:path'

import type { EngineEvent } from '@basalt/engine'
import type { DatabaseAddress } from '@basalt/pg-connection'

import { homeAt, readRecord } from './cluster-home.ts'
import { createCluster, passwordLabel } from './creation.ts'
import { type EmbeddedOptions, getLogEntry } from './options.ts'
import { type Place, prepareDirectory } from './place.ts'
import { hasCluster } from './record-recovery.ts'
import { ownerRole, userDatabase } from './roles.ts'
import { Supervisor } from './supervisor.ts'

/** `name` is its directory below `dataDir`, and its name in events and secret labels. */
export type EmbeddedClusterOptions = EmbeddedOptions & { name: string }

/** One supervised cluster for the control plane itself. */
export interface EmbeddedCluster {
  /**
   * Creates the cluster when there is none, then starts or adopts it. The address belongs to the
   * owner of its one database, who is no superuser; it stays valid over restarts.
   */
  start(): Promise<DatabaseAddress>
  stop(): Promise<void>
  watch(listener: (event: EngineEvent) => void): () => void
  /** Stops watching and leaves the cluster running. */
  disconnect(): Promise<void>
}

/** The cluster answers on its Unix socket only, on loopback only where there are no sockets. */
export function embeddedCluster(options: EmbeddedClusterOptions): EmbeddedCluster {
  return new SystemCluster(options)
}

class SystemCluster implements EmbeddedCluster {
  readonly #options: EmbeddedClusterOptions
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  #place: Promise<Place> | undefined
  #supervisor: Supervisor | undefined

  constructor(options: EmbeddedClusterOptions) {
    this.#options = options
  }

  async start(): Promise<DatabaseAddress> {
    this.#place ??= prepareDirectory(this.#options)
    const place = await this.#place.catch((error: unknown) => {
      this.#place = undefined
      throw error
    })
    const { dataDir, name, secretFor } = this.#options
    const home = homeAt(join(dataDir, name), name)
    const password = secretFor(passwordLabel(ownerRole, name))
    if (!(await hasCluster(home, { ports: place.ports, log: this.#options.log }))) {
      await createCluster(place, home, { ...this.#options, ownerPassword: password })
    }
    this.#supervisor ??= this.#supervise(place, home.dir)
    await this.#supervisor.start()
    const { port } = await readRecord(home)
    return { host: place.controlHost, port, user: ownerRole, password, database: userDatabase }
  }

  async stop(): Promise<void> {
    await this.#supervisor?.stop()
  }

  async disconnect(): Promise<void> {
    await this.#supervisor?.detach()
  }

  watch(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #supervise(place: Place, dir: string): Supervisor {
    const notify = (event: EngineEvent) => {
      this.#options.log?.(getLogEntry(event))
      for (const listener of this.#listeners) listener(event)
    }
    const ref = this.#options.name
    return new Supervisor(place.server({ ref, dir, tcp: false }), {
      onCrash: (crash) => notify({ type: 'crashed', ref, ...crash }),
      onRecovery: () => notify({ type: 'recovered', ref }),
    })
  }
}
