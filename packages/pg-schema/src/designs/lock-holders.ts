import type { Queryable } from '@basalt/engine'

/** A session that holds a lock. */
export type Holder = {
  pid: number
  user: string
  application: string
  /** Its state, for example `idle in transaction`. */
  state: string
  /** Since when its transaction is open, in seconds. */
  seconds: number
  table: string
}

/**
 * Sessions that hold locks on a table, longest first; without a table, those that block any other
 * session. Queried right after a lock timeout, when they usually still do.
 */
export function lockHolders(db: Queryable, tableId: number | undefined): Promise<Holder[]> {
  return db.query<Holder>(
    /* SQL */ `
    select a.pid, coalesce(a.usename, '')::text as user, coalesce(a.application_name, '') as application,
      coalesce(a.state, 'unknown') as state,
      coalesce(extract(epoch from now() - a.xact_start), 0)::float8 as seconds,
      min(l.relation::regclass::text) as "table"
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    join pg_class c on c.oid = l.relation and c.relkind in ('r', 'p', 'm', 'v', 'f')
    where l.locktype = 'relation' and l.granted and a.pid <> pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      and ($1::oid is null or l.relation = $1::oid or l.relation in (
        select k.confrelid from pg_constraint k where k.conrelid = $1::oid and k.contype = 'f'
      ))
      and c.relnamespace <> 'pg_catalog'::regnamespace
    group by a.pid, a.usename, a.application_name, a.state, a.xact_start
    order by a.xact_start nulls last
    limit 5`,
    [tableId ?? null],
  )
}
