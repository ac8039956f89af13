import type { Queryable } from '@basalt/engine'
import { findKey, listColumns } from '@basalt/pg-catalog'
import type { RowTarget } from '@basalt/pg-rows'

/** The target of a table as the catalog has it. */
export async function getTarget(
  db: Queryable,
  name: string,
  schema = 'public',
): Promise<RowTarget> {
  const [table] = await db.query<{ id: number }>(
    `select c.oid::int8::float8 as id from pg_class c
     join pg_namespace n on n.oid = c.relnamespace where c.relname = $1 and n.nspname = $2`,
    [name, schema],
  )
  const id = table?.id ?? 0
  return { schema, name, columns: await listColumns(db, id), key: await findKey(db, id) }
}
