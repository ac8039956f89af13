import type { QueryClient } from '@tanstack/react-query'

import type { StatementResult } from './run-model.ts'
import type { FormerRun } from './stored-run.ts'
import type { StoredPosition } from './stored-runs.ts'

/** Under which name a run of before is remembered. */
export const formerRunKey = (scope: StoredPosition) => ['former-run', scope] as const

const known = (client: QueryClient, scope: StoredPosition) =>
  client.getQueryData<FormerRun | null>(formerRunKey(scope)) ?? undefined

/** The results from before the page was loaded. */
export const formerStatements = (
  client: QueryClient,
  scope: StoredPosition,
): readonly StatementResult[] => known(client, scope)?.run.statements ?? []

/** Replaces statements of earlier results, here and in storage. */
export function amendFormer(
  client: QueryClient,
  scope: StoredPosition,
  change: (result: StatementResult) => StatementResult,
): void {
  const previous = known(client, scope)
  if (previous === undefined) return
  const { run } = previous
  const next = { ...previous, run: { ...run, statements: run.statements.map(change) } }
  client.setQueryData(formerRunKey(scope), next)
  // They are shown even if storing fails; the database has the saved rows.
  void import('./stored-runs.ts').then(({ amendRun }) => amendRun(scope, next)).catch(() => {})
}
