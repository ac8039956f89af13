import type { InstanceStatus } from '@basalt/catalog'
import { EngineError, type ProjectEngine } from '@basalt/engine'
import type { FastifyBaseLogger } from 'fastify'

import { findProject, listProjects, moveProject, type StoredProject } from '../../store/projects.ts'
import type { Store } from '../../store/store.ts'

/** Moves projects through their statuses, one piece of work per project at a time. */
export type ProjectLifecycle = {
  /** Makes the database of a project that is COMING_UP. */
  create(ref: string, ownerPassword: string): void
  /** Brings a project that is RESTORING or COMING_UP back. */
  start(ref: string, to: 'RESTORING' | 'COMING_UP'): void
  pause(ref: string): void
  restart(ref: string): void
  remove(ref: string): void
  /** Asks every active project's database for an answer and notes what it said. */
  checkHealth(): Promise<void>
  /**
   * Takes up what an earlier process left unfinished, and starts what should run. The work
   * goes on after this returns: a hundred projects must not delay the first request.
   */
  resume(): Promise<void>
  /** Resolves when no work is under way. */
  idle(): Promise<void>
}

type Services = { store: Store; engine: ProjectEngine; logger: FastifyBaseLogger }

const interrupted =
  'The server stopped while this project was being created. Delete it and create it again.'

/** Clusters started at once when the server starts: more only makes each of them slower. */
const startsAtOnce = 2

export function createLifecycle(services: Services): ProjectLifecycle {
  const { store, engine, logger } = services
  const work = new Map<string, Promise<void>>()
  let resuming: Promise<unknown> = Promise.resolve()

  const enqueue = (ref: string, job: () => Promise<void>) => {
    const next = (work.get(ref) ?? Promise.resolve())
      .then(job)
      .catch((error: unknown) => logger.error({ err: error, ref }, 'Work on a project failed'))
      .finally(() => {
        if (work.get(ref) === next) work.delete(ref)
      })
    work.set(ref, next)
    return next
  }
  const move = (
    ref: string,
    to: InstanceStatus,
    more?: { reason?: string | null; dbVersion?: string },
  ) => moveProject(store, ref, to, more)

  /** What a started cluster answers decides its status. */
  const settle = async (ref: string) => {
    const health = await engine.health(ref)
    const { version } = await engine.manifest()
    await (health.ok
      ? move(ref, 'ACTIVE_HEALTHY', { dbVersion: version })
      : move(ref, 'ACTIVE_UNHEALTHY', { reason: health.reason }))
  }
  const bringUp = async (ref: string, failed: InstanceStatus) => {
    try {
      await engine.start(ref)
      await settle(ref)
    } catch (error) {
      await move(ref, failed, { reason: reasonOf(error) })
    }
  }

  const lifecycle: ProjectLifecycle = {
    create: (ref, ownerPassword) =>
      void enqueue(ref, async () => {
        try {
          await engine.create(ref, { ownerPassword })
          await settle(ref)
        } catch (error) {
          logger.error({ err: error, ref }, 'A project could not be created')
          await move(ref, 'INIT_FAILED', { reason: reasonOf(error) })
        }
      }),
    start: (ref, to) =>
      void enqueue(ref, () =>
        bringUp(ref, to === 'RESTORING' ? 'RESTORE_FAILED' : 'ACTIVE_UNHEALTHY'),
      ),
    pause: (ref) =>
      void enqueue(ref, async () => {
        try {
          await engine.stop(ref)
          await move(ref, 'INACTIVE')
        } catch (error) {
          await move(ref, 'PAUSE_FAILED', { reason: reasonOf(error) })
        }
      }),
    restart: (ref) =>
      void enqueue(ref, async () => {
        try {
          await engine.restart(ref)
          await settle(ref)
        } catch (error) {
          await move(ref, 'ACTIVE_UNHEALTHY', { reason: reasonOf(error) })
        }
      }),
    remove: (ref) =>
      void enqueue(ref, async () => {
        await engine.destroy(ref)
        await move(ref, 'REMOVED')
      }),
    async checkHealth() {
      const projects = await listProjects(store)
      const active = projects.filter(
        ({ status }) => status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY',
      )
      await Promise.all(
        active.filter(({ ref }) => !work.has(ref)).map((project) => checkOne(services, project)),
      )
    },
    async resume() {
      const projects = await listProjects(store)
      const waiting = [...projects]
      const worker = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          await enqueue(next.ref, resumption(next, { bringUp, move, lifecycle, engine }))
        }
      }
      resuming = Promise.all(Array.from({ length: startsAtOnce }, worker))
    },
    async idle() {
      await resuming
      while (work.size > 0) await Promise.all(work.values())
    },
  }
  return lifecycle
}

/** A status changes only when the answer differs, so the list does not flicker. */
async function checkOne({ store, engine }: Services, project: StoredProject) {
  const health = await engine.health(project.ref)
  const isHealthy = project.status === 'ACTIVE_HEALTHY'
  if (health.ok && !isHealthy) await moveProject(store, project.ref, 'ACTIVE_HEALTHY')
  if (!health.ok && isHealthy) {
    const current = await findProject(store, project.ref)
    // A pause or restart that began meanwhile explains the silence.
    if (current?.status === 'ACTIVE_HEALTHY') {
      await moveProject(store, project.ref, 'ACTIVE_UNHEALTHY', { reason: health.reason })
    }
  }
}

type Resumption = {
  bringUp: (ref: string, failed: InstanceStatus) => Promise<void>
  move: (ref: string, to: InstanceStatus, more?: { reason: string }) => Promise<boolean>
  lifecycle: ProjectLifecycle
  engine: ProjectEngine
}

/** What the status says was under way when the last process ended. */
function resumption(project: StoredProject, { bringUp, move, lifecycle, engine }: Resumption) {
  const { ref, status, isReady } = project
  return async () => {
    if (status === 'COMING_UP' && !isReady) {
      await move(ref, 'INIT_FAILED', { reason: interrupted })
      return
    }
    if (status === 'GOING_DOWN') return lifecycle.remove(ref)
    if (status === 'PAUSING') return lifecycle.pause(ref)
    if (status === 'RESTORING') return bringUp(ref, 'RESTORE_FAILED')
    if (status === 'INACTIVE' || status === 'INIT_FAILED' || status === 'RESTORE_FAILED') return
    if ((await engine.state(ref)) === 'running') return bringUp(ref, 'ACTIVE_UNHEALTHY')
    await move(ref, 'COMING_UP')
    await bringUp(ref, 'ACTIVE_UNHEALTHY')
  }
}

const reasonOf = (error: unknown) =>
  error instanceof EngineError
    ? error.message
    : 'The database could not be started. The server log says more.'
