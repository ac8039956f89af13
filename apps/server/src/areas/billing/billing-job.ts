import { closePeriods } from '../../billing/closing.ts'
import { handOver } from '../../billing/collecting.ts'
import { applyRestrictions, liftRestriction } from '../../billing/restriction-job.ts'
import {
  applySpendLimits,
  type SpendLimitServices,
  liftSpendCaps,
} from '../../billing/spend-state-job.ts'
import { listSubscriptions } from '../../store/subscriptions.ts'
import { meter, type MeteringServices } from './metering.ts'
import type { BillingFeatureServices } from './services.ts'

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
