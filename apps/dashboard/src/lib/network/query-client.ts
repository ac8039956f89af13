import { readPermissions, readProfile } from '@basalt/contract/account/own-profile'
import { ApiError } from '@basalt/contract/errors'
import { listOrganizations } from '@basalt/contract/organization/organization-list'
import { QueryCache, QueryClient } from '@tanstack/react-query'

import { retryDelay, shouldRetry } from './retry.ts'

const organizations = [listOrganizations.method, listOrganizations.path]

/** The one cache of server answers. Keys are `[method, path, input]` of contract routes. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // An ended session shows first in the next request; refetching the profile lets the shell
    // notice it and lead to the sign-in page.
    onError: (error, { queryKey }) => {
      if (queryKey[1] === readPermissions.path) void reportRights(error)
      if (!(error instanceof ApiError)) return
      // Services may have been restricted while the page was open: then the shell shows it.
      if (error.code === 402) void queryClient.invalidateQueries({ queryKey: organizations })
      if (error.code !== 401) return
      if (queryKey[1] === readProfile.path) return
      void queryClient.invalidateQueries({ queryKey: [readProfile.method, readProfile.path] })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      retry: shouldRetry,
      retryDelay,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

/**
 * SPEC.md section 8, "Permissions fetch failure": controls stay disabled, and the failure is
 * reported.
 */
async function reportRights(error: Error): Promise<void> {
  const code = error instanceof ApiError ? error.code : null
  const { errorTracking } = await import('./error-tracking.ts')
  errorTracking.report(error, { route: readPermissions.path, code })
}
