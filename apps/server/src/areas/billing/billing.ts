import type { Endpoint } from '../../http/route.ts'
import { customerFeature } from './customers.ts'
import { invoiceFeature } from './invoices.ts'
import { operatorBillingFeature } from './operator.ts'
import { planFeature } from './plan.ts'
import type { BillingFeatureServices } from './services.ts'
import { subscriptionFeature } from './subscription.ts'
import { usageFeature } from './usage.ts'

export const billingFeature = (services: BillingFeatureServices): Endpoint[] => [
  ...subscriptionFeature(services),
  ...planFeature(services),
  ...usageFeature(services),
  ...invoiceFeature(services),
  ...customerFeature(services),
  ...operatorBillingFeature(services),
]
