import type { OrganizationPlan } from '@basalt/catalog'
import { billing } from '@basalt/contract/billing/billing'
import { customers } from '@basalt/contract/billing/customer'
import { invoices } from '@basalt/contract/billing/invoices'
import { organizations } from '@basalt/contract/organization/organizations'
import type { QueryClient } from '@tanstack/react-query'

import { invalidate, query } from '../../lib/network/api.ts'

const of = (slug: string) => ({ params: { slug } })

export const subscriptionQuery = (slug: string) => query(billing.subscription, of(slug))
export const upcomingQuery = (slug: string) => query(billing.upcoming, of(slug))
export const invoicesQuery = (slug: string) => query(invoices.list, of(slug))
export const customerQuery = (slug: string) => query(customers.get, of(slug))
export const emailsQuery = (slug: string) => query(customers.emails, of(slug))
export const creditsQuery = (slug: string) => query(customers.credits, of(slug))
export const methodsQuery = (slug: string) => query(customers.paymentMethods, of(slug))

/** Refetched each time it is opened: its values apply from the next full hour on. */
export const planChangeQuery = (slug: string, plan: OrganizationPlan) => ({
  ...query(billing.previewPlan, { ...of(slug), query: { plan } }),
  staleTime: 0,
})

export const simulationQuery = (slug: string, capMicros: number) =>
  query(billing.simulateSpendCap, { ...of(slug), query: { cap_micros: capMicros } })

/** Refetches everything that depends on the plan or cap, which is more than the bill. */
export async function refreshBilling(client: QueryClient): Promise<void> {
  await Promise.all(
    [billing.upcoming, billing.simulateSpendCap, billing.usage, organizations.list].map((route) =>
      invalidate(client, route),
    ),
  )
}
