import { defaultSpendCap, type OrganizationPlan, plans, planTiers } from '@basalt/catalog'
import { useId } from 'react'

import { formatMoney } from '../../lib/format/format-money.ts'
import { Offered } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { PriceTag } from '../../ui/PriceTag.tsx'

type Props = {
  plan: OrganizationPlan
  error: string | undefined
  onPlan: (plan: OrganizationPlan) => void
  hasSpendCap: boolean
  onSpendCap: (isOn: boolean) => void
}

/** Enterprise is agreed by contract, so it cannot be chosen here. */
const choices = planTiers
  .filter(({ priceMonthly }) => priceMonthly !== null)
  .map(({ planId, name, priceMonthly, description }) => ({
    value: planId,
    label: name,
    detail: priceMonthly === 0 ? '$0' : `${formatMoney(priceMonthly ?? 0)} per month`,
    note: description,
  }))

/** The plan, its price, and the spend cap. */
export function PlanFields({ plan, error, onPlan, hasSpendCap, onSpendCap }: Props) {
  const price = plans.find(({ id }) => id === plan)?.priceMicros ?? 0
  const cap = defaultSpendCap[plan]
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <ChoiceCards label="Plan" choices={choices} value={plan} onChange={onPlan} />
        {error !== undefined && (
          <p role="alert" className="text-xs text-bad">
            {error}
          </p>
        )}
        <Offered by="billing">
          <p className="text-xs text-ink-soft">
            <Link href={paths.pricing()} className="text-accent underline" target="_blank">
              Compare plans
            </Link>{' '}
            in a new tab.
          </p>
        </Offered>
      </div>
      {cap !== null && <SpendCap capMicros={cap} isOn={hasSpendCap} onChange={onSpendCap} />}
      {price > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">Cost</span>
          <PriceTag monthlyMicros={price} note="for the organization, plus usage beyond the plan" />
        </p>
      )}
    </div>
  )
}

type SpendCapProps = { capMicros: number; isOn: boolean; onChange: (isOn: boolean) => void }

function SpendCap({ capMicros, isOn, onChange }: SpendCapProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2 rounded-control border border-line p-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4"
        checked={isOn}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="font-medium">
          Spend cap
        </label>
        <p id={`${id}-note`} className="text-xs text-ink-soft">
          {isOn
            ? `Starts at ${formatMoney(capMicros)} per month. You are notified before it is reached. Then features stop step by step. Nothing is deleted, and you can change the cap at any time.`
            : 'Off: all usage beyond the plan is billed, without a limit.'}
        </p>
      </div>
    </div>
  )
}
