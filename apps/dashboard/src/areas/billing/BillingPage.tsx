import { organizationPlans } from '@basalt/catalog'
import { billing } from '@basalt/contract/billing/billing'
import { customers } from '@basalt/contract/billing/customer'
import { invoices } from '@basalt/contract/billing/invoices'
import type { AnyRoute } from '@basalt/contract/route'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useCan, useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { organizationsQuery } from '../../lib/session/account.ts'
import { Panel } from '../../product/Panel.tsx'
import { late } from '../../ui/late.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { AddressCard } from './AddressCard.tsx'
import { BillingSection } from './BillingSection.tsx'
import { CreditsCard } from './CreditsCard.tsx'
import { EmailsCard } from './EmailsCard.tsx'
import { InvoicesCard } from './InvoicesCard.tsx'
import { getPartner } from './partner.ts'
import { PaymentCard } from './PaymentCard.tsx'
import { PlanCard } from './PlanCard.tsx'
import { SpendCapCard } from './SpendCapCard.tsx'
import { UpcomingCard } from './UpcomingCard.tsx'

const PlansView = late(async () => (await import('./PlansView.tsx')).PlansView)

type Props = { slug: string; query: UrlQuery }

export function BillingPage({ slug, query }: Props) {
  const show = readChoice(query, 'show', ['plans'])
  useDocumentTitle(show === 'plans' ? 'Plans' : 'Billing')
  const denied = useDenied(billing.subscription, 'see the billing of this organization')
  const seesInvoices = useCan(invoices.list)
  if (denied !== undefined && !seesInvoices) {
    return (
      <PageBody>
        <PageHeader title="Billing" />
        <Notice tone="info">{denied}</Notice>
      </PageBody>
    )
  }
  if (show === 'plans' && denied === undefined) {
    return (
      <PageBody>
        <Panel failure="The plans could not be loaded" resetKey={slug}>
          <PlansView
            fallback={<SkeletonRows />}
            slug={slug}
            plan={readChoice(query, 'plan', organizationPlans)}
          />
        </Panel>
      </PageBody>
    )
  }
  return (
    <PageBody>
      <PageHeader title="Billing" description="Plan, invoices and payment of this organization." />
      <Sections key={slug} slug={slug} />
    </PageBody>
  )
}

/** The panels in order; each loads, fails and is refused by itself. */
const sections: readonly {
  id: string
  title: string
  route: AnyRoute
  what: string
  failure: string
  Content: (props: { slug: string }) => ReactNode
  /** Left out when a partner sends the bill. */
  isOwn?: true
}[] = [
  {
    id: 'plan',
    title: 'Plan',
    route: billing.subscription,
    what: 'see the plan',
    failure: 'The plan could not be loaded',
    Content: PlanCard,
  },
  {
    id: 'spend-cap',
    title: 'Spend cap',
    route: billing.subscription,
    what: 'see the spend cap',
    failure: 'The spend cap could not be loaded',
    Content: SpendCapCard,
    isOwn: true,
  },
  {
    id: 'upcoming',
    title: 'Upcoming invoice',
    route: billing.upcoming,
    what: 'see the upcoming invoice',
    failure: 'The upcoming invoice could not be loaded',
    Content: UpcomingCard,
  },
  {
    id: 'invoices',
    title: 'Past invoices',
    route: invoices.list,
    what: 'see past invoices',
    failure: 'The past invoices could not be loaded',
    Content: InvoicesCard,
  },
  {
    id: 'payment',
    title: 'Payment methods',
    route: customers.paymentMethods,
    what: 'see the payment methods',
    failure: 'The payment methods could not be loaded',
    Content: PaymentCard,
    isOwn: true,
  },
  {
    id: 'credits',
    title: 'Credits',
    route: customers.credits,
    what: 'see the credits',
    failure: 'The credits could not be loaded',
    Content: CreditsCard,
    isOwn: true,
  },
  {
    id: 'emails',
    title: 'Billing email',
    route: customers.emails,
    what: 'see the billing email',
    failure: 'The billing email could not be loaded',
    Content: EmailsCard,
    isOwn: true,
  },
  {
    id: 'address',
    title: 'Billing address and tax ID',
    route: customers.get,
    what: 'see the billing address',
    failure: 'The billing address could not be loaded',
    Content: AddressCard,
    isOwn: true,
  },
]

function Sections({ slug }: { slug: string }) {
  const { data: organizations = [] } = useQuery(organizationsQuery())
  const organization = organizations.find((one) => one.slug === slug)
  const isOwn = organization === undefined || getPartner(organization) === undefined
  return sections
    .filter((section) => isOwn || section.isOwn !== true)
    .map(({ id, title, route, what, failure, Content }) => (
      <BillingSection key={id} {...{ id, title, route, what, failure }}>
        <Content slug={slug} />
      </BillingSection>
    ))
}
