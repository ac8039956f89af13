import type { ProjectDatabase } from '@basalt/engine'
import { ownSchema } from '@basalt/pg-catalog'

import type { RecordedTable } from './record.ts'
import { hasHistory } from './storage.ts'

type Stored = {
  operations: number
  cascaded: number
  is_kept: boolean
  tables: RecordedTable[]
}
type StoredRow = { operation: number; after: (string | null)[] | null; kind: string }

export type StoredOutcome = {
  outcome: 'saved'
  results: ({ row: (string | null)[] } | { deleted: boolean })[] | null
  columns: Record<string, string[]>
  history_id: string | null
  cascaded: number
  repeated: true
}

/** The answer of a change when it was saved; null when there is no such change. */
export async function savedBefore(db: ProjectDatabase, id: string): Promise<StoredOutcome | null> {
  if (!(await hasHistory(db))) return null
  const [change] = await db.query<Stored>(
    `select operations, cascaded, is_kept, tables from ${ownSchema}.changes where id = $1`,
    [id],
  )
  if (change === undefined) return null
  const rows = await db.query<StoredRow>(
    `select operation, after, kind from ${ownSchema}.changed_rows
     where change = $1 and operation is not null`,
    [id],
  )
  const results: NonNullable<StoredOutcome['results']> = Array.from(
    { length: change.operations },
    () => ({ deleted: true }),
  )
  for (const { operation, after } of rows) if (after !== null) results[operation] = { row: after }
  return {
    outcome: 'saved',
    results: change.is_kept ? results : null,
    columns: Object.fromEntries(change.tables.map((table) => [table.id, [...table.columns]])),
    history_id: change.is_kept ? id : null,
    cascaded: change.cascaded,
    repeated: true,
  }
}
