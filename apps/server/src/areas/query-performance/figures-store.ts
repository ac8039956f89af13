import type { StatementFigures } from '@basalt/contract/query-performance/query-performance'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'
import type { Figures } from './statement-deltas.ts'

type Range = { projectId: number; from: Date; to: Date }

const maxStatements = 1000

const sums = sql`coalesce(sum(s.calls), 0) as calls, coalesce(sum(s.total_ms), 0) as total_ms,
  coalesce(sum(s.rows), 0) as rows, coalesce(sum(s.blocks_hit), 0) as blocks_hit,
  coalesce(sum(s.blocks_read), 0) as blocks_read, coalesce(sum(s.temp_blocks), 0) as temp_blocks,
  coalesce(sum(s.wal_bytes), 0) as wal_bytes`

const inRange = ({ projectId, from, to }: Range) =>
  sql`s.project_id = ${projectId} and s.sampled_at > ${from} and s.sampled_at <= ${to}`

export async function listFigures(store: Store, range: Range): Promise<StatementFigures[]> {
  const { rows } = await sql<StatementFigures>`
    select t.id::text, t.query_id, t.role_name as role, t.database_name as database, t.is_top_level,
      t.is_own, t.query, f.calls, f.total_ms, f.rows, f.blocks_hit, f.blocks_read, f.temp_blocks,
      f.wal_bytes, f.p95_ms
    from (
      select s.statement_id, ${sums},
        percentile_cont(0.95) within group (order by s.total_ms / greatest(s.calls, 1)) as p95_ms
      from statement_samples s where ${inRange(range)} and s.statement_id > 0
      group by s.statement_id
    ) f join statements t on t.id = f.statement_id
    order by f.total_ms desc limit ${maxStatements}`.execute(store)
  return rows
}

/** Of all statements, and of those without a row of their own. */
export async function sumFigures(
  store: Store,
  range: Range,
): Promise<{ total: Figures; others: Figures }> {
  const sum = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<Figures>`
      select ${sums} from statement_samples s where ${inRange(range)} and ${condition}`.execute(
      store,
    )
    const [row] = rows
    if (row === undefined) throw new Error('A sum has no row')
    return row
  }
  const [total, others] = await Promise.all([sum(sql`true`), sum(sql`s.statement_id = 0`)])
  return { total, others }
}

export async function readRounds(
  store: Store,
  range: Range,
): Promise<{ first: Date | null; last: Date | null; evictions: number; restarts: Date[] }> {
  const { projectId, from, to } = range
  const { rows } = await sql<{
    first: Date | null
    last: Date | null
    evictions: number
    restarts: Date[]
  }>`
    select min(s.sampled_at) as first, max(s.sampled_at) as last,
      coalesce(sum(s.evictions) filter (where s.sampled_at > ${from} and s.sampled_at <= ${to}), 0)::float8
        as evictions,
      coalesce(array_agg(s.sampled_at order by s.sampled_at)
        filter (where s.is_restart and s.sampled_at > ${from} and s.sampled_at <= ${to}), '{}')
        as restarts
    from statement_rounds s where s.project_id = ${projectId}`.execute(store)
  const [row] = rows
  if (row === undefined) throw new Error('A sum has no row')
  return row
}

export const findStatement = (store: Store, projectId: number, id: string) =>
  store
    .selectFrom('statements')
    .select(['id', 'query_id', 'role_name as role', 'database_name as database', 'is_own', 'query'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()

export type TimelinePoint = { time: number; calls: number; total_ms: number; rows: number }

/** Every round of the range; zero where the statement had no row of its own. */
export async function listPoints(store: Store, id: string, range: Range): Promise<TimelinePoint[]> {
  const { rows } = await sql<TimelinePoint>`
    select extract(epoch from s.sampled_at)::float8 as time, coalesce(f.calls, 0) as calls,
      coalesce(f.total_ms, 0) as total_ms, coalesce(f.rows, 0) as rows
    from statement_rounds s
    left join statement_samples f
      on f.project_id = s.project_id and f.sampled_at = s.sampled_at and f.statement_id = ${id}
    where ${inRange(range)} order by s.sampled_at`.execute(store)
  return rows
}
