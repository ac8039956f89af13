import type { Report } from '@basalt/contract/observability/reports'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

export type StoredReport = Awaited<ReturnType<typeof listReports>>[number]

const reports = (store: Store, projectId: number) =>
  store
    .selectFrom('reports')
    .leftJoin('users', 'users.id', 'reports.user_id')
    .select([
      'reports.id',
      'reports.name',
      'reports.blocks',
      'reports.version',
      'reports.updated_at',
      sql<string | null>`coalesce(nullif(users.name, ''), users.email)`.as('created_by'),
    ])
    .where('reports.project_id', '=', projectId)

export const listReports = (store: Store, projectId: number) =>
  reports(store, projectId).orderBy('reports.name').orderBy('reports.id').execute()

export const findReport = (
  store: Store,
  projectId: number,
  id: string,
): Promise<StoredReport | undefined> =>
  reports(store, projectId).where('reports.id', '=', id).executeTakeFirst()

type NewReport = Pick<Report, 'id' | 'name' | 'blocks'> & {
  projectId: number
  userId: string | null
}

/** Makes reports of a project one after the other, so that all of them are counted. */
export async function lockReports(tx: Store, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(4400033, ${projectId})`.execute(tx)
}

/** An existing id is not changed. */
export async function insertReport(tx: Store, report: NewReport): Promise<void> {
  await tx
    .insertInto('reports')
    .values({
      id: report.id,
      project_id: report.projectId,
      user_id: report.userId,
      name: report.name,
      blocks: JSON.stringify(report.blocks),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

type ReportChange = {
  name?: string | undefined
  blocks?: Report['blocks'] | undefined
  version: number
  now: Date
}

/** False when the report has another version, or does not exist. */
export async function updateReport(
  tx: Store,
  id: string,
  { name, blocks, version, now }: ReportChange,
): Promise<boolean> {
  const changed = await tx
    .updateTable('reports')
    .set({
      ...(name !== undefined && { name }),
      ...(blocks !== undefined && { blocks: JSON.stringify(blocks) }),
      version: version + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function deleteReport(tx: Store, id: string): Promise<void> {
  await tx.deleteFrom('reports').where('id', '=', id).execute()
}
