import type { Queryable } from '@basalt/engine'

/**
 * A query for the tables whose rows are read with those of the table of this number, at any
 * depth: its partitions, and tables that inherit from it. Column `id`.
 */
export const listChildTables = (table: string): string => /* SQL */ `
  with recursive child (id) as (
    select inhrelid from pg_inherits where inhparent = ${table}
    union
    select i.inhrelid from child join pg_inherits i on i.inhparent = child.id
  )
  select id from child`

/** The tables whose rows are read with those of a table; with their schema where it is another. */
export const listChildTablesFor = (
  db: Queryable,
  tableId: number,
): Promise<{ id: number; name: string }[]> =>
  db.query(childTablesQuery, [tableId], { name: 'list-child-tables' })

const childTablesQuery = /* SQL */ `
  select h.oid::int8::float8 as id,
    case when h.relnamespace = t.relnamespace then '' else n.nspname || '.' end || h.relname as name
  from pg_class t, pg_class h join pg_namespace n on n.oid = h.relnamespace
  where t.oid = $1::oid and h.oid in (${listChildTables('t.oid')})
  order by name`
