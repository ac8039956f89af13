import { type PlanTierId, plans, planTiers } from '@basalt/catalog'
import { billing, type SpendCap, type Subscription } from '@basalt/contract/billing/billing'

import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { lockSubscription } from '../../store/subscriptions.ts'
import {
  type BillingAccount,
  chargeForecast,
  chargeSoFar,
  readAccount,
  getSpending,
} from './accounts/account.ts'
import { describeCap } from './accounts/spend-limits.ts'
import { type BillingFeatureServices, getOrganization } from './services.ts'

export function subscriptionFeature(services: BillingFeatureServices): Endpoint[] {
  const { store, clock } = services
  const getAccount = (context: Context) => readAccount(store, getOrganization(context).id, clock())
  return [
    serve(billing.subscription, async (_, context) =>
      presentSubscription(services, await getAccount(context)),
    ),
    serve(billing.upcoming, async (_, context) => {
      const account = await getAccount(context)
      return {
        ...presentPeriod(account),
        so_far: chargeSoFar(account),
        forecast: chargeForecast(account, clock()),
      }
    }),
    serve(billing.simulateSpendCap, async ({ query }, context) =>
      getCap(services, await getAccount(context), query.cap_micros),
    ),
    serve(billing.setSpendCap, async ({ body }, context) => {
      const { id, slug } = getOrganization(context)
      await store.transaction().execute(async (tx) => {
        const { spendCap } = await lockSubscription(tx, id)
        await tx
          .updateTable('subscriptions')
          .set({ spend_cap: body.cap_micros === null ? null : String(body.cap_micros) })
          .where('organization_id', '=', id)
          .execute()
        await context.audit(tx, {
          action: 'spend_cap.changed',
          target: { kind: 'organization', id: slug },
          before: { cap_micros: spendCap },
          after: { cap_micros: body.cap_micros },
        })
      })
      await services.settle(id)
      return presentSubscription(services, await getAccount(context))
    }),
  ]
}

const managedBy = { vercel_marketplace: 'vercel-marketplace', aws: 'aws-marketplace' } as const

export function presentSubscription(
  services: BillingFeatureServices,
  account: BillingAccount,
): Subscription {
  const { subscription, creditMicros } = account
  const { plan, billingPartner, spendCap } = subscription
  return {
    ...presentPeriod(account),
    plan: { id: plan, name: plans.find(({ id }) => id === plan)?.name ?? plan },
    tier: getTier(subscription),
    managed_by: billingPartner === null ? 'basalt' : managedBy[billingPartner],
    spend_cap: getCap(services, account, spendCap),
    credit_micros: creditMicros,
    takes_cards: services.payments.takesCards,
  }
}

/** Pro without a cap is pay-as-you-go, which is a separate tier. */
function getTier({ plan, spendCap }: BillingAccount['subscription']): PlanTierId {
  if (plan === 'pro' && spendCap === null) return 'tier_payg'
  return planTiers.find(({ planId }) => planId === plan)?.id ?? 'tier_free'
}

const presentPeriod = ({ period, measuredThrough }: BillingAccount) => ({
  period_start: period.start.toISOString(),
  period_end: period.end.toISOString(),
  measured_through: measuredThrough.toISOString(),
})

const getCap = (
  { clock, capabilities }: BillingFeatureServices,
  account: BillingAccount,
  capMicros: number | null,
): SpendCap => {
  const now = clock()
  const periodEnd = account.period.end
  return describeCap({ ...getSpending(account, now), capMicros, now, periodEnd, capabilities })
}
