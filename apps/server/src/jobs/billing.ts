import { closePeriods } from '../billing/closing.ts'
import { handOver } from '../billing/collecting.ts'
import type { BillingFeatureServices } from '../features/billing/services.ts'

/** What follows from usage, in this order; each step can be run again. */
export async function runBilling(services: BillingFeatureServices): Promise<void> {
  const now = services.clock()
  await closePeriods(services, now)
  await handOver(services)
}
