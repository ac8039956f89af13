import { type QueryClient, useQuery } from '@tanstack/react-query'

import type { StatementResult } from '../run-model.ts'
import { keepsRuns } from '../running/open-runs.ts'
import type { FormerRun } from './kept-run.ts'
import type { KeptPlace } from './kept-runs.ts'

/** The last run of before the page was loaded; undefined while it is looked for. */
export function useFormerRun(place: KeptPlace, isWanted: boolean): FormerRun | null | undefined {
  const { data, isLoading } = useQuery({
    queryKey: keyOf(place),
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

const keyOf = (place: KeptPlace) => ['former-run', place] as const

const known = (client: QueryClient, place: KeptPlace) =>
  client.getQueryData<FormerRun | null>(keyOf(place)) ?? undefined

/** What is shown of before the page was loaded. */
export const formerStatements = (
  client: QueryClient,
  place: KeptPlace,
): readonly StatementResult[] => known(client, place)?.run.statements ?? []

/** Puts other statements in place of those of before, here and where they are kept. */
export function amendFormer(
  client: QueryClient,
  place: KeptPlace,
  change: (result: StatementResult) => StatementResult,
): void {
  const former = known(client, place)
  if (former === undefined) return
  const { run } = former
  const next = { ...former, run: { ...run, statements: run.statements.map(change) } }
  client.setQueryData(keyOf(place), next)
  if (!keepsRuns()) return
  // Kept or not, they are shown; the database has what was saved.
  void import('./kept-runs.ts').then(({ amendRun }) => amendRun(place, next)).catch(() => {})
}
