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
  await tx.query(own.sql)
  await tx.query(`select pg_catalog.set_config('search_path', $1, true)`, [before?.path ?? ''])
}
