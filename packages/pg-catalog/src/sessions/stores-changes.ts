import type { Queryable } from '@basalt/engine'

/**
 * State that a connection without an open transaction would lose with its session, as text for
 * users; empty when another session is equivalent. Custom settings such as `shop.person` are in no
 * catalog: the caller that runs the statements has to remember those.
 *
 * @param ours settings that were made for the session's user and not by them, as `pg_settings`
 *   shows them.
 */
export async function storedBySession(
  session: Queryable,
  ours: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { rows } = await session.text(
    /* SQL */ `
    select word from (values
      -- No index leads from a schema to its tables, and there may be thousands.
      (1, 'temporary tables', exists (
        select from pg_catalog.pg_depend
        where refclassid = 'pg_catalog.pg_namespace'::regclass and refobjid = pg_my_temp_schema()
          and classid = 'pg_catalog.pg_class'::regclass
      )),
      (2, 'settings', exists (
        select from pg_catalog.pg_settings
        where source = 'session' and setting is distinct from $1::jsonb ->> name
          -- These are of a transaction, such as the read-only one of a reader, and end with it.
          and name not in ('transaction_deferrable', 'transaction_isolation', 'transaction_read_only')
          -- The name of a shared connection is that of its current user.
          and not (name = 'application_name' and setting ~ '^basalt(/|$)')
      )),
      (3, 'prepared statements', exists (select from pg_catalog.pg_prepared_statements where from_sql)),
      (4, 'cursors', exists (select from pg_catalog.pg_cursors where is_holdable)),
      (5, 'subscriptions to notifications', exists (select from pg_listening_channels())),
      (6, 'advisory locks', exists (
        select from pg_catalog.pg_locks where pid = pg_backend_pid() and locktype = 'advisory'
      ))
    ) as kept (place, word, is_kept)
    where is_kept
    order by place`,
    [JSON.stringify(ours)],
  )
  return rows.map(([word]) => word ?? '')
}
