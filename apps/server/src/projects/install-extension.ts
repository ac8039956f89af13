import type { Queryable } from '@basalt/engine'
import { ownExtensions } from '@basalt/extensions'
import { quoteIdent } from '@basalt/pg-sql'

/**
 * Makes the SQL interface of an extension exist in a database: `create extension` where the engine
 * has it, otherwise the script of our own. Idempotent. Run it in a transaction.
 *
 * @param creatable names that the engine can create, of its manifest.
 * @throws Error for a name that neither has, and PostgreSQL's errors.
 */
export async function installExtension(
  tx: Queryable,
  name: string,
  creatable: readonly string[],
): Promise<void> {
  if (creatable.includes(name)) {
    await tx.query(`create extension if not exists ${quoteIdent(name)} cascade`)
    return
  }
  const own = ownExtensions.find((one) => one.name === name)
  if (own === undefined || own.schema === null) {
    throw new Error(`No engine of this install has the extension ${name}`)
  }
  const [found] = await tx.query<{ exists: boolean }>(
    'select pg_catalog.to_regnamespace(quote_ident($1)) is not null as "exists"',
    [own.schema],
  )
  if (found?.exists === true) return
  for (const required of own.requires) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await installExtension(tx, required, creatable)
  }
  const schema = quoteIdent(own.schema)
  await tx.query(`create schema ${schema}`)
  const [before] = await tx.query<{ path: string }>(
    `select pg_catalog.current_setting('search_path') as path`,
  )
  await tx.query(`set local search_path = ${schema}, public`)
  for (const script of [own.sql, ...(own.updates ?? []).map((update) => update.sql)]) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await tx.query(script)
  }
  await tx.query(`select pg_catalog.set_config('search_path', $1, true)`, [before?.path ?? ''])
}

/**
 * Updates extensions of Basalt that a database has in an older version. Those that were installed
 * as plain SQL have no version, and stay as they are.
 */
export async function updateExtensions(db: Queryable): Promise<void> {
  const rows = await db.query<{ name: string; version: string }>(
    `select e.extname as name, e.extversion as version
     from pg_catalog.pg_extension e
     join pg_catalog.pg_available_extensions a on a.name = e.extname
     where a.default_version <> e.extversion and e.extname = any ($1::text[])`,
    [ownExtensions.map(({ name }) => name)],
  )
  for (const { name, version } of rows) {
    const { updates = [], firstVersion } = ownExtensions.find((one) => one.name === name) ?? {}
    // The original of an extension has other versions, and its owner updates it.
    if (version !== firstVersion && !updates.some(({ to }) => to === version)) continue
    // oxlint-disable-next-line no-await-in-loop -- at most one after an update of Basalt
    await db.query(`alter extension ${quoteIdent(name)} update`)
  }
}
