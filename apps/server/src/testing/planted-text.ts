import { quoteIdent } from '@basalt/pg-sql'
import { sql } from 'kysely'

import type { TestInstall } from './test-install.ts'

type Named = { schema: string; name: string }

const tables = `select n.nspname as schema, c.relname as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where has_table_privilege(c.oid, 'select') and (c.relkind in ('r', 'p', 'm')
    or c.relname in ('pg_stat_activity', 'pg_stat_statements', 'pg_settings', 'pg_user_mappings'))`

/**
 * Names the places that contain one of the texts: tables, catalogs and statistics of a project as
 * its owner reads them, its log, and tables of the install, with its queued jobs.
 */
export async function findPlanted(
  { store, engine }: Pick<TestInstall, 'store' | 'engine'>,
  ref: string,
  texts: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  const look = (place: string, text: string | null) => {
    if (texts.some((one) => text?.includes(one) === true)) found.push(place)
  }
  const listRows = ({ schema, name }: Named) =>
    `select t::text as text from ${quoteIdent(schema)}.${quoteIdent(name)} t`
  const db = await engine.open(ref, 'owner')
  for (const table of await db.query<Named>(tables)) {
    const rows = await db.query<{ text: string }>(listRows(table))
    for (const { text } of rows) look(`${table.schema}.${table.name}`, text)
  }
  const own = await sql.raw<Named>(tables).execute(store)
  for (const table of own.rows.filter(({ schema }) => schema !== 'pg_catalog')) {
    const { rows } = await sql.raw<{ text: string }>(listRows(table)).execute(store)
    for (const { text } of rows) look(`install: ${table.schema}.${table.name}`, text)
  }
  const { entries } = await engine.readLog(ref, null, { maxBytes: 10_000_000 })
  look('log', JSON.stringify(entries))
  return found
}
