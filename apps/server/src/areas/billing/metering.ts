import type { ProjectEngine } from '@basalt/engine'

import { getHour } from '../../billing/period.ts'
import type { Clock } from '../../process/clock.ts'
import type { Log } from '../../process/log.ts'
import { insertSample, meterHours, noteRunning, projectsToSample } from '../../store/metering.ts'
import type { Store } from '../../store/store.ts'

export type MeteringServices = {
  store: Store
  engine: ProjectEngine
  clock: Clock
  log: Log
}

/** Databases whose size is queried in parallel. */
const samplesAtOnce = 4

/**
 * Measures the usage of projects: samples first, then hours computed from the samples. Idempotent
 * for repeated and interrupted runs. Each server saves the egress that it counted.
 */
export async function meter(services: MeteringServices): Promise<void> {
  const { store, clock } = services
  const now = clock()
  await noteRunning(store, now)
  await sampleSizes(services, getHour(now))
  await meterHours(store, now)
}

async function sampleSizes({ store, engine, log }: MeteringServices, hour: Date): Promise<void> {
  const waiting = await projectsToSample(store, hour)
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { id, ref } = next
      try {
        const database = await engine.open(ref, 'owner')
        const [row] = await database.query<{ size: string }>(
          'select pg_database_size(current_database())::text as size',
        )
        if (row) await insertSample(store, { projectId: id, hour, bytes: BigInt(row.size) })
      } catch (error) {
        // Measured with the next run; an hour in which it never answered is not charged.
        log.warn({ err: error, ref }, 'The size of a database could not be measured')
      }
    }
  }
  await Promise.all(Array.from({ length: samplesAtOnce }, worker))
}
