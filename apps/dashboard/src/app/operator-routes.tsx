import { createRoute, notFound } from '@tanstack/react-router'

import { profileQuery } from '../lib/session/account.ts'
import { anySearch, area } from './area.tsx'
import { noProps, page } from './page.tsx'
import { signedInRoute } from './root.tsx'

/** For all other users these addresses do not exist. */
const operatorRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operator',
  beforeLoad: async ({ context: { client } }) => {
    if (!(await client.ensureQueryData(profileQuery())).is_operator) throw notFound()
  },
  component: page(() => import('../areas/operator/OperatorLayout.tsx'), 'OperatorLayout', noProps),
})

const getParentRoute = () => operatorRoute
const component = area(() => import('./operator-pages.tsx'))

export const operatorRoutes = operatorRoute.addChildren([
  createRoute({ getParentRoute, path: '/', validateSearch: anySearch, component }),
  createRoute({ getParentRoute, path: '/$', validateSearch: anySearch, component }),
])
