import type { ProjectDatabase } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

/**
 * Makes every login of the database start read-only, or reverts it. Open connections are closed,
 * because they would keep their former mode; applications reconnect. The login of `db` itself is
 * exempt. Idempotent.
 *
 * This is PostgreSQL's `default_transaction_read_only`: a login may switch it off for itself.
 */
export async function setReadOnlyLogins(db: ProjectDatabase, isReadOnly: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('set transaction read write')
    const [row] = await tx.query<{ name: string }>('select current_database() as name')
    const database = quoteIdent(row?.name ?? '')
    const setting = 'default_transaction_read_only'
    await tx.query(
      `alter database ${database} ${isReadOnly ? `set ${setting} = on` : `reset ${setting}`}`,
    )
    // A setting of a role takes precedence over the database's. A role may set it for itself only,
    // and not while it acts as another one.
    await tx.query('set local role none')
    await tx.query(
      `alter role session_user in database ${database} ${isReadOnly ? `set ${setting} = off` : `reset ${setting}`}`,
    )
  })
  await db.query(endOtherSessions)
}

const endOtherSessions = /* SQL */ `
  select pg_catalog.pg_terminate_backend(a.pid)
  from pg_catalog.pg_stat_activity a
  join pg_catalog.pg_roles r on r.oid = a.usesysid
  where a.datname = current_database()
    and a.backend_type = 'client backend'
    and a.usename <> session_user
    and a.usename not like 'basalt\\_%'
    and not r.rolsuper`
