import { EngineError, type ProjectDatabase } from '@basalt/engine'

import { inRolledBackTransaction } from '../designs/rolled-back.ts'
import { type Fragment, placeAt, toSql } from '../designs/steps.ts'

/** A refusal of PostgreSQL, at an offset in the text of a field. */
export type DesignFault = { field: string; message: string; position: number }

/**
 * Lets PostgreSQL read statements of a design in a transaction that is rolled back. Null when it
 * accepts them, and when the error is about no field.
 */
export async function findFault(
  db: ProjectDatabase,
  fragments: readonly Fragment[],
): Promise<DesignFault | null> {
  if (fragments.length === 0) return null
  let current: Fragment = []
  try {
    await inRolledBackTransaction(db, async (tx) => {
      await tx.text("set local lock_timeout = '500ms'")
      await tx.text("set local statement_timeout = '5s'")
      for (const fragment of fragments) {
        current = fragment
        // Values make it one statement of the extended protocol, so that none ends the transaction.
        await tx.text(toSql(fragment), [])
      }
    })
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const { message, sql } = error
    const found = sql?.position === undefined ? undefined : placeAt(current, sql.position)
    return found === undefined ? null : { field: found.field, message, position: found.offset }
  }
  return null
}
