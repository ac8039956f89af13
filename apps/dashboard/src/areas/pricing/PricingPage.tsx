import { type OrganizationPlan, planTiers } from '@basalt/catalog'
import { useQuery } from '@tanstack/react-query'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { paths } from '../../lib/paths.ts'
import { organizationsQuery, profileQuery } from '../../lib/session/account.ts'
import { storage } from '../../lib/storage/storage.ts'
import { PlanComparison } from '../../product/plan-comparison/PlanComparison.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ComputePrices } from './ComputePrices.tsx'
import { PricingLayout } from './PricingLayout.tsx'

/** The plans and their prices, without a session. */
export function PricingPage() {
  useDocumentTitle('Pricing')
  const { data: profile } = useQuery(profileQuery())
  const isSignedIn = profile !== undefined
  const { data: organizations = [] } = useQuery({ ...organizationsQuery(), enabled: isSignedIn })
  const last = storage.lastOrganization.get()
  const organization = organizations.find(({ slug }) => slug === last) ?? organizations[0]

  const getChoice = (plan: OrganizationPlan) => ({
    href: buildHref(plan, { isSignedIn, slug: organization?.slug }),
  })
  return (
    <PricingLayout isSignedIn={isSignedIn}>
      <PageHeader
        title="Pricing"
        description={
          organization === undefined
            ? 'A plan belongs to an organization. It covers all its projects, and you can change it at any time.'
            : `A plan belongs to an organization. ${organization.name} is on the ${organization.plan.name} plan.`
        }
      />
      <PlanComparison current={organization?.plan.id} getChoice={getChoice} />
      <ComputePrices />
    </PricingLayout>
  )
}

type Visitor = { isSignedIn: boolean; slug: string | undefined }

/** The target of a plan's button: the organization's billing, or a first organization. */
function buildHref(plan: OrganizationPlan, { isSignedIn, slug }: Visitor): string {
  const isByContract = planTiers.some((tier) => tier.planId === plan && tier.priceMonthly === null)
  if (isByContract) return paths.contactSales()
  if (slug !== undefined) return paths.organizationBilling(slug)
  const start = paths.newOrganization({ plan })
  return isSignedIn ? start : paths.signUp(start)
}
