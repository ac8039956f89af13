import { EngineError, type Queryable } from '@basalt/engine'
import { createOnce } from '@basalt/pg-catalog'

/** The schema in which command line tools for databases of this kind record migrations. */
const schema = 'supabase_migrations'
const table = `${schema}.schema_migrations`

const maxListed = 1000

export type Migration = {
  version: string
  name: string | null
  statements: string[]
  /** Statements that undo it; null where there are none. */
  rollback: string[] | null
}

/** Newest first. Tables of older tools have only a version. */
export async function listMigrations(db: Queryable): Promise<Migration[]> {
  const [known] = await db.query<{ is_present: boolean }>(
    `select to_regclass('${table}') is not null as is_present`,
  )
  if (known?.is_present !== true) return []
  const rows = await db.query<{ migration: Partial<Migration> }>(/* SQL */ `
    select to_jsonb(m) as migration from ${table} m
    order by m.version desc limit ${maxListed}`)
  return rows.map(({ migration: { version = '', name = null, statements, rollback } }) => ({
    version,
    name,
    statements: statements ?? [],
    rollback: rollback ?? null,
  }))
}

/**
 * Records an applied migration, and creates the table when it is missing. Needs a transaction. Null
 * when the version exists already.
 */
export async function recordMigration(
  tx: Queryable,
  migration: Migration,
): Promise<Migration | null> {
  await createTable(tx)
  return insert(tx, migration)
}

/** An existing table is not altered: that would lock it until the transaction ends. */
async function createTable(tx: Queryable): Promise<void> {
  const [found] = await tx.query<{ columns: number }>(
    `select count(*)::int as columns from pg_attribute
     where attrelid = to_regclass('${table}') and not attisdropped
       and attname in ('version', 'statements', 'name', 'rollback')`,
  )
  if (found?.columns === 4) return
  await createOnce(tx, [
    `create schema if not exists ${schema}`,
    `create table if not exists ${table} (version text not null primary key)`,
    `alter table ${table} add column if not exists statements text[]`,
    `alter table ${table} add column if not exists name text`,
    `alter table ${table} add column if not exists rollback text[]`,
  ])
}

async function insert(
  tx: Queryable,
  { version, name, statements, rollback }: Migration,
): Promise<Migration | null> {
  const [row] = await tx.query<{ version: string }>(
    `insert into ${table} (version, name, statements, rollback)
     select $1, $2, array(select jsonb_array_elements_text($3::jsonb)),
       case when $4::jsonb is not null then array(select jsonb_array_elements_text($4::jsonb)) end
     on conflict do nothing returning version`,
    [
      version,
      name,
      JSON.stringify(statements),
      rollback === null ? null : JSON.stringify(rollback),
    ],
  )
  return row === undefined ? null : { version, name, statements, rollback }
}

/** As migrations are named in files: `create_policy_own_rows`. */
export const toMigrationName = (...parts: string[]): string =>
  parts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/gu, '')
    .slice(0, 200)

const freeVersion = /* SQL */ `
  select version from (
    select to_char(now() at time zone 'UTC' + n * interval '1 second', 'YYYYMMDDHH24MISS') as version
    from generate_series(0, 999) n
  ) x
  where not exists (select from ${table} m where m.version = x.version)
  order by version limit 1`

/**
 * Records a change that the same transaction made, under the version of its second or the next free
 * one. A table of migrations that cannot be written does not stop the change: false then.
 */
export async function recordChange(
  tx: Queryable,
  { name, statements, rollback }: Omit<Migration, 'version'>,
): Promise<boolean> {
  await tx.query('savepoint record_migration')
  try {
    await createTable(tx)
    // Another transaction may take the same version; the next attempt sees it.
    for (let attempt = 0; attempt < 5; attempt++) {
      const [free] = await tx.query<{ version: string }>(freeVersion)
      if (free === undefined) return false
      const added = await insert(tx, { version: free.version, name, statements, rollback })
      if (added !== null) return true
    }
    return false
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'statement') throw error
    await tx.query('rollback to savepoint record_migration')
    return false
  }
}
