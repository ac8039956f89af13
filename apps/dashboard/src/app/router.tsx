import type { Install } from '@basalt/contract/utility'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router'

import { parseSearch, stringifySearch } from '../lib/location.ts'
import { getHome } from '../lib/session/home.ts'
import { accountRoute } from './account-routes.tsx'
import { operatorRoutes } from './operator-routes.tsx'
import { organizationRoutes } from './organization-routes.tsx'
import { projectRoutes } from './project-routes.tsx'
import { publicRoutes } from './public-routes.tsx'
import { rootRoute, signedInRoute } from './root.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { PageSkeleton } from './shell/PageSkeleton.tsx'
import { RouteError } from './shell/RouteError.tsx'
import { requestRoutes, supportRoutes } from './support-routes.tsx'

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: ({ context: { install } }) => {
    throw redirect({ href: getHome(install), replace: true })
  },
})

/**
 * Routes exist only where the install offers their feature. The history is the browser's own unless
 * another one is given.
 */
export function createAppRouter(install: Install, client: QueryClient, history?: RouterHistory) {
  return createRouter({
    ...(history !== undefined && { history }),
    routeTree: rootRoute.addChildren([
      indexRoute,
      ...publicRoutes,
      ...supportRoutes(),
      signedInRoute.addChildren([
        ...organizationRoutes(install),
        ...projectRoutes(),
        accountRoute,
        operatorRoutes,
        ...requestRoutes(install),
      ]),
    ]),
    context: { client, install },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    notFoundMode: 'root',
  })
}
