import type { AdvisorIgnore, AdvisorReport } from '@basalt/contract/advisors/advisors'

import type { Store } from '../../store/store.ts'
import { findRun, listFindings } from './finding-store.ts'
import { isIgnoring, listIgnores, type StoredIgnore } from './ignore-store.ts'
import { summarize } from './summary.ts'

type Reader = { userId: string | null; now: Date }

/** The findings of the last run, as one user sees them. */
export async function readReport(
  store: Store,
  projectId: number,
  reader: Reader,
): Promise<AdvisorReport> {
  const [run, rows, ignores] = await Promise.all([
    findRun(store, projectId),
    listFindings(store, projectId),
    listIgnores(store, projectId, reader),
  ])
  const findings = rows.map(({ finding, first_seen_at: first, last_seen_at: last }) => ({
    ...finding,
    first_seen_at: first.toISOString(),
    last_seen_at: last.toISOString(),
    ignored_by: ignores.find((ignore) => isIgnoring(ignore, finding))?.id ?? null,
  }))
  const { finished_at: checkedAt = null, failure = null } = run ?? {}
  const { unchecked = [], truncated = {} } = run ?? {}
  return {
    summary: summarize({ findings, unchecked, truncated, checkedAt }),
    run:
      run === undefined
        ? null
        : {
            finished_at: checkedAt?.toISOString() ?? null,
            duration_ms: run.duration_ms,
            failure,
          },
    findings,
    unchecked,
    truncated,
    ignores: ignores.map(presentIgnore),
  }
}

export const presentIgnore = (ignore: StoredIgnore): AdvisorIgnore => ({
  id: ignore.id,
  rule: ignore.rule,
  key: ignore.key,
  for_everyone: ignore.for_everyone,
  reason: ignore.reason,
  until: ignore.until?.toISOString() ?? null,
  created_by: ignore.created_by,
  created_at: ignore.created_at.toISOString(),
})
