import type { Invoice } from '@basalt/contract/billing/invoices'
import type { SupportStatus } from '@basalt/contract/support'

import { type AreaPage, areaPage, noProps, switched } from './area-page.tsx'
import { getChoice, toText } from './search.ts'

const withBilling = (page: AreaPage): AreaPage => ({
  ...switched('billing:all', 'Billing', page),
  isOffered: ({ capabilities }) => capabilities.includes('billing'),
})

/** Below `/operator`. */
export const pages: readonly AreaPage[] = [
  areaPage(
    '/operator',
    { load: () => import('../areas/operator/IncidentsPage.tsx'), name: 'IncidentsPage' },
    noProps,
  ),
  areaPage(
    '/operator/notices',
    { load: () => import('../areas/operator/NoticesPage.tsx'), name: 'NoticesPage' },
    noProps,
  ),
  areaPage(
    '/operator/release-gates',
    { load: () => import('../areas/previews/ReleaseGatesPage.tsx'), name: 'ReleaseGatesPage' },
    noProps,
  ),
  areaPage(
    '/operator/support',
    {
      load: () => import('../areas/support/OperatorSupportPage.tsx'),
      name: 'OperatorSupportPage',
    },
    (_, search) => ({
      // The names of the states of a request; open ones are shown first.
      status: getChoice<SupportStatus>(search, 'status', ['answered', 'closed']) ?? 'open',
      search: toText(search, 'search'),
    }),
  ),
  areaPage(
    '/operator/support/{id}',
    {
      load: () => import('../areas/support/OperatorRequestPage.tsx'),
      name: 'OperatorRequestPage',
    },
    ({ id = '' }) => ({ id }),
  ),
  areaPage(
    '/operator/sales',
    { load: () => import('../areas/contact/SalesPage.tsx'), name: 'SalesPage' },
    noProps,
  ),
  withBilling(
    areaPage(
      '/operator/invoices',
      { load: () => import('../areas/operator-billing/InvoicesPage.tsx'), name: 'InvoicesPage' },
      (_, search) => ({
        status: getChoice<Invoice['status']>(search, 'status', ['open', 'overdue', 'paid', 'void']),
        search: toText(search, 'search'),
      }),
    ),
  ),
  withBilling(
    areaPage(
      '/operator/credits',
      { load: () => import('../areas/operator-billing/CreditsPage.tsx'), name: 'CreditsPage' },
      noProps,
    ),
  ),
]
