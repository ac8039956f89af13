import type { Effect } from './effects.ts'

const words = (text: string): string[] => text.trim().split(/\s+/u)

const known = new Map<string, Effect>([
  ...words(`nextval setval lo_creat lo_create lo_from_bytea lo_import lo_open lo_put lo_truncate
    lo_truncate64 lo_unlink lowrite dblink_exec dblink_send_query pg_file_write pg_file_rename
    pg_file_unlink pg_import_system_collations pg_restore_attribute_stats pg_clear_attribute_stats
    pg_restore_relation_stats pg_clear_relation_stats`).map((name) => [name, 'write'] as const),
  ...words(`set_config setseed pg_advisory_lock pg_advisory_lock_shared pg_try_advisory_lock
    pg_try_advisory_lock_shared pg_advisory_unlock pg_advisory_unlock_shared
    pg_advisory_unlock_all dblink_connect dblink_connect_u
    dblink_disconnect`).map((name) => [name, 'session'] as const),
  ...words(`pg_advisory_xact_lock pg_advisory_xact_lock_shared pg_try_advisory_xact_lock
    pg_try_advisory_xact_lock_shared pg_export_snapshot`).map(
    (name) => [name, 'transaction'] as const,
  ),
  ...words(`pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_notify
    pg_switch_wal pg_create_restore_point pg_backup_start pg_backup_stop pg_promote
    pg_wal_replay_pause pg_wal_replay_resume pg_logical_emit_message
    pg_create_physical_replication_slot pg_create_logical_replication_slot
    pg_drop_replication_slot pg_copy_physical_replication_slot pg_copy_logical_replication_slot
    pg_replication_slot_advance pg_logical_slot_get_changes pg_replication_origin_create
    pg_replication_origin_drop pg_replication_origin_advance pg_stat_reset pg_stat_reset_shared
    pg_stat_reset_slru pg_stat_reset_single_table_counters pg_stat_reset_single_function_counters
    pg_stat_reset_replication_slot pg_stat_statements_reset pg_prewarm brin_summarize_new_values
    brin_summarize_range brin_desummarize_range
    gin_clean_pending_list`).map((name) => [name, 'other'] as const),
])

/**
 * Effects of a function call beyond reading, as far as its name shows. Effects of user-defined
 * functions are unknown.
 */
export const effectOfFunction = (name: string): Effect => known.get(name) ?? 'read'

const volatile = new Set(
  words(`random random_normal gen_random_uuid uuidv4 uuidv7 uuid_generate_v1 uuid_generate_v1mc
    uuid_generate_v4 gen_random_bytes gen_salt clock_timestamp timeofday nextval setval currval
    lastval pg_sleep txid_current pg_current_xact_id set_config nanoid ulid`),
)

/** Whether it returns a new value for each row, so that the table is rewritten. */
export function isVolatile(path: readonly string[]): boolean {
  const name = path.at(-1) ?? ''
  // A user-defined function is volatile unless it is declared otherwise.
  return volatile.has(name) || (path.length > 1 && path[0] !== 'pg_catalog')
}
