import type { Queryable } from '@basalt/engine'

/** Cumulative statistics of a cluster and its state; 64-bit counters as text. */
export type ClusterCounters = {
  /** Counters start again when one of these changes. */
  started_at: Date
  database_reset_at: Date | null
  wal_reset_at: Date | null
  blocks_hit: string
  blocks_read: string
  commits: string
  rollbacks: string
  deadlocks: string
  temporary_bytes: string
  wal_bytes: string
  connections_active: number
  connections_idle: number
  connections_idle_in_transaction: number
  connection_limit: number
  /** Null unless requested: PostgreSQL looks at every file. */
  database_bytes: string | null
}

/**
 * Reads the counters of all databases that the role may connect to. Sessions whose state the role
 * may not see are not counted. The session that reads counts as idle.
 */
export async function readCounters(
  db: Queryable,
  options: { withSize: boolean },
): Promise<ClusterCounters> {
  const [row] = await db.query<ClusterCounters>(
    /* SQL */ `
    with databases as (
      select oid from pg_database
      where datallowconn and not datistemplate and has_database_privilege(oid, 'connect')
    )
    select pg_postmaster_start_time() as started_at, d.*, w.*, a.*,
      current_setting('max_connections')::int as connection_limit,
      case when $1 then (select sum(pg_database_size(oid)) from databases) end::text as database_bytes
    from (
      select max(stats_reset) as database_reset_at,
        sum(blks_hit)::text as blocks_hit, sum(blks_read)::text as blocks_read,
        sum(xact_commit)::text as commits, sum(xact_rollback)::text as rollbacks,
        sum(deadlocks)::text as deadlocks, sum(temp_bytes)::text as temporary_bytes
      from pg_stat_database where datid in (select oid from databases)
    ) d, (
      select stats_reset as wal_reset_at, wal_bytes::text as wal_bytes from pg_stat_wal
    ) w, (
      select
        count(*) filter (where state in ('active', 'fastpath function call') and not is_own)::int
          as connections_active,
        count(*) filter (where state = 'idle' or is_own)::int as connections_idle,
        count(*) filter (where state like 'idle in transaction%')::int
          as connections_idle_in_transaction
      from (
        select state, pid = pg_backend_pid() as is_own
        from pg_stat_activity where backend_type = 'client backend'
      ) sessions
    ) a`,
    [options.withSize],
    { name: 'read-counters' },
  )
  if (row === undefined) throw new Error('The database has no statistics')
  return row
}
