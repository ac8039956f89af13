import { plans } from '@basalt/catalog'
import { billing, type Subscription } from '@basalt/contract/billing/billing'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useGo } from '../../lib/browser/use-go.ts'
import { formatBillingDay, formatPeriod } from '../../lib/format/billing-days.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Badge } from '../../ui/Status.tsx'
import { getPartner, partnerReason } from './partner.ts'
import { subscriptionQuery } from './queries.ts'

/** The organization's plan, its period, and the charges so far. */
export function PlanCard({ slug }: { slug: string }) {
  const { data: subscription } = useSuspenseQuery(subscriptionQuery(slug))
  const go = useGo()
  const denied = useDenied(billing.changePlan, 'change the plan')
  const partner = getPartner(subscription)
  return (
    <Card
      title="Plan"
      actions={
        <div className="flex flex-wrap gap-2">
          <Link href={paths.organizationPlans(slug)} className={buttonClass({ variant: 'ghost' })}>
            Compare plans
          </Link>
          <Button
            variant="primary"
            disabledReason={partnerReason(partner) ?? denied}
            onClick={() => go(paths.organizationPlans(slug))}
          >
            Change plan
          </Button>
        </div>
      }
    >
      <CardBody>
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="text-2xl font-semibold tracking-[-0.02em]">
            {subscription.plan.name}
          </span>
          <span className="tabular text-ink-soft">{getPrice(subscription)}</span>
          {partner !== undefined && <Badge tone="info">{partner.name}</Badge>}
        </div>
        <p className="text-ink-soft">{getPeriod(subscription)}</p>
        {partner !== undefined && (
          <Notice
            tone="info"
            title={`${partner.name} bills this organization`}
            action={
              <a href={partner.href} target="_blank" rel="noreferrer" className={buttonClass()}>
                <ExternalLink />
                Open {partner.name}
              </a>
            }
          >
            Change plan, payment method and billing address there: {partner.where}.
          </Notice>
        )}
        <Figures subscription={subscription} />
      </CardBody>
    </Card>
  )
}

function getPrice({ plan }: Subscription): string {
  const price = plans.find(({ id }) => id === plan.id)?.priceMicros ?? null
  return price === null ? 'Agreed by contract' : `${formatMoney(price)} per month`
}

function getPeriod(subscription: Subscription): string {
  const next = formatBillingDay(subscription.period_end)
  const then = subscription.plan.id === 'free' ? `Quotas reset on ${next}.` : `Renews on ${next}.`
  return `${formatPeriod(subscription)}. ${then}`
}

function Figures({ subscription }: { subscription: Subscription }) {
  const { spend_cap: cap, credit_micros: credit } = subscription
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line pt-4 desktop:grid-cols-4">
      <Figure label="Current period so far">{formatMoney(cap.spent_micros)}</Figure>
      <Figure label="Forecast for the period">{formatMoney(cap.forecast_micros)}</Figure>
      <Figure label="Spend cap">
        {cap.cap_micros === null ? 'None' : formatMoney(cap.cap_micros)}
      </Figure>
      <Figure label="Credits">{formatMoney(credit)}</Figure>
    </dl>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col">
    <dt className="text-xs text-ink-faint">{label}</dt>
    <dd className="tabular text-lg font-semibold">{children}</dd>
  </div>
)
