import { ApiError } from '@basalt/contract/errors'
import type { Capability } from '@basalt/contract/route'

import type { PaymentProvider } from '../../billing/payment-provider.ts'
import type { Context } from '../../http/context.ts'
import type { Clock } from '../../process/clock.ts'
import type { BillingServices } from './closing/closing.ts'

export type BillingFeatureServices = BillingServices & {
  clock: Clock
  payments: PaymentProvider
  supportEmail: string
  /** Capabilities of the install; services that do not run are left out of usage and plans. */
  capabilities: readonly Capability[]
  /** Applies the effects of another plan or spend cap at once; call it after the change. */
  settle: (organizationId: number) => Promise<void>
}

/** The organization of the path. */
export function getOrganization(context: Context): { id: number; slug: string } {
  if (context.organization === null) {
    throw new ApiError('not_found', "We couldn't find that organization")
  }
  return context.organization
}
