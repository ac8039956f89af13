import type { Queryable } from '@basalt/engine'
import type { IndexDefinition } from '@basalt/pg-model'

import { DesignError } from '../../../designs/design.ts'

export type IndexedTable = {
  id: number
  is_partitioned: boolean
  size_bytes: number
  columns: string[]
}

/**
 * The table of an index.
 *
 * @throws DesignError where it, or a column of the index, does not exist.
 */
export async function readIndexedTable(
  db: Queryable,
  design: IndexDefinition,
): Promise<IndexedTable> {
  const [table] = await db.query<IndexedTable>(
    /* SQL */ `
    select c.oid::int8::float8 as id, c.relkind = 'p' as is_partitioned,
      pg_table_size(c.oid)::float8 as size_bytes,
      array(
        select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped
      ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'm')`,
    [design.schema, design.table],
  )
  if (table === undefined)
    throw new DesignError({
      table: 'There is no table or materialized view of this name in the schema',
    })
  const faults = listFaults(design, new Set(table.columns))
  if (Object.keys(faults).length > 0) throw new DesignError(faults)
  return table
}

const missing = (name: string) => `The table has no column ${name}`

function listFaults(
  { keys, include }: IndexDefinition,
  columns: ReadonlySet<string>,
): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const [at, { column, expression }] of keys.entries()) {
    if (column === null) {
      if ((expression ?? '').trim() === '')
        faults[`keys.${at}.expression`] = 'Enter an expression, or choose a column'
    } else if (!columns.has(column)) faults[`keys.${at}.column`] = missing(column)
  }
  const lost = include.find((name) => !columns.has(name))
  if (lost !== undefined) faults['include'] = missing(lost)
  return faults
}
