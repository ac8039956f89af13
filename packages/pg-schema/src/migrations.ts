import type { Queryable } from '@basalt/engine'
import { createOnce } from '@basalt/pg-catalog'

/** The schema in which command line tools for databases of this kind record migrations. */
const schema = 'supabase_migrations'
const table = `${schema}.schema_migrations`

const maxListed = 1000

export type Migration = { version: string; name: string | null; statements: string[] }

/** Newest first. Tables of older tools have only a version. */
export async function listMigrations(db: Queryable): Promise<Migration[]> {
  const [known] = await db.query<{ is_there: boolean }>(
    `select to_regclass('${table}') is not null as is_there`,
  )
  if (known?.is_there !== true) return []
  const rows = await db.query<{ migration: Partial<Migration> }>(/* SQL */ `
    select to_jsonb(m) as migration from ${table} m
    order by m.version desc limit ${maxListed}`)
  return rows.map(({ migration: { version = '', name = null, statements } }) => ({
    version,
    name,
    statements: statements ?? [],
  }))
}

/**
 * Records an applied migration, and creates the table when it is missing. Needs a transaction. Null
 * when the version exists already.
 */
export async function recordMigration(
  tx: Queryable,
  { version, name, statements }: Migration,
): Promise<Migration | null> {
  await createOnce(tx, [
    `create schema if not exists ${schema}`,
    `create table if not exists ${table} (version text not null primary key)`,
    `alter table ${table} add column if not exists statements text[]`,
    `alter table ${table} add column if not exists name text`,
  ])
  const [row] = await tx.query<{ version: string }>(
    `insert into ${table} (version, name, statements)
     select $1, $2, array(select jsonb_array_elements_text($3::jsonb))
     on conflict do nothing returning version`,
    [version, name, JSON.stringify(statements)],
  )
  return row === undefined ? null : { version, name, statements }
}
