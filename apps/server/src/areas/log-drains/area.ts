import type { LogSource } from '@basalt/logs'

import type { Area } from '../../install/area.ts'
import type { InstallServices } from '../../install/install-services.ts'
import { deliverDue, trimQueues } from './drain-delivery.ts'
import { listEnabledTargets } from './drain-store.ts'
import { drainFeature } from './drains.ts'
import logDrains from './migrations/0035-log-drains.sql?raw'

/** Drains that other servers added or changed. */
async function readTargets({ store, logs }: Pick<InstallServices, 'store' | 'logs'>) {
  const targets = await listEnabledTargets(store)
  logs.drains.set(targets.map((one) => ({ ...one, sources: one.sources as LogSource[] })))
  return targets
}

export const logDrainsArea: Area = {
  name: 'log-drains',
  migrations: [{ name: '0035-log-drains', sql: logDrains }],
  endpoints: (services) => drainFeature(services, () => readTargets(services)),
  bufferSchedules: (services) => [
    {
      name: 'log-drain-targets',
      pattern: '*/10 * * * * *',
      run: async () => void (await readTargets(services)),
    },
  ],
  schedules: (services) => [
    {
      name: 'log-drain-delivery',
      pattern: '* * * * * *',
      run: async () => {
        // Installs without drains ask the database for none each second.
        if (!services.logs.drains.isEmpty) await deliverDue(services)
      },
    },
    {
      name: 'log-drain-queues',
      pattern: '20 * * * * *',
      run: async () => {
        const targets = await listEnabledTargets(services.store)
        await trimQueues(
          services,
          targets.map(({ id }) => id),
        )
      },
    },
  ],
}
