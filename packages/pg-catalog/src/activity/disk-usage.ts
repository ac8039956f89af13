import type { Queryable } from '@basalt/engine'

type RelationUsage = {
  id: number
  schema: string
  name: string
  kind: 'table' | 'materialized_view'
  total_bytes: number
  table_bytes: number
  index_bytes: number
  toast_bytes: number
  live_rows: number
  dead_rows: number
  last_vacuum: string | null
  last_analyze: string | null
  indexes: { id: number; name: string; bytes: number }[]
}

type DiskUsage = {
  relations: RelationUsage[]
  /** Tables whose size cannot be read without a wait, and the sessions that lock them. */
  locked: { tables: number; pids: number[] }
}

const most = 200

/**
 * The largest tables and materialized views by their size on disk; partitions count by themselves.
 * Reading a size takes a lock: in the queue behind an exclusive one it would make other sessions
 * wait too, so locked relations are left out.
 */
export async function listDiskUsage(db: Queryable): Promise<DiskUsage> {
  const [row] = await db.query<{ relations: string; locked: string }>(usageQuery, [], {
    name: 'list-disk-usage',
  })
  if (row === undefined) throw new Error('The disk usage has no answer')
  return {
    relations: JSON.parse(row.relations) as RelationUsage[],
    locked: JSON.parse(row.locked) as DiskUsage['locked'],
  }
}

const usageQuery = /* SQL */ `
  with settings as materialized (
    select set_config('lock_timeout', '200ms', true)
  ), locks as materialized (
    select distinct l.relation as id, l.pid
    from settings, pg_locks l
    where l.locktype = 'relation' and l.mode = 'AccessExclusiveLock'
      and l.database = (select oid from pg_database where datname = current_database())
      and l.pid is distinct from pg_backend_pid()
  ), parts as (
    select id, pid from locks
    union
    select i.indrelid, locks.pid from locks join pg_index i on i.indexrelid = locks.id
  ), locked as materialized (
    select c.oid as id, parts.pid from parts join pg_class c on parts.id in (c.oid, c.reltoastrelid)
    where c.relkind in ('r', 'm') and c.relpersistence <> 't'
      and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
  ), largest as (
    select c.oid, c.relname, c.relnamespace, c.relkind, c.reltoastrelid,
      pg_total_relation_size(c.oid)::float8 as total_bytes
    from pg_class c
    where c.relkind in ('r', 'm') and c.relpersistence <> 't'
      and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and c.oid not in (select id from locked)
    order by total_bytes desc, c.oid
    limit ${most}
  )
  select coalesce(json_agg(json_build_object(
    'id', l.oid::int8, 'schema', n.nspname, 'name', l.relname,
    'kind', case l.relkind when 'm' then 'materialized_view' else 'table' end,
    'total_bytes', l.total_bytes,
    'table_bytes', pg_relation_size(l.oid),
    'index_bytes', pg_indexes_size(l.oid),
    'toast_bytes', case when l.reltoastrelid = 0 then 0 else pg_total_relation_size(l.reltoastrelid) end,
    'live_rows', coalesce(s.n_live_tup, 0), 'dead_rows', coalesce(s.n_dead_tup, 0),
    'last_vacuum', greatest(s.last_vacuum, s.last_autovacuum),
    'last_analyze', greatest(s.last_analyze, s.last_autoanalyze),
    'indexes', coalesce((
      select json_agg(json_build_object('id', i.indexrelid::int8, 'name', x.relname,
        'bytes', pg_relation_size(i.indexrelid)) order by pg_relation_size(i.indexrelid) desc)
      from pg_index i join pg_class x on x.oid = i.indexrelid where i.indrelid = l.oid
    ), '[]')
  ) order by l.total_bytes desc, l.oid), '[]')::text as relations,
    (
      select json_build_object('tables', count(distinct id),
        'pids', coalesce(json_agg(distinct pid) filter (where pid is not null), '[]'))::text
      from locked
    ) as locked
  from largest l
  join pg_namespace n on n.oid = l.relnamespace
  left join pg_stat_all_tables s on s.relid = l.oid`
