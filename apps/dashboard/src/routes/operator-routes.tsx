import { createRoute, notFound } from '@tanstack/react-router'

import { profileQuery } from '../lib/account.ts'
import { noProps, page } from './page.tsx'
import { signedInRoute } from './root.tsx'

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

export const operatorRoutes = () => [
  operatorRoute.addChildren([incidentsRoute, noticesRoute, releaseGatesRoute]),
]
