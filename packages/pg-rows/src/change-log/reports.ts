import type { ProjectDatabase } from '@basalt/engine'
import { ownSchema } from '@basalt/pg-catalog'

export type UnreportedChange = {
  id: string
  /** As stored with the change; any owner of the database could have written it. */
  report: string
}

/** Changes whose reports are still to be passed on, at most so many. */
export async function listUnreported(
  db: ProjectDatabase,
  { ids, limit }: { ids?: readonly string[] | undefined; limit: number },
): Promise<UnreportedChange[]> {
  const [found] = await db.query<{ is_present: boolean }>(
    `select to_regclass('${ownSchema}.unreported') is not null as is_present`,
  )
  if (found?.is_present !== true) return []
  return db.query<UnreportedChange>(
    `select change::text as id, report from ${ownSchema}.unreported
     where $1::uuid[] is null or change = any ($1) order by change limit $2`,
    [ids ?? null, limit],
  )
}

/** Deletes the reports of these changes after they were passed on. */
export async function noteReported(db: ProjectDatabase, ids: readonly string[]): Promise<void> {
  await db.query(`delete from ${ownSchema}.unreported where change = any ($1::uuid[])`, [ids], {
    name: 'note-reported',
  })
}
