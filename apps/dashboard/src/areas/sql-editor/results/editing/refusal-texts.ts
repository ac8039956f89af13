import type { OriginRefusal, SessionSettings } from '@basalt/contract/database/query'

import type { Run, StatementResult } from '../../runs/run-model.ts'
import type { Tracer } from './traced-cells.ts'

type Row = readonly (string | null)[]

type Around = {
  result: StatementResult
  settings: SessionSettings | undefined
  /** Why the person may not change rows at all. */
  denied: string | undefined
  /** The present run of the query. */
  run: Run | null
  tracer: Tracer | undefined
}

/** Why no cell of the result can be changed; undefined when some may be. */
export function resultReason(around: Around): string | undefined {
  const { result, settings, denied, run, tracer } = around
  if (denied !== undefined) return denied
  if (result.state === 'running') return 'Rows are still loading'
  if (settings?.as !== undefined)
    return `These rows were read as ${settings.as.role}. To edit them, run the query with your own role`
  if (settings?.read_only === true)
    return 'This query runs in a read-only session. Turn off read only to edit rows'
  if (run?.state === 'held' || (run?.session?.since ?? null) !== null)
    return 'Commit or roll back the open transaction first'
  return tracer === undefined
    ? 'No column of this result comes from a table. If the query reads tables, run it again'
    : undefined
}

const words: Readonly<Record<OriginRefusal, (name: string, key: string) => string>> = {
  not_a_query: () => 'Only the rows of a plain SELECT can be edited',
  read_twice: (name) =>
    `The query reads ${name} more than once, so the row of this value is ambiguous`,
  view: (name) => `${name} is a view: query its tables to edit their rows`,
  protected: (name) => `${name} is protected: a service stores its data in it`,
  temporary: (name) => `${name} is a temporary table, visible only to the session of this query`,
  unseen: () => 'The table of this value is not committed yet. Commit its transaction first',
  no_key: (name) => `${name} has no primary key, so its rows cannot be edited here`,
  child_tables: (name) =>
    `Other tables inherit from ${name} and may have rows with the same key: edit them in the table editor`,
  key_missing: (name, key) => `Select ${key} of ${name} as well: it identifies the row`,
}

/** Why this cell cannot be changed; undefined when it can. */
export function cellReason(tracer: Tracer, row: Row, column: number): string | undefined {
  const field = tracer.fieldAt(column)
  if (field === null) return 'This value is computed by the query'
  const { table, isGenerated } = field
  if (table.refusal !== null) return words[table.refusal](table.name, table.key.join(', '))
  if (isGenerated) return `PostgreSQL computes ${field.column}, so it cannot be edited`
  return tracer.getRowFor(table.id, row) === null
    ? `This row has no match in ${table.name}`
    : undefined
}
