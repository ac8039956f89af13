import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

/**
 * When the advisors found the errors of a project that are open and that nobody ignores for
 * everyone; null before their first run.
 */
export async function listNewErrors(store: Store, projectId: number): Promise<Date[] | null> {
  const run = await store
    .selectFrom('advisor_runs')
    .select('finished_at')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (run === undefined || run.finished_at === null) return null
  const rows = await store
    .selectFrom('advisor_findings as finding')
    .select('first_seen_at')
    .where('project_id', '=', projectId)
    .where('level', '=', 'error')
    .where('closed_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('advisor_ignores as ignored')
            .select('ignored.id')
            .whereRef('ignored.project_id', '=', 'finding.project_id')
            .whereRef('ignored.rule', '=', 'finding.rule')
            .where('for_everyone', '=', true)
            .where(sql<boolean>`(ignored.key is null or ignored.key = finding.key)`)
            .where(sql<boolean>`(ignored.until is null or ignored.until > now())`),
        ),
      ),
    )
    .execute()
  return rows.map(({ first_seen_at: at }) => at)
}
