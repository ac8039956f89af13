import type { Queryable } from '@basalt/engine'

export type SlotRow = {
  name: string
  kind: 'physical' | 'logical'
  plugin: string | null
  database: string | null
  is_active: boolean
  retained_bytes: number | null
  wal_status: string | null
  inactive_since: string | null
}

export const listReplicationSlots = (db: Queryable): Promise<SlotRow[]> =>
  db.query<SlotRow>(
    /* SQL */ `
    select slot_name::text as name, slot_type as kind, plugin::text as plugin,
      database::text as database, active as is_active,
      pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as retained_bytes,
      wal_status, to_jsonb(s) ->> 'inactive_since' as inactive_since
    from pg_replication_slots s
    order by slot_name`,
    [],
    { name: 'list-replication-slots' },
  )
