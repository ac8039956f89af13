import { useQuery } from '@tanstack/react-query'

import { formerRunKey } from './former-results.ts'
import { storesRuns } from './open-runs.ts'
import type { FormerRun } from './stored-run.ts'
import type { StoredPosition } from './stored-runs.ts'

/** The last run of before the page was loaded; undefined while it is looked for. */
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
    // Rows are many, and nothing to be compared or remembered twice.
    structuralSharing: false,
    gcTime: 0,
  })
  return isLoading ? undefined : (data ?? null)
}
