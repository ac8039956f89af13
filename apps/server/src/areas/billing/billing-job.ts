import { listSubscriptions } from '../../store/subscriptions.ts'
import { closePeriods } from './closing/closing.ts'
import { handOver } from './closing/collecting.ts'
import { meter, type MeteringServices } from './metering.ts'
import { applyRestrictions, liftRestriction } from './restriction/restriction-job.ts'
import type { BillingFeatureServices } from './services.ts'
import {
  applySpendLimits,
  type SpendLimitServices,
  liftSpendCaps,
} from './spend-cap/spend-state-job.ts'

type Services = BillingFeatureServices & MeteringServices & SpendLimitServices

/** Measures usage and applies its effects; each step can be repeated. */
export async function runBilling(services: Services): Promise<void> {
  await meter(services)
  await closePeriods(services, services.clock())
  await handOver(services)
  await applyRestrictions(services, services.clock)
  await applySpendLimits(services, services.clock)
}

/**
 * Reverts the effects of billing on organizations, in an install without billing; nothing is
 * measured or invoiced there.
 */
export async function liftBilling(services: SpendLimitServices): Promise<void> {
  for (const subscription of await listSubscriptions(services.store)) {
    // One after the other: there are rarely any.
    // oxlint-disable-next-line no-await-in-loop
    if (!subscription.isDeleted) await liftRestriction(services, subscription)
  }
  await liftSpendCaps(services)
}
