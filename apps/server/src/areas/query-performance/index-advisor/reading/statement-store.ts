import { sql } from 'kysely'

import type { Store } from '../../../../store/store.ts'

export type TopStatement = {
  id: string
  query: string
  role: string
  database: string
  calls: number
  total_ms: number
}

type Range = { projectId: number; from: Date; to: Date }

/** Statements of others than Basalt with the most time in a range. */
export async function listTopStatements(
  store: Store,
  { projectId, from, to }: Range,
  limit: number,
): Promise<TopStatement[]> {
  const { rows } = await sql<TopStatement>`
    select t.id::text, t.query, t.role_name as role, t.database_name as database,
      sum(s.calls) as calls, sum(s.total_ms) as total_ms
    from statement_samples s join statements t on t.id = s.statement_id
    where s.project_id = ${projectId} and s.sampled_at > ${from} and s.sampled_at <= ${to}
      and not t.is_own
    group by t.id order by sum(s.total_ms) desc limit ${limit}`.execute(store)
  return rows
}

/** The time of all statements, those without a row of their own included. */
export async function sumTime(store: Store, { projectId, from, to }: Range): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(s.total_ms), 0) as total from statement_samples s
    where s.project_id = ${projectId} and s.sampled_at > ${from} and s.sampled_at <= ${to}`.execute(
    store,
  )
  return rows[0]?.total ?? 0
}

/** With the figures of all samples that are kept. */
export async function findStatements(
  store: Store,
  projectId: number,
  ids: readonly string[],
): Promise<TopStatement[]> {
  const { rows } = await sql<TopStatement>`
    select t.id::text, t.query, t.role_name as role, t.database_name as database,
      coalesce(sum(s.calls), 0) as calls, coalesce(sum(s.total_ms), 0) as total_ms
    from statements t
    left join statement_samples s on s.project_id = t.project_id and s.statement_id = t.id
    where t.project_id = ${projectId} and t.id = any(${[...ids]}::bigint[])
    group by t.id order by total_ms desc`.execute(store)
  return rows
}

/** Indexes that Basalt has built in the last days, as `schema.name`: nothing had time to use them. */
export async function listNewIndexes(store: Store, projectId: number): Promise<Set<string>> {
  const rows = await store
    .selectFrom('index_jobs')
    .select(['schema_name', 'index_name'])
    .where('project_id', '=', projectId)
    .where('action', '=', 'create')
    .execute()
  return new Set(rows.map((row) => `${row.schema_name}.${row.index_name}`))
}
