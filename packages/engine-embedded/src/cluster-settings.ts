import type { ClusterLimits, ClusterUsage } from '@basalt/engine'
import type { OpenDatabase } from '@basalt/pg-connection'
import { quoteLiteral } from '@basalt/pg-sql'

import { controlDatabase, controlRole } from './roles.ts'

const kib = 1024
const mib = 1024 * kib

/** For clusters without configured limits; they suit a machine of 512 MB. */
export const initialLimits: ClusterLimits = {
  tempFileBytes: 4096 * mib,
  slotWalBytes: 1024 * mib,
  connections: 37,
}

const reserved = { superuser: 3, dashboard: 20 }

/** The log as JSON, see `LogFiles`; in each cluster's own `log_directory`. */
const logSettings = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: 'postgres-%Y-%m-%d_%H%M%S.log',
  log_file_mode: '0600',
  log_timezone: 'UTC',
  log_rotation_size: '8MB',
  // By size only: an idle cluster has no timer for it, and no new file every day.
  log_rotation_age: '0',
  log_min_duration_statement: '1s',
  log_lock_waits: 'on',
  log_temp_files: '10MB',
  // Values of a user's data belong to tables only.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

/**
 * Settings on the server's command line, which a tenant cannot override, not even in a
 * configuration file.
 */
export const fixedSettings = (major: number): Readonly<Record<string, string>> => ({
  superuser_reserved_connections: String(reserved.superuser),
  // Connections for the dashboard's logins when tenants use all others.
  ...(major >= 16 && { reserved_connections: String(reserved.dashboard) }),
  // Of lines that the log collector does not receive.
  log_line_prefix: '%m [%p] %q%u@%d/%a ',
  ...logSettings,
})

/** PostgreSQL's own units: kB and MB. */
export const listSettings = ({ tempFileBytes, slotWalBytes, connections }: ClusterLimits) => ({
  temp_file_limit: Math.ceil(tempFileBytes / kib),
  max_slot_wal_keep_size: Math.ceil(slotWalBytes / mib),
  max_connections: connections + reserved.superuser + reserved.dashboard,
})

/** Limits a cluster that was never limited. */
export async function limitFirst(control: OpenDatabase): Promise<void> {
  const [row] = await control.query<{ is_limited: boolean }>(
    `select count(*) = 2 as is_limited from pg_settings
     where name in ('temp_file_limit', 'max_slot_wal_keep_size') and setting <> '-1'`,
  )
  if (row?.is_limited !== true) await applyLimits(control, initialLimits)
}

export async function applyLimits(control: OpenDatabase, limits: ClusterLimits): Promise<void> {
  const target = listSettings(limits)
  const set = await control.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any ($1)',
    [Object.keys(target)],
  )
  const now = new Map(set.map(({ name, setting }) => [name, setting]))
  const changed = Object.entries(target).filter(([name, value]) => now.get(name) !== String(value))
  for (const [name, value] of changed) {
    await control.query(`alter system set ${name} = ${quoteLiteral(String(value))}`)
  }
  if (changed.length > 0) await reload(control)
}

export const reload = (control: OpenDatabase) => control.query('select pg_reload_conf()')

/** See `ProjectEngine.setReadOnly`. */
export async function applyReadOnly(control: OpenDatabase, isReadOnly: boolean): Promise<boolean> {
  const [row] = await control.query<{ is_set: boolean }>(
    `select exists (
       select from pg_file_settings where name = 'default_transaction_read_only' and setting = 'on'
     ) as is_set`,
  )
  const isOther = row?.is_set !== isReadOnly
  if (isOther) {
    const statement = isReadOnly
      ? 'set default_transaction_read_only = on'
      : 'reset default_transaction_read_only'
    await control.query(`alter system ${statement}`)
    await reload(control)
  }
  if (isReadOnly) await control.query(endWriters)
  return isOther
}

/** A transaction has an id only once it has written. */
const endWriters = /* SQL */ `
  select pg_terminate_backend(pid) from pg_stat_activity
  where backend_xid is not null and backend_type = 'client backend' and usename <> '${controlRole}'`

export async function readUsage(control: OpenDatabase): Promise<ClusterUsage> {
  const [usage] = await control.query<ClusterUsage>(/* SQL */ `
    select
      (
        select coalesce(sum(pg_database_size(oid)), 0)::float8 from pg_database
        where datname not in ('template0', 'template1', '${controlDatabase}')
      ) as "databaseBytes",
      (select coalesce(sum(size), 0)::float8 from pg_ls_waldir()) as "walBytes",
      (select coalesce(sum(size), 0)::float8 from pg_ls_tmpdir()) as "tempFileBytes"`)
  return usage ?? { databaseBytes: 0, walBytes: 0, tempFileBytes: 0 }
}

/** A parallel worker's file counts for the process that it works for. */
export async function cancelLargeTempFiles(
  control: OpenDatabase,
  largerThanBytes: number,
): Promise<number> {
  const rows = await control.query(
    /* SQL */ `
    with files as (
      select (regexp_match(name, '^pgsql_tmp(\\d+)\\.'))[1]::int as pid, size from pg_ls_tmpdir()
    ), large as (
      select coalesce(a.leader_pid, files.pid) as pid
      from files join pg_stat_activity a on a.pid = files.pid
      group by 1 having sum(size) > $1
    )
    select pid from large where pg_cancel_backend(pid)`,
    [largerThanBytes],
  )
  return rows.length
}
