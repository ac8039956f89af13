import { sql } from 'kysely'

import type { Store } from './store.ts'

/** Calls and their mean time in a range; statements of roles, databases and texts apart. */
export type StatementMeans = {
  id: string
  query_id: string
  role: string
  database: string
  query: string
  before: { calls: number; mean_ms: number }
  after: { calls: number; mean_ms: number }
}

type Ranges = {
  projectId: number
  from: Date
  to: Date
  /** The start of an earlier range of the same length. */
  previousFrom: Date
}

const maxStatements = 1000

/** Statements with samples in both ranges, those with the most time in the later one first. */
export async function compareStatementMeans(
  store: Store,
  { projectId, from, to, previousFrom }: Ranges,
): Promise<StatementMeans[]> {
  const previousTo = new Date(previousFrom.getTime() + to.getTime() - from.getTime())
  const sums = (start: Date, end: Date) => sql`
    select statement_id, sum(calls) as calls, sum(total_ms) as total_ms from statement_samples
    where project_id = ${projectId} and statement_id > 0
      and sampled_at > ${start} and sampled_at <= ${end}
    group by statement_id having sum(calls) > 0`
  const { rows } = await sql<{
    id: string
    query_id: string
    role: string
    database: string
    query: string
    calls_before: number
    total_before: number
    calls_after: number
    total_after: number
  }>`
    with after as (${sums(from, to)}), before as (${sums(previousFrom, previousTo)})
    select t.id::text, t.query_id, t.role_name as role, t.database_name as database, t.query,
      before.calls as calls_before, before.total_ms as total_before,
      after.calls as calls_after, after.total_ms as total_after
    from after join before using (statement_id) join statements t on t.id = statement_id
    where not t.is_own and t.is_top_level
    order by after.total_ms desc limit ${maxStatements}`.execute(store)
  return rows.map((row) => ({
    id: row.id,
    query_id: row.query_id,
    role: row.role,
    database: row.database,
    query: row.query,
    before: { calls: row.calls_before, mean_ms: row.total_before / row.calls_before },
    after: { calls: row.calls_after, mean_ms: row.total_after / row.calls_after },
  }))
}
