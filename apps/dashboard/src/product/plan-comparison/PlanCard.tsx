import { isOffered, type OrganizationPlan, planLimits, type PlanTier } from '@basalt/catalog'
import { clsx } from 'clsx'
import { Check, Coins } from 'lucide-react'
import { useId } from 'react'

import { formatMoney } from '../../lib/format/format-money.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Status.tsx'
import { choiceLabel, type PlanChoice } from './plan-choice.ts'

type Props = { tier: PlanTier; current: OrganizationPlan | undefined; choice: PlanChoice }

/** One plan: its price, its features, and the button that chooses it. */
export function PlanCard({ tier, current, choice }: Props) {
  const titleId = useId()
  const { capabilities } = useInstall()
  const footer = tier.footer.filter((line) => isOffered(line, capabilities))
  const isCurrent = tier.planId === current
  return (
    <section
      aria-labelledby={titleId}
      className={clsx(
        'flex min-w-0 flex-col gap-4 rounded-card border bg-surface p-4',
        isCurrent ? 'border-accent' : 'border-line',
      )}
    >
      <header className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id={titleId} className="text-lg font-semibold">
            {tier.name}
          </h2>
          {isCurrent && <Badge tone="accent">Current plan</Badge>}
          {!isCurrent && tier.nameBadge !== null && <Badge>{tier.nameBadge}</Badge>}
        </div>
        <p className="text-ink-soft desktop:min-h-[60px]">{tier.description}</p>
      </header>
      <Price tier={tier} />
      <Choice tier={tier} current={current} choice={choice} />
      <Contents tier={tier} />
      {footer.length > 0 && (
        <p className="mt-auto border-t border-line pt-3 text-xs text-ink-soft">
          {footer.map(({ text }) => text).join(' ')}
        </p>
      )}
    </section>
  )
}

function Price({ tier }: { tier: PlanTier }) {
  const { priceLabel, priceMonthly, costUnit } = tier
  return (
    <p className="flex flex-col">
      <span className="min-h-4 text-xs text-ink-soft">{priceLabel}</span>
      <span className="tabular text-2xl font-semibold tracking-[-0.02em]">
        {priceMonthly === null ? 'Custom' : formatMoney(priceMonthly)}
      </span>
      <span className="min-h-4 text-xs text-ink-soft">{costUnit}</span>
    </p>
  )
}

function Choice({ tier, current, choice }: Props) {
  const label = choiceLabel(tier, current)
  const isFirst = tier.nameBadge !== null && (current === undefined || current === 'free')
  const appearance = { size: 'large', variant: isFirst ? 'primary' : 'secondary' } as const
  if (tier.planId === current) {
    return (
      <Button {...appearance} disabledReason="The organization is on this plan">
        {label}
      </Button>
    )
  }
  if ('href' in choice) {
    return (
      <Link className={buttonClass(appearance)} href={choice.href}>
        {label}
      </Link>
    )
  }
  return (
    <Button {...appearance} onClick={choice.onChoose} disabledReason={choice.disabledReason}>
      {label}
    </Button>
  )
}

function Contents({ tier }: { tier: PlanTier }) {
  const { capabilities } = useInstall()
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-ink-soft">{tier.preface}</p>
      <ul className="flex flex-col gap-1.5">
        <ComputeCredits plan={tier.planId} />
        {tier.features
          .filter((line) => isOffered(line, capabilities))
          .map(({ text, further: additional }) => (
            <li key={text} className="flex gap-2">
              <Check className="mt-0.5 text-good" />
              <span className="flex min-w-0 flex-col">
                {text}
                {additional !== undefined && (
                  <span className="text-xs text-ink-soft">{additional}</span>
                )}
              </span>
            </li>
          ))}
      </ul>
    </div>
  )
}

function ComputeCredits({ plan }: { plan: OrganizationPlan }) {
  const credits = planLimits.find((limits) => limits.plan === plan)?.computeCreditMicros ?? 0
  if (credits === 0) return null
  return (
    <li className="flex gap-2">
      <Coins className="mt-0.5 text-accent" />
      <span className="flex min-w-0 flex-col">
        {formatMoney(credits)} of compute credits
        <span className="text-xs text-ink-soft">per month, for the compute of your projects</span>
      </span>
    </li>
  )
}
