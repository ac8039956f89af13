import type { QueryClient } from '@tanstack/react-query'

import type { StatementResult } from '../run-model.ts'
import type { FormerRun } from './stored-run.ts'
import type { StoredPosition } from './stored-runs.ts'

/** Under which name a run of before is remembered. */
export const formerRunKey = (place: StoredPosition) => ['former-run', place] as const

const known = (client: QueryClient, place: StoredPosition) =>
  client.getQueryData<FormerRun | null>(formerRunKey(place)) ?? undefined

/** What is shown of before the page was loaded. */
export const formerStatements = (
  client: QueryClient,
  place: StoredPosition,
): readonly StatementResult[] => known(client, place)?.run.statements ?? []

/** Puts other statements in place of those of before, here and where they are kept. */
export function amendFormer(
  client: QueryClient,
  place: StoredPosition,
  change: (result: StatementResult) => StatementResult,
): void {
  const former = known(client, place)
  if (former === undefined) return
  const { run } = former
  const next = { ...former, run: { ...run, statements: run.statements.map(change) } }
  client.setQueryData(formerRunKey(place), next)
  // Kept or not, they are shown; the database has what was saved.
  void import('./stored-runs.ts').then(({ amendRun }) => amendRun(place, next)).catch(() => {})
}
