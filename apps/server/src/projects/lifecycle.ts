import type { InstanceStatus } from '@basalt/catalog'
import { EngineError, type ProjectEngine } from '@basalt/engine'
import { listViewerRoles } from '@basalt/pg-catalog'

import type { Log } from '../process/log.ts'
import { listProjects, type Move, moveProjectAs, type StoredProject } from '../store/projects.ts'
import { deleteSamples } from '../store/resource-samples.ts'
import { deleteStatements } from '../store/statement-samples.ts'
import type { Store } from '../store/store.ts'
import { createApplicationRoles } from './application-roles.ts'
import { deleteBlocks } from './home-block-store.ts'
import { ProjectQueue } from './project-queue.ts'

type Services = { store: Store; engine: ProjectEngine; log: Log }

const interrupted =
  'The server stopped while this project was being created. Delete it and create it again.'

/** Clusters started at once when the server starts: more would only slow each of them down. */
const startsAtOnce = 2

const active: ReadonlySet<InstanceStatus> = new Set(['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])
/** Statuses of projects whose cluster is supposed to run. */
const running: ReadonlySet<InstanceStatus> = new Set([
  ...active,
  'RESIZING',
  'RESTARTING',
  'UNKNOWN',
  'UPGRADING',
] as const)

/**
 * Moves projects through their statuses. The status names the current operation; the methods return
 * at once and the operation ends in the status of its outcome.
 */
export class ProjectLifecycle {
  readonly #store: Store
  readonly #engine: ProjectEngine
  readonly #log: Log
  readonly #queue: ProjectQueue
  #resuming: Promise<unknown> = Promise.resolve()

  constructor({ store, engine, log }: Services) {
    this.#store = store
    this.#engine = engine
    this.#log = log
    this.#queue = new ProjectQueue(log)
  }

  /** Creates the database of a project that is COMING_UP. */
  create(ref: string, ownerPassword: string): void {
    this.#attempt(ref, 'INIT_FAILED', async () => {
      await this.#engine.create(ref, { ownerPassword })
      await this.#createRoles(ref)
      await this.#settle(ref)
    })
  }

  /** A project works without them, and its owner can create them later. */
  async #createRoles(ref: string): Promise<void> {
    try {
      const db = await this.#engine.open(ref, 'owner')
      const { setup_sql: sql } = await listViewerRoles(db)
      if (sql !== null) await createApplicationRoles(db, sql)
    } catch (err) {
      this.#log.warn({ err, ref }, 'The roles of the application could not be created')
    }
  }

  /** Starts the existing cluster of a project that is COMING_UP. */
  adopt(ref: string): void {
    this.#attempt(ref, 'INIT_FAILED', () => this.#start(ref))
  }

  /** Restores a project that is RESTORING. */
  restore(ref: string): void {
    this.#attempt(ref, 'RESTORE_FAILED', () => this.#start(ref))
  }

  /**
   * Stops the cluster of a project that is PAUSING; the reason is stored with the paused project.
   */
  pause(ref: string, reason: string | null = null): void {
    this.#attempt(ref, 'PAUSE_FAILED', async () => {
      await this.#engine.stop(ref)
      await this.#move(ref, { to: 'INACTIVE', reason })
    })
  }

  /** Restarts the cluster of a project that is RESTARTING. */
  restart(ref: string): void {
    this.#attempt(ref, 'ACTIVE_UNHEALTHY', async () => {
      await this.#engine.restart(ref)
      await this.#settle(ref)
    })
  }

  /** Deletes the cluster of a project that is GOING_DOWN; a failed try is made again by `resume`. */
  remove(ref: string): void {
    void this.#queue.run(ref, async () => {
      await this.#engine.destroy(ref)
      await deleteBlocks(this.#store, ref)
      await deleteSamples(this.#store, ref)
      await deleteStatements(this.#store, ref)
      await this.#move(ref, { to: 'REMOVED' })
    })
  }

  /** Checks the database of every active project and stores the result. */
  async checkHealth(): Promise<void> {
    const projects = await listProjects(this.#store)
    const idle = projects.filter(
      ({ ref, status }) => active.has(status) && !this.#queue.isBusy(ref),
    )
    await Promise.all(idle.map((project) => this.#checkOne(project)))
  }

  /**
   * Resumes the unfinished operations of an earlier process, and starts the clusters that should
   * run. The work continues after this returns: a hundred projects must not delay the first
   * request. Statuses are correct when it returns, also of databases that ended while no server
   * ran.
   */
  async resume(): Promise<void> {
    const waiting = await listProjects(this.#store)
    await Promise.all(waiting.map((project) => this.#markEnded(project)))
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const project = next
        await this.#queue.run(project.ref, () => this.#takeUp(project))
      }
    }
    this.#resuming = Promise.all(Array.from({ length: startsAtOnce }, worker))
  }

  /** Resolves when no work is under way. */
  async idle(): Promise<void> {
    await this.#resuming
    await this.#queue.idle()
  }

  #attempt(ref: string, failed: InstanceStatus, job: () => Promise<void>) {
    void this.#queue.run(ref, () => this.#orElse(ref, failed, job))
  }

  async #orElse(ref: string, failed: InstanceStatus, job: () => Promise<void>) {
    try {
      await job()
    } catch (error) {
      this.#log.error({ err: error, ref }, `A project became ${failed}`)
      await this.#move(ref, { to: failed, reason: getReason(error) })
    }
  }

  async #start(ref: string) {
    await this.#engine.start(ref)
    await this.#settle(ref)
  }

  /** The health of a started cluster decides its status. */
  async #settle(ref: string) {
    const health = await this.#engine.health(ref)
    const { version } = await this.#engine.manifest()
    await this.#move(
      ref,
      health.ok
        ? { to: 'ACTIVE_HEALTHY', dbVersion: version }
        : { to: 'ACTIVE_UNHEALTHY', reason: health.reason },
    )
  }

  /** A status changes only when the answer differs, so the list does not flicker. */
  async #checkOne({ ref, status }: StoredProject) {
    const health = await this.#engine.health(ref)
    // A pause or restart that started since explains the missing answer.
    if (this.#queue.isBusy(ref)) return
    if (health.ok && status === 'ACTIVE_UNHEALTHY') await this.#move(ref, { to: 'ACTIVE_HEALTHY' })
    if (!health.ok && status === 'ACTIVE_HEALTHY') {
      await this.#move(ref, { to: 'ACTIVE_UNHEALTHY', reason: health.reason })
    }
  }

  /** A cluster that kept running is adopted; its status was correct all the time. */
  async #markEnded({ ref, status }: StoredProject) {
    if (!running.has(status)) return
    // An engine that fails here reports the reason when the cluster is started.
    const state = await this.#engine.state(ref).catch(() => 'stopped')
    if (state !== 'running') await this.#move(ref, { to: 'COMING_UP' })
  }

  /** The status shows the operation that was running when the last process ended. */
  async #takeUp({ ref, status, status_reason: reason, isReady }: StoredProject): Promise<void> {
    switch (status) {
      case 'COMING_UP':
        if (isReady) return this.#orElse(ref, 'ACTIVE_UNHEALTHY', () => this.#start(ref))
        await this.#move(ref, { to: 'INIT_FAILED', reason: interrupted })
        return
      case 'GOING_DOWN':
        this.remove(ref)
        return
      case 'PAUSING':
        this.pause(ref, reason)
        return
      case 'RESTORING':
        this.restore(ref)
        return
      case 'INACTIVE':
      case 'INIT_FAILED':
      case 'PAUSE_FAILED':
      case 'RESTORE_FAILED':
      case 'REMOVED':
        return
      case 'ACTIVE_HEALTHY':
      case 'ACTIVE_UNHEALTHY':
      case 'RESIZING':
      case 'RESTARTING':
      case 'UNKNOWN':
      case 'UPGRADING':
        return this.#orElse(ref, 'ACTIVE_UNHEALTHY', () => this.#start(ref))
    }
  }

  #move(ref: string, move: Move) {
    return moveProjectAs(this.#store, ref, { ...move, name: 'Project lifecycle' })
  }
}

const getReason = (error: unknown) =>
  error instanceof EngineError
    ? error.message
    : 'The database could not be started. See the server log for details.'
