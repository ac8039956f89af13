import type { Charge } from '@basalt/contract/billing/amounts'

import { getHour, type Period, type PlanSegment } from '../../../billing/period.ts'
import { creditBalance } from '../../../store/invoices.ts'
import type { Store } from '../../../store/store.ts'
import {
  findSubscription,
  openPeriod,
  planSegments,
  type StoredSubscription,
} from '../../../store/subscriptions.ts'
import { rate, type RatedUsage } from '../rating/rating.ts'
import { forecastUsage } from './forecast.ts'
import { meteredThrough, ratedUsage, type UsageTotal, usageTotals } from './usage-store.ts'

/** The usage and charges of an organization in the unbilled period. */
export type BillingAccount = {
  subscription: StoredSubscription
  period: Period
  segments: readonly PlanSegment[]
  usage: RatedUsage
  totals: readonly UsageTotal[]
  creditMicros: number
  measuredThrough: Date
}

export async function readAccount(
  store: Store,
  organizationId: number,
  now: Date,
): Promise<BillingAccount> {
  const subscription = await findSubscription(store, organizationId)
  const period = openPeriod(subscription)
  const segments = await planSegments(store, organizationId, period)
  return {
    subscription,
    period,
    segments,
    usage: await ratedUsage(store, { organizationId, period, segments }),
    totals: await usageTotals(store, { organizationId, period }),
    creditMicros: await creditBalance(store, organizationId),
    measuredThrough: (await meteredThrough(store)) ?? getHour(now),
  }
}

/** Usage until now, and the plan's fee of the whole period. */
export const chargeSoFar = ({ period, segments, usage, creditMicros }: BillingAccount): Charge =>
  rate({ period, segments, usage, creditMicros })

/** The expected charge if usage continues until the period ends. */
export const chargeForecast = (account: BillingAccount, now: Date): Charge =>
  rate({ ...account, usage: forecastUsage(account, now) })

export type Spending = {
  spentMicros: number
  forecastMicros: number
  /** Null without a cap. */
  capMicros: number | null
}

/** Spending of an organization in the open period, before credits. */
export async function getSpend(store: Store, organizationId: number, now: Date): Promise<Spending> {
  return getSpending(await readAccount(store, organizationId, now), now)
}

export const getSpending = (account: BillingAccount, now: Date): Spending => ({
  spentMicros: chargeSoFar(account).subtotal_micros,
  forecastMicros: chargeForecast(account, now).subtotal_micros,
  capMicros: account.subscription.spendCap,
})
