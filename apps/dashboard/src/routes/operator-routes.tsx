import type { Install, Invoice, SupportStatus } from '@basalt/contract'
import { createRoute, notFound } from '@tanstack/react-router'

import { profileQuery } from '../lib/account.ts'
import { noProps, page } from './page.tsx'
import { signedInRoute } from './root.tsx'
import { choiceOf, type RawSearch, textOf } from './search.ts'

/** For everybody else there is nothing at these addresses. */
const operatorRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operator',
  beforeLoad: async ({ context: { client } }) => {
    if (!(await client.ensureQueryData(profileQuery())).is_operator) throw notFound()
  },
  component: page(
    () => import('../features/operator/OperatorLayout.tsx'),
    'OperatorLayout',
    noProps,
  ),
})

const getParentRoute = () => operatorRoute

const incidentsRoute = createRoute({
  getParentRoute,
  path: '/',
  component: page(() => import('../features/operator/IncidentsPage.tsx'), 'IncidentsPage', noProps),
})

const noticesRoute = createRoute({
  getParentRoute,
  path: '/notices',
  component: page(() => import('../features/operator/NoticesPage.tsx'), 'NoticesPage', noProps),
})

const releaseGatesRoute = createRoute({
  getParentRoute,
  path: '/release-gates',
  component: page(
    () => import('../features/previews/ReleaseGatesPage.tsx'),
    'ReleaseGatesPage',
    noProps,
  ),
})

const supportSearch = (raw: RawSearch) => ({
  // Open requests are shown where nothing else is asked for.
  status: choiceOf<SupportStatus>(raw, 'status', ['answered', 'closed']),
  search: textOf(raw, 'search'),
})

const supportRoute = createRoute({
  getParentRoute,
  path: '/support',
  validateSearch: supportSearch,
  component: page(
    () => import('../features/support/OperatorSupportPage.tsx'),
    'OperatorSupportPage',
    (_, { status = 'open', search }: ReturnType<typeof supportSearch>) => ({ status, search }),
  ),
})

const supportRequestRoute = createRoute({
  getParentRoute,
  path: '/support/$id',
  component: page(
    () => import('../features/support/OperatorRequestPage.tsx'),
    'OperatorRequestPage',
    ({ id = '' }) => ({ id }),
  ),
})

const salesRoute = createRoute({
  getParentRoute,
  path: '/sales',
  component: page(() => import('../features/contact/SalesPage.tsx'), 'SalesPage', noProps),
})

const invoicesSearch = (raw: RawSearch) => ({
  status: choiceOf<Invoice['status']>(raw, 'status', ['open', 'overdue', 'paid', 'void']),
  search: textOf(raw, 'search'),
})

const invoicesRoute = createRoute({
  getParentRoute,
  path: '/invoices',
  validateSearch: invoicesSearch,
  component: page(
    () => import('../features/operator-billing/InvoicesPage.tsx'),
    'InvoicesPage',
    (_, search: ReturnType<typeof invoicesSearch>) => search,
  ),
})

const creditsRoute = createRoute({
  getParentRoute,
  path: '/credits',
  component: page(
    () => import('../features/operator-billing/CreditsPage.tsx'),
    'CreditsPage',
    noProps,
  ),
})

export const operatorRoutes = ({ capabilities }: Install) => [
  operatorRoute.addChildren([
    incidentsRoute,
    noticesRoute,
    releaseGatesRoute,
    supportRoute,
    supportRequestRoute,
    salesRoute,
    ...(capabilities.includes('billing') ? [invoicesRoute, creditsRoute] : []),
  ]),
]
