import { useQuery } from '@tanstack/react-query'

import { formerRunKey } from './former-results.ts'
import { storesRuns } from './open-runs.ts'
import type { FormerRun } from './stored-run.ts'
import type { StoredPosition } from './stored-runs.ts'

/** The last run from before the page was loaded; undefined while it is loading. */
export function useFormerRun(
  scope: StoredPosition,
  isRequested: boolean,
): FormerRun | null | undefined {
  const { data, isLoading } = useQuery({
    queryKey: formerRunKey(scope),
    queryFn: async () => (await import('./stored-runs.ts')).readFormerRun(scope),
    enabled: isRequested && storesRuns(),
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Comparing many rows would be slow, and has no use.
    structuralSharing: false,
    gcTime: 0,
  })
  return isLoading ? undefined : (data ?? null)
}
