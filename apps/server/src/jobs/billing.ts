import { closePeriods } from '../billing/closing.ts'
import { handOver } from '../billing/collecting.ts'
import type { BillingFeatureServices } from '../features/billing/services.ts'
import { meter, type MeteringServices } from './metering.ts'
import { every } from './timers.ts'

const minuteMs = 60_000

type Services = BillingFeatureServices & MeteringServices

/** What is used is measured, and what follows from it is done: each step can be run again. */
export async function runBilling(services: Services): Promise<void> {
  await meter(services)
  await closePeriods(services, services.clock())
  await handOver(services)
}

/** Every minute; when it stops, what was counted since is written down. */
export function watchBilling(services: Services): () => Promise<void> {
  const stop = every(minuteMs, () => runBilling(services), services.log)
  return async () => {
    await stop()
    await services.egress.save(services.store).catch(() => undefined)
  }
}
