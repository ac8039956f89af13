import type { ProjectEngine } from '@basalt/engine'

import type { ProjectLifecycle } from '../features/project/lifecycle.ts'
import type { Log } from '../log.ts'
import { moveProjectAs } from '../store/projects.ts'
import type { Store } from '../store/store.ts'
import { every } from './timers.ts'

const intervalMs = 5000

/** Keeps the statuses true: by asking now and then, and at once when a cluster ends. */
export function watchProjectHealth(services: {
  store: Store
  engine: ProjectEngine
  lifecycle: ProjectLifecycle
  log: Log
}): () => Promise<void> {
  const { store, engine, lifecycle, log } = services
  const stopTimer = every(intervalMs, () => lifecycle.checkHealth(), log)
  const stopWatching = engine.watch((event) => {
    const noted =
      event.type === 'crashed'
        ? moveProjectAs(store, event.ref, {
            name: 'Project health',
            to: 'ACTIVE_UNHEALTHY',
            reason: event.reason,
          })
        : lifecycle.checkHealth()
    log.warn({ ref: event.ref, event: event.type }, 'A cluster changed by itself')
    noted.catch((error: unknown) => log.error({ err: error }, 'A status could not be noted'))
  })
  return async () => {
    stopWatching()
    await stopTimer()
  }
}
