import { type OrganizationPlan, planTiers } from '@basalt/catalog'
import { billing } from '@basalt/contract/billing/billing'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useGo } from '../../lib/browser/use-go.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { PlanComparison } from '../../product/plan-comparison/PlanComparison.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { getPartner, partnerReason } from './partner.ts'
import { PlanChangePanel } from './PlanChangePanel.tsx'
import { subscriptionQuery } from './queries.ts'

type Props = {
  slug: string
  /** The plan that was chosen; its change is shown before anything happens. */
  plan: OrganizationPlan | undefined
}

/** All plans side by side, and the change from one to another. */
export function PlansView({ slug, plan }: Props) {
  const { data: subscription } = useSuspenseQuery(subscriptionQuery(slug))
  const go = useGo()
  const denied = useDenied(billing.changePlan, 'change the plan')
  const reason = partnerReason(getPartner(subscription)) ?? denied
  const current = subscription.plan.id
  const isAgreed = planTiers.find(({ planId }) => planId === plan)?.priceMonthly === null
  return (
    <>
      <PageHeader
        title="Plans"
        description={`This organization is on ${subscription.plan.name}.`}
        actions={
          <Link href={paths.organizationBilling(slug)} className={buttonClass()}>
            <ArrowLeft />
            Back to billing
          </Link>
        }
      />
      {reason !== undefined && <Notice tone="info">{reason}</Notice>}
      <PlanComparison
        current={current}
        getChoice={(chosen) =>
          chosen === 'enterprise'
            ? { href: paths.contactSales() }
            : {
                onChoose: () => go(paths.organizationPlans(slug, chosen)),
                disabledReason: reason,
              }
        }
      />
      {plan !== undefined && plan !== current && !isAgreed && reason === undefined && (
        <PlanChangePanel
          key={plan}
          slug={slug}
          current={current}
          plan={plan}
          onClose={() => go(paths.organizationPlans(slug))}
        />
      )}
    </>
  )
}
