import { defaultSpendCap } from '@basalt/catalog'
import type { Subscription } from '@basalt/contract/billing/billing'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { dollarsText } from '../../lib/format/dollars.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { subscriptionQuery } from './queries.ts'
import { SpendCapForm } from './SpendCapForm.tsx'
import { SpendSimulator } from './SpendSimulator.tsx'

/** The spend cap of a period, and its spend limits. */
export function SpendCapCard({ slug }: { slug: string }) {
  const { data: subscription } = useSuspenseQuery(subscriptionQuery(slug))
  const { id: plan } = subscription.plan
  if (plan === 'free' || plan === 'enterprise') return <NothingToCap reason={reasons[plan]} />
  const { cap_micros: cap } = subscription.spend_cap
  return <CapCard key={cap} slug={slug} subscription={subscription} />
}

const tenDollars = 10_000_000

/** The suggested cap: above the forecast of the period. */
const suggestedFor = ({ plan, spend_cap: { forecast_micros: forecast } }: Subscription): number =>
  Math.max(
    defaultSpendCap[plan.id] ?? defaultSpendCap.pro,
    Math.ceil((forecast * 1.25) / tenDollars) * tenDollars,
  )

type Props = { slug: string; subscription: Subscription }

function CapCard({ slug, subscription }: Props) {
  const { spend_cap: saved } = subscription
  const start = saved.cap_micros ?? suggestedFor(subscription)
  const [amount, setAmount] = useState(dollarsText(start))
  return (
    <Card
      title="Spend cap"
      description="The maximum cost of a billing period. You are notified as usage approaches it. Above it, features stop step by step until you raise the cap or the next period begins. No data is deleted."
    >
      <SpendCapForm
        slug={slug}
        subscription={subscription}
        suggested={dollarsText(start)}
        onAmount={setAmount}
      />
      <SpendSimulator slug={slug} saved={saved} amount={amount} onAmount={setAmount} />
    </Card>
  )
}

const reasons = {
  free: 'The Free plan has no charges, so it needs no spend cap. When a quota is used up, a grace period begins.',
  enterprise:
    'The cost of the Enterprise plan is set by contract. Usage is not charged here, so it needs no spend cap.',
}

const NothingToCap = ({ reason }: { reason: string }) => (
  <Card title="Spend cap">
    <CardBody>
      <p className="text-ink-soft">{reason}</p>
    </CardBody>
  </Card>
)
