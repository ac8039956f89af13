import type { Queryable } from '@basalt/engine'
import { type LexicalRules, standardRules } from '@basalt/pg-sql'

/**
 * How a new session of the database reads literals; queried only where the script depends on it.
 */
export async function defaultRules(db: Queryable, script: string): Promise<LexicalRules> {
  if (!script.includes('\\')) return standardRules
  const [row] = await db.query<{ value: string }>(
    "select reset_val as value from pg_settings where name = 'standard_conforming_strings'",
  )
  return { hasStandardStrings: row?.value !== 'off' }
}
