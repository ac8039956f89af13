import { useQuery } from '@tanstack/react-query'

import { keepsRuns } from '../running/open-runs.ts'
import { formerRunKey } from './former-results.ts'
import type { FormerRun } from './kept-run.ts'
import type { KeptPlace } from './kept-runs.ts'

/** The last run of before the page was loaded; undefined while it is looked for. */
export function useFormerRun(place: KeptPlace, isWanted: boolean): FormerRun | null | undefined {
  const { data, isLoading } = useQuery({
    queryKey: formerRunKey(place),
    queryFn: async () => (await import('./kept-runs.ts')).readFormerRun(place),
    enabled: isWanted && keepsRuns(),
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
