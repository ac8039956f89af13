import type { QueryClient } from '@tanstack/react-query'

import type { StatementResult } from './run-model.ts'
import type { FormerRun } from './stored-run.ts'
import type { StoredPosition } from './stored-runs.ts'

/** Under which name a run of before is remembered. */
export const formerRunKey = (scope: StoredPosition) => ['former-run', scope] as const

const known = (client: QueryClient, scope: StoredPosition) =>
  client.getQueryData<FormerRun | null>(formerRunKey(scope)) ?? undefined

/** What is shown of before the page was loaded. */
export const formerStatements = (
  client: QueryClient,
  scope: StoredPosition,
): readonly StatementResult[] => known(client, scope)?.run.statements ?? []

/** Puts other statements in place of those of before, here and where they are kept. */
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
  // Kept or not, they are shown; the database has what was saved.
  void import('./stored-runs.ts').then(({ amendRun }) => amendRun(scope, next)).catch(() => {})
}
