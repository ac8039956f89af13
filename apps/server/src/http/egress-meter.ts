import { randomUUID } from 'node:crypto'

import { getHour } from '../billing/period.ts'
import type { Clock } from '../process/clock.ts'
import { saveEgress } from '../store/metering.ts'
import type { Store } from '../store/store.ts'

/** Counts bytes of projects' data as they are sent; `save` writes down how many there were. */
export type EgressMeter = {
  count(projectId: number, bytes: number): void
  save(store: Store): Promise<void>
}

const retentionMs = 2 * 3_600_000

/**
 * Totals of this process by project and hour. Counts after the last `save` are lost when the
 * process ends: some seconds at most, in favour of the customer.
 */
export function createEgressMeter(clock: Clock): EgressMeter {
  const writer = randomUUID()
  const totals = new Map<string, { projectId: number; hour: Date; bytes: number }>()
  return {
    count(projectId, bytes) {
      const hour = getHour(clock())
      const key = `${projectId} ${hour.getTime()}`
      const total = totals.get(key) ?? { projectId, hour, bytes: 0 }
      total.bytes += bytes
      totals.set(key, total)
    },
    async save(store) {
      await saveEgress(store, writer, [...totals.values()])
      const oldest = clock().getTime() - retentionMs
      for (const [key, { hour }] of totals) if (hour.getTime() < oldest) totals.delete(key)
    },
  }
}
