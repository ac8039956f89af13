import type { AdvisorFinding, AdvisorRun } from '@basalt/pg-catalog'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

const dayMs = 86_400_000
/** How long closed findings are remembered, so that one that returns soon is not mailed again. */
const rememberedDays = 30

type Finished = { run: AdvisorRun; at: Date; durationMs: number }

/** Replaces the open findings of a project by those of a run. */
export async function saveRun(tx: Store, projectId: number, finished: Finished): Promise<void> {
  const { run, at, durationMs } = finished
  const values = {
    finished_at: at,
    duration_ms: durationMs,
    unchecked: JSON.stringify(run.unchecked),
    truncated: JSON.stringify(run.truncated),
    failure: null,
  }
  // Its row orders runs of the same project.
  await tx
    .insertInto('advisor_runs')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute()
  await closeFindings(tx, projectId, finished)
  if (run.findings.length === 0) return
  await tx
    .insertInto('advisor_findings')
    .columns(['project_id', 'key', 'rule', 'level', 'finding', 'first_seen_at', 'last_seen_at'])
    // One parameter, however many there are.
    .expression(
      sql`select ${projectId}::int, f ->> 'key', f ->> 'rule', f ->> 'level', f, ${at}::timestamptz, ${at}::timestamptz
        from jsonb_array_elements(${JSON.stringify(run.findings)}::jsonb) f` as never,
    )
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'key']).doUpdateSet({
        level: sql`excluded.level`,
        finding: sql`excluded.finding`,
        first_seen_at: sql`case when advisor_findings.closed_at is null then advisor_findings.first_seen_at else excluded.first_seen_at end`,
        last_seen_at: sql`excluded.last_seen_at`,
        closed_at: null,
      }),
    )
    .execute()
}

/** A finding of a rule that was not checked this time stays open: nobody knows. */
async function closeFindings(tx: Store, projectId: number, { run, at }: Finished): Promise<void> {
  await tx
    .updateTable('advisor_findings')
    .set({ closed_at: at })
    .where('project_id', '=', projectId)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`key <> all (${run.findings.map(({ key }) => key)}::text[])`)
    .where(sql<boolean>`rule <> all (${run.unchecked.map(({ rule }) => rule)}::text[])`)
    .execute()
}

export async function saveFailure(store: Store, projectId: number, failure: string): Promise<void> {
  await store
    .insertInto('advisor_runs')
    .values({
      project_id: projectId,
      finished_at: null,
      duration_ms: 0,
      unchecked: '[]',
      truncated: '{}',
      failure,
    })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ failure }))
    .execute()
}

export const findRun = (store: Store, projectId: number) =>
  store
    .selectFrom('advisor_runs')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst()

export const listFindings = (store: Store, projectId: number) =>
  store
    .selectFrom('advisor_findings')
    .select(['finding', 'first_seen_at', 'last_seen_at'])
    .where('project_id', '=', projectId)
    .where('closed_at', 'is', null)
    .orderBy('rule')
    .orderBy('key')
    .execute()

/**
 * The errors that were not reported to the owners yet, marked as reported. One that closes and opens
 * again within a day is not reported again.
 */
export async function takeNewErrors(
  tx: Store,
  { projectId, ignored, at }: { projectId: number; ignored: readonly string[]; at: Date },
): Promise<AdvisorFinding[]> {
  const rows = await tx
    .updateTable('advisor_findings')
    .set({ mailed_at: at })
    .where('project_id', '=', projectId)
    .where('level', '=', 'error')
    .where('closed_at', 'is', null)
    .where((where) =>
      where.or([
        where('mailed_at', 'is', null),
        where.and([
          where('mailed_at', '<', new Date(at.getTime() - dayMs)),
          where('first_seen_at', '>', where.ref('mailed_at')),
        ]),
      ]),
    )
    .where(sql<boolean>`key <> all (${ignored}::text[])`)
    .returning('finding')
    .execute()
  return rows.map(({ finding }) => finding)
}

export async function deleteClosedFindings(store: Store, now: Date): Promise<void> {
  await store
    .deleteFrom('advisor_findings')
    .where('closed_at', '<', new Date(now.getTime() - rememberedDays * dayMs))
    .execute()
}
