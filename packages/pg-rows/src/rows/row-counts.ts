import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'
import { listChildTables } from '@basalt/pg-catalog'

/** Tables with more rows are not counted for a list. */
const maxRows = 10_000
/** Larger tables are not counted either: so much is read in a few milliseconds. */
const maxBytes = 2 * 1024 * 1024

export type RowCount = { id: number; rows: number }

/**
 * Exact row counts of these tables, in one statement; small tables only. Tables with too many rows,
 * with rows that the role may not read, or with a lock are left out.
 */
export async function smallRowCounts(
  db: ProjectDatabase,
  ids: readonly number[],
): Promise<RowCount[]> {
  try {
    return await db.transaction((tx) => counted(tx, ids))
  } catch (error) {
    // Counts are optional: a locked or dropped table must not fail the caller.
    if (error instanceof EngineError && error.kind === 'statement') return []
    throw error
  }
}

async function counted(tx: Queryable, ids: readonly number[]): Promise<RowCount[]> {
  const small = await tx.query<{ id: number; name: string }>(findSmall, [ids, maxBytes])
  if (small.length === 0) return []
  const counts = small.map(
    ({ id, name }) =>
      `select ${id} as id, (select count(*) from (select from ${name} limit ${maxRows + 1}) as r)::int as rows`,
  )
  const rows = await tx.query<RowCount>(counts.join(' union all '))
  return rows.filter(({ rows: count }) => count <= maxRows)
}

/** With the settings for the rest of the transaction. */
const findSmall = /* SQL */ `
  with settings as materialized (
    select set_config('lock_timeout', '100ms', true), set_config('statement_timeout', '1s', true)
  )
  select c.oid::int8::float8 as id, c.oid::regclass::text as name
  from settings, pg_class c
  where c.oid = any ($1::oid[]) and c.relkind in ('r', 'p', 'm')
    and (c.relkind <> 'm' or c.relispopulated)
    and has_schema_privilege(c.relnamespace, 'usage') and has_table_privilege(c.oid, 'select')
    and not row_security_active(c.oid)
    and (
      select sum(pg_relation_size(part)) from (
        select c.oid as part
        union
        select h.id from (${listChildTables('c.oid')}) h
      ) parts
    ) <= $2`
