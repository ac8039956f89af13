import { createStatusMonitor, type StatusMonitor } from '../areas/status/monitor.ts'
import { every } from './timers.ts'

const intervalMs = 30_000

type Watched = { monitor: StatusMonitor; stop: () => Promise<void> }

/** Looks at the install at once and every 30 s from then on. */
export function watchStatus(services: Parameters<typeof createStatusMonitor>[0]): Watched {
  const monitor = createStatusMonitor(services)
  const first = monitor.check().catch((error: unknown) => {
    services.log.error({ err: error }, 'The first look at the install failed')
  })
  const stop = every(intervalMs, () => monitor.check(), services.log)
  return {
    monitor,
    async stop() {
      await Promise.all([first, stop()])
    },
  }
}
