import type { BillingFeatureServices } from '../areas/billing/services.ts'
import { closePeriods } from '../billing/closing.ts'
import { handOver } from '../billing/collecting.ts'
import { applyRestrictions, liftRestriction } from '../billing/restriction-job.ts'
import {
  applySpendLimits,
  type SpendLimitServices,
  liftSpendCaps,
} from '../billing/spend-state-job.ts'
import { listSubscriptions } from '../store/subscriptions.ts'
import { meter, type MeteringServices } from './metering.ts'
import { every } from './timers.ts'

const minuteMs = 60_000

type Services = BillingFeatureServices & MeteringServices & SpendLimitServices

/** What is used is measured, and what follows from it is done: each step can be run again. */
async function runBilling(services: Services): Promise<void> {
  await meter(services)
  await closePeriods(services, services.clock())
  await handOver(services)
  await applyRestrictions(services, services.clock)
  await applySpendLimits(services, services.clock)
}

/** Every minute; when it stops, what was counted since is written down. */
export function watchBilling(services: Services): () => Promise<void> {
  const stop = every(minuteMs, () => runBilling(services), services.log)
  return async () => {
    await stop()
    await services.egress.save(services.store).catch(() => undefined)
  }
}

/** Takes back what billing has done to organizations; nothing where it has done nothing. */
export async function liftBilling(services: SpendLimitServices): Promise<void> {
  for (const subscription of await listSubscriptions(services.store)) {
    // One after the other: there are seldom any.
    // oxlint-disable-next-line no-await-in-loop
    if (!subscription.isDeleted) await liftRestriction(services, subscription)
  }
  await liftSpendCaps(services)
}

/** Instead of `watchBilling` in an install that does not bill: nothing is measured or invoiced. */
export const watchWithoutBilling = (services: SpendLimitServices): (() => Promise<void>) =>
  every(minuteMs, () => liftBilling(services), services.log)
