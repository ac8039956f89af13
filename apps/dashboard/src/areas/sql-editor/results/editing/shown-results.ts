import type { QueryClient } from '@tanstack/react-query'

import { amendFormer, formerStatements } from '../../runs/former-results.ts'
import type { StatementResult } from '../../runs/run-model.ts'
import type { QueryRuns } from '../../runs/run-store.ts'
import type { StoredPosition } from '../../runs/stored-runs.ts'

type Change = (result: StatementResult) => StatementResult

export type ShownResults = {
  all: () => readonly StatementResult[]
  amend: (change: Change) => void
}

/** The displayed results: those of the current run, or those from before the page was loaded. */
export function shownResults(
  client: QueryClient,
  scope: StoredPosition,
  runs: Pick<QueryRuns, 'get' | 'amend'>,
): ShownResults {
  const hasRun = () => (runs.get()?.id ?? 0) > 0
  return {
    all: () => (hasRun() ? (runs.get()?.statements ?? []) : formerStatements(client, scope)),
    amend: (change) => (hasRun() ? runs.amend(change) : amendFormer(client, scope, change)),
  }
}
