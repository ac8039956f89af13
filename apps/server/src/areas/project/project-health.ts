import type { EngineEvent, ProjectEngine } from '@basalt/engine'

import type { Log } from '../../process/log.ts'
import type { ProjectLifecycle } from '../../projects/lifecycle.ts'
import { moveProjectAs, noteStatusReason } from '../../store/projects.ts'
import type { Store } from '../../store/store.ts'

/** Records at once when a cluster ends or restarts; returns a function that stops it. */
export function watchProjectHealth(services: {
  store: Store
  engine: ProjectEngine
  lifecycle: ProjectLifecycle
  log: Log
}): () => void {
  const { store, engine, lifecycle, log } = services
  return engine.watch((event) => {
    const noted = event.type === 'crashed' ? noteCrash(store, event) : lifecycle.checkHealth()
    log.warn({ ref: event.ref, event: event.type }, 'A cluster changed its state on its own')
    noted.catch((error: unknown) => log.error({ err: error }, 'A status could not be recorded'))
  })
}

type Crash = Extract<EngineEvent, { type: 'crashed' }>

/** A project that is unhealthy already keeps its status, and its reason is updated. */
async function noteCrash(store: Store, crash: Crash): Promise<void> {
  const move = { to: 'ACTIVE_UNHEALTHY' as const, reason: crashReason(crash) }
  if (await moveProjectAs(store, crash.ref, { name: 'Project health', ...move })) return
  await noteStatusReason(store, crash.ref, move)
}

/** One line for the project's home. */
export function crashReason({ reason, crashes, nextStartAt }: Omit<Crash, 'type' | 'ref'>): string {
  if (crashes === 1) return reason
  const at = `${nextStartAt.toISOString().slice(11, 19)} UTC`
  return `It crashed ${crashes} times in a row; the next start is at ${at}. ${reason}`
}
