import type { Queryable } from '@basalt/engine'

export type SchemaRow = { name: string; owner: string }

/** Schemas that the connection's role may use, without PostgreSQL's own and Basalt's. */
export function listSchemas(db: Queryable, hidden: readonly string[]): Promise<SchemaRow[]> {
  return db.query<SchemaRow>(
    /* SQL */ `
    select n.nspname::text as name, pg_get_userbyid(n.nspowner)::text as owner
    from pg_namespace n
    where n.nspname <> all ($1)
      and n.nspname not in ('basalt', 'basalt_trash')
      and n.nspname not like 'pg\\_temp\\_%'
      and n.nspname not like 'pg\\_toast\\_temp\\_%'
      and has_schema_privilege(n.oid, 'usage')
    order by n.nspname`,
    [hidden],
    { name: 'list-schemas' },
  )
}
