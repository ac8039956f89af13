import { closePeriods } from '../billing/closing.ts'
import { handOver } from '../billing/collecting.ts'
import { applyRestrictions } from '../billing/restriction-job.ts'
import { applySpendLadder, type LadderServices } from '../billing/spend-state-job.ts'
import type { BillingFeatureServices } from '../features/billing/services.ts'
import { meter, type MeteringServices } from './metering.ts'
import { every } from './timers.ts'

const minuteMs = 60_000

type Services = BillingFeatureServices & MeteringServices & LadderServices

/** What is used is measured, and what follows from it is done: each step can be run again. */
async function runBilling(services: Services): Promise<void> {
  await meter(services)
  await closePeriods(services, services.clock())
  await handOver(services)
  await applyRestrictions(services, services.clock)
  await applySpendLadder(services, services.clock)
}

/** Every minute; when it stops, what was counted since is written down. */
export function watchBilling(services: Services): () => Promise<void> {
  const stop = every(minuteMs, () => runBilling(services), services.log)
  return async () => {
    await stop()
    await services.egress.save(services.store).catch(() => undefined)
  }
}
