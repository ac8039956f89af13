import { type OrganizationPlan, planTiers } from '@basalt/catalog'

import { FeatureTable } from './FeatureTable.tsx'
import type { PlanChoice } from './plan-choice.ts'
import { PlanCard } from './PlanCard.tsx'

type Props = {
  /** The plan of the organization that compares; undefined for a visitor. */
  current: OrganizationPlan | undefined
  /** The action of a plan's button. Not called for the current plan. */
  getChoice: (plan: OrganizationPlan) => PlanChoice
}

/** The plans side by side, and below them a table of their features. */
export function PlanComparison({ current, getChoice }: Props) {
  return (
    <div className="flex flex-col gap-10">
      <div className="grid gap-3 tablet:grid-cols-2 desktop:grid-cols-4">
        {planTiers.map((tier) => (
          <PlanCard key={tier.id} tier={tier} current={current} choice={getChoice(tier.planId)} />
        ))}
      </div>
      <FeatureTable current={current} />
    </div>
  )
}
