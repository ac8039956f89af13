import type { Queryable } from '@basalt/engine'

/** The counters of pg_stat_statements for one statement of one role in one database. */
export type StatementCounters = {
  /** A 64-bit number as text. */
  query_id: string
  role_name: string
  database_name: string
  /** False inside of a function. */
  is_top_level: boolean
  /** When counting began; null before PostgreSQL 17. */
  since: string | null
  calls: number
  total_ms: number
  rows: number
  blocks_hit: number
  blocks_read: number
  temp_blocks: number
  wal_bytes: number
}

/** Times are texts in UTC, which are compared as texts: they have microseconds. */
export type ReadStatements = {
  /** By the clock of the cluster, before the statements were read. */
  read_at: string
  started_at: string
  /** When all statistics were reset for the last time. */
  reset_at: string
  /** How often the least used statements were removed, because there were too many. */
  evictions: number
  statements: StatementCounters[]
}

/** The first version with `stats_since`. */
const sinceVersion = 170_000

/** Reads all counters without the texts, which PostgreSQL keeps in a file. */
export async function readStatements(db: Queryable, schema: string): Promise<ReadStatements> {
  const [state] = await db.query<
    Omit<ReadStatements, 'statements'> & { has_since: boolean }
  >(/* SQL */ `
    select to_json(clock_timestamp() at time zone 'utc') #>> '{}' as read_at,
      to_json(pg_postmaster_start_time() at time zone 'utc') #>> '{}' as started_at,
      to_json(stats_reset at time zone 'utc') #>> '{}' as reset_at, dealloc::float8 as evictions,
      current_setting('server_version_num')::int >= ${sinceVersion} and exists (
        select from pg_attribute
        where attrelid = '${schema}.pg_stat_statements'::regclass and attname = 'stats_since'
      ) as has_since
    from ${schema}.pg_stat_statements_info`)
  if (state === undefined) throw new Error('pg_stat_statements has no state')
  const { has_since: hasSince, ...rest } = state
  const statements = await db.query<StatementCounters>(/* SQL */ `
    select s.queryid::text as query_id, pg_get_userbyid(s.userid)::text as role_name,
      coalesce(d.datname::text, '') as database_name, s.toplevel as is_top_level,
      ${hasSince ? "to_json(s.stats_since at time zone 'utc') #>> '{}'" : 'null'} as since,
      s.calls::float8 as calls, s.total_exec_time as total_ms, s.rows::float8 as rows,
      (s.shared_blks_hit + s.local_blks_hit)::float8 as blocks_hit,
      (s.shared_blks_read + s.local_blks_read)::float8 as blocks_read,
      (s.temp_blks_read + s.temp_blks_written)::float8 as temp_blocks,
      s.wal_bytes::float8 as wal_bytes
    from ${schema}.pg_stat_statements(false) s
    left join pg_database d on d.oid = s.dbid
    -- Without the right to see a statement of another role, it has no id.
    where s.queryid is not null and s.calls > 0`)
  return { ...rest, statements }
}

/** The texts of statements by id. They may contain secrets. */
export async function readStatementTexts(
  db: Queryable,
  schema: string,
  queryIds: readonly string[],
): Promise<Map<string, string>> {
  if (queryIds.length === 0) return new Map()
  const rows = await db.query<{ query_id: string; query: string | null }>(
    /* SQL */ `
    select distinct on (queryid) queryid::text as query_id, left(query, 100000) as query
    from ${schema}.pg_stat_statements(true) where queryid = any($1::bigint[])`,
    [queryIds],
  )
  return new Map(rows.map(({ query_id: id, query }) => [id, query ?? '']))
}
