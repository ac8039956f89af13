import type { Queryable, QueryOptions } from '@basalt/engine'

import type { OutlineOptions } from './tables.ts'

export type PolicyOutline = {
  schema: string
  table: string
  name: string
  kind: 'PERMISSIVE' | 'RESTRICTIVE'
  roles: string[]
  /** SELECT, INSERT, UPDATE, DELETE or ALL. */
  command: string
  /** The condition of rows that are seen, and that of rows that are written. */
  using: string | null
  check: string | null
}

/** Policies of row level security on tables that the connection's role may use. */
export const readPolicyOutlines = (
  db: Queryable,
  { schema, hidden, limit }: OutlineOptions,
  options: QueryOptions = {},
): Promise<PolicyOutline[]> =>
  db.query<PolicyOutline>(policies, [schema ?? null, hidden, limit], {
    ...options,
    name: 'read-policy-outlines',
  })

const policies = /* SQL */ `
  select p.schemaname::text as schema, p.tablename::text as table, p.policyname::text as name,
    p.permissive as kind, p.roles::text[] as roles, p.cmd as command, p.qual as using,
    p.with_check as check
  from pg_policies p
  join pg_namespace n on n.nspname = p.schemaname
  join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
  where ($1::text is null or p.schemaname = $1)
    and p.schemaname <> all ($2::text[])
    and has_schema_privilege(n.oid, 'usage')
    and has_any_column_privilege(c.oid, 'select, insert, update, references')
  order by p.schemaname, p.tablename, p.policyname
  limit $3`
