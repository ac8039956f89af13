import type { Queryable } from '@basalt/engine'

export type Overview = {
  database_bytes: number
  connections: number
  connection_limit: number
  cache_hit_ratio: number | null
  transactions: number
  rollbacks: number
  deadlocks: number
  temporary_bytes: number
  started_at: string
  statistics_since: string | null
}

/** The state of the connected database in figures. */
export async function readOverview(db: Queryable): Promise<Overview> {
  const [row] = await db.query<Overview>(
    /* SQL */ `
    select pg_database_size(current_database())::float8 as database_bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as connection_limit,
      d.blks_hit::float8 / nullif(d.blks_hit + d.blks_read, 0) as cache_hit_ratio,
      d.xact_commit::float8 as transactions, d.xact_rollback::float8 as rollbacks,
      d.deadlocks::float8 as deadlocks, d.temp_bytes::float8 as temporary_bytes,
      to_json(pg_postmaster_start_time()) #>> '{}' as started_at,
      to_json(d.stats_reset) #>> '{}' as statistics_since
    from pg_stat_database d where d.datname = current_database()`,
    [],
    { name: 'read-overview' },
  )
  if (row === undefined) throw new Error('The database has no statistics')
  return row
}

/**
 * Bytes of the write-ahead log; null without the right to see it. PostgreSQL checks that right before
 * a statement starts, so the function may not stand in a statement of somebody without it.
 */
export async function readWalBytes(db: Queryable): Promise<number | null> {
  const [right] = await db.query<{ has_right: boolean }>(
    "select has_function_privilege('pg_ls_waldir()', 'execute') as has_right",
  )
  if (right?.has_right !== true) return null
  const [row] = await db.query<{ bytes: number }>(
    'select sum(size)::float8 as bytes from pg_ls_waldir()',
  )
  return row?.bytes ?? null
}

export type SlowStatement = { query: string; mean_ms: number; calls: number }

/**
 * The statement with the highest mean time; null where pg_stat_statements is not installed, or its
 * library was not loaded when the server started.
 */
export async function findSlowestStatement(db: Queryable): Promise<SlowStatement | null> {
  const [installed] = await db.query<{ schema: string }>(
    `select quote_ident(n.nspname) as schema from pg_extension e
     join pg_namespace n on n.oid = e.extnamespace
     where e.extname = 'pg_stat_statements'
       -- The parameter exists only while the library is loaded.
       and current_setting('pg_stat_statements.max', true) is not null`,
  )
  if (installed === undefined) return null
  const [row] = await db.query<SlowStatement>(/* SQL */ `
    select left(s.query, 500) as query, s.mean_exec_time as mean_ms, s.calls::float8 as calls
    from ${installed.schema}.pg_stat_statements s
    join pg_database d on d.oid = s.dbid and d.datname = current_database()
    join pg_roles r on r.oid = s.userid and r.rolname !~ '^basalt_'
    where s.query <> '<insufficient privilege>'
    order by s.mean_exec_time desc limit 1`)
  return row ?? null
}
