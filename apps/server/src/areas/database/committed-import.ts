import type { ImportState } from '@basalt/contract/database/imports'
import type { Queryable } from '@basalt/engine'
import { findImport } from '@basalt/pg-rows'

/**
 * The end of an import that no running process knows: its record was written in its transaction, so
 * it exists exactly when the rows do. Null without a record, and for other users.
 */
export async function committedImport(
  db: Queryable,
  id: string,
  owner: string,
): Promise<ImportState | null> {
  const found = await findImport(db, id)
  if (found === null || found.by !== owner) return null
  const { table, inserted, updated } = found
  return {
    id,
    table: { id: table.id, schema: table.schema, name: table.name },
    status: 'done',
    bytes: 0,
    size_bytes: null,
    rows: inserted + updated,
    inserted,
    updated,
    rejected: 0,
    reasons: [],
    all_or_nothing: false,
    columns: [],
    error: null,
    decide_by: null,
    history_id: found.is_kept ? id : null,
  }
}
