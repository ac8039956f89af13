import type { SqlTemplate } from './sql-template.ts'

/** Read-only queries about the database itself. */
export const reportTemplates: readonly SqlTemplate[] = [
  {
    id: 'show-extensions',
    title: 'Show extensions',
    about: 'Installed and available extensions',
    sql: `select name, installed_version, default_version, comment
from pg_available_extensions
order by installed_version is null, name;
`,
  },
  {
    id: 'show-version',
    title: 'Show version',
    about: 'The version and start time of PostgreSQL',
    sql: `select version(), pg_postmaster_start_time() as running_since;
`,
  },
  {
    id: 'active-connections',
    title: 'Show active connections',
    about: 'Connected clients and their queries, longest first',
    sql: `select pid, usename, application_name, client_addr, state, wait_event,
  now() - query_start as running_for, left(query, 200) as query
from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid()
order by query_start nulls last;
`,
  },
  {
    id: 'long-transactions',
    title: 'Long transactions',
    about: 'Transactions that have been open for more than a minute and delay vacuuming',
    sql: `select pid, usename, state, now() - xact_start as open_for, left(query, 200) as last_query
from pg_stat_activity
where xact_start < now() - interval '1 minute'
order by xact_start;
`,
  },
  {
    id: 'blocked-queries',
    title: 'Blocked queries',
    about: 'Queries that wait for a lock, and the sessions that hold it',
    sql: `select
  waiting.pid as waiting_pid,
  left(waiting.query, 120) as waiting_query,
  holding.pid as holding_pid,
  holding.state as holding_state,
  left(holding.query, 120) as holding_query
from pg_stat_activity as waiting
cross join lateral unnest(pg_blocking_pids(waiting.pid)) as blocker (pid)
join pg_stat_activity as holding on holding.pid = blocker.pid
order by waiting.query_start;
`,
  },
  {
    id: 'large-objects',
    title: 'Large objects',
    about: 'The largest tables and the size of their indexes',
    sql: `select
  c.oid::regclass as name,
  pg_size_pretty(pg_total_relation_size(c.oid)) as total,
  pg_size_pretty(pg_table_size(c.oid)) as rows_and_toast,
  pg_size_pretty(pg_indexes_size(c.oid)) as indexes
from pg_class c
where c.relkind in ('r', 'm') and c.relnamespace::regnamespace::text not like 'pg\\_%'
order by pg_total_relation_size(c.oid) desc
limit 50;
`,
  },
  {
    id: 'hit-rate',
    title: 'Hit rate',
    about: 'Share of reads served from memory. Below 99 %, more memory helps',
    sql: `select 'tables' as what,
  round(100.0 * sum(heap_blks_hit) / nullif(sum(heap_blks_hit + heap_blks_read), 0), 2) as hit_rate
from pg_statio_user_tables
union all
select 'indexes',
  round(100.0 * sum(idx_blks_hit) / nullif(sum(idx_blks_hit + idx_blks_read), 0), 2)
from pg_statio_user_indexes;
`,
  },
  {
    id: 'replication-status',
    title: 'Replication status report',
    about: 'Replicas, their lag, and slots that retain WAL files',
    sql: `select application_name, state, sync_state,
  pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) as behind,
  replay_lag
from pg_stat_replication;

select slot_name, slot_type, active, wal_status,
  pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) as kept
from pg_replication_slots
order by restart_lsn;
`,
  },
  {
    id: 'unused-indexes',
    title: 'Unused indexes',
    about: 'Indexes without reads since statistics were reset; each one slows down writes',
    sql: `select s.indexrelid::regclass as index, s.relid::regclass as "table",
  pg_size_pretty(pg_relation_size(s.indexrelid)) as size
from pg_stat_user_indexes s
join pg_index i on i.indexrelid = s.indexrelid
where s.idx_scan = 0 and not i.indisunique
order by pg_relation_size(s.indexrelid) desc;
`,
  },
  {
    id: 'foreign-keys-without-index',
    title: 'Foreign keys without an index',
    about: 'Deleting a referenced row scans the whole table',
    sql: `select c.conrelid::regclass as "table", c.conname as foreign_key,
  pg_get_constraintdef(c.oid) as definition
from pg_constraint c
where c.contype = 'f' and not exists (
  select from pg_index i
  where i.indrelid = c.conrelid
    and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
)
order by 1, 2;
`,
  },
  {
    id: 'dead-rows',
    title: 'Dead rows',
    about: 'Tables that need vacuuming, and the time of the last vacuum',
    sql: `select relid::regclass as "table", n_live_tup as live, n_dead_tup as dead,
  round(100.0 * n_dead_tup / nullif(n_live_tup + n_dead_tup, 0), 1) as dead_percent,
  greatest(last_vacuum, last_autovacuum) as cleaned_at
from pg_stat_user_tables
order by n_dead_tup desc
limit 50;
`,
  },
  {
    id: 'open-tables',
    title: 'Tables without row level security',
    about: 'Roles with SELECT on one of these tables can read all its rows',
    sql: `select c.oid::regclass as "table", pg_get_userbyid(c.relowner) as owner, c.relacl as privileges
from pg_class c
where c.relkind in ('r', 'p') and not c.relrowsecurity
  and c.relnamespace::regnamespace::text not in ('information_schema')
  and c.relnamespace::regnamespace::text not like 'pg\\_%'
order by 1;
`,
  },
]
