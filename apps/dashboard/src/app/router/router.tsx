import type { Install } from '@basalt/contract/utility'
import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'

import { parseSearch, stringifySearch } from '../../lib/location.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { PageSkeleton } from '../shell/PageSkeleton.tsx'
import { RouteError } from '../shell/RouteError.tsx'
import { buildRoutes } from './routes.tsx'

/** The history is the browser's own unless another one is given. */
export function createAppRouter(install: Install, client: QueryClient, history?: RouterHistory) {
  return createRouter({
    ...(history !== undefined && { history }),
    routeTree: buildRoutes(install),
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
