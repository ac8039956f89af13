import type { Queryable } from '@basalt/engine'
import { type OwnExtension, ownExtensions } from '@basalt/extensions'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

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
  await tx.query(`create schema ${quoteIdent(own.schema)}`)
  await runScripts(tx, own, [own.sql, ...(own.updates ?? []).map((update) => update.sql)])
}

/** Runs scripts of an extension that is plain SQL here, and notes the version as a comment. */
export async function runScripts(
  tx: Queryable,
  { name, version, schema }: OwnExtension,
  scripts: readonly string[],
): Promise<void> {
  const own = quoteIdent(schema ?? '')
  const [before] = await tx.query<{ path: string }>(
    `select pg_catalog.current_setting('search_path') as path`,
  )
  await tx.query(`set local search_path = ${own}, public`)
  for (const script of scripts) {
    // A query has one statement, and `execute` takes any number.
    const block = `begin execute ${quoteLiteral(script)}; end`
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await tx.query(`do ${quoteLiteral(block)}`)
  }
  await tx.query(`select pg_catalog.set_config('search_path', $1, true)`, [before?.path ?? ''])
  await tx.query(`comment on schema ${own} is ${quoteLiteral(`${name} ${version} of Basalt`)}`)
}
