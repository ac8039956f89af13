import type { OriginRefusal, SessionSettings } from '@basalt/contract'

import type { Run, StatementResult } from '../../run-model.ts'
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
  if (result.state === 'running') return 'The rows are still coming'
  if (settings?.as !== undefined)
    return `These rows were read as ${settings.as.role}. Run the query as yourself to change them`
  if (settings?.read_only === true)
    return 'This query runs in a read-only session. Switch that off to change rows'
  if (run?.state === 'held' || (run?.session?.since ?? null) !== null)
    return 'A transaction of this query is open. Commit it or roll it back first'
  return tracer === undefined
    ? 'None of these values is known to be of a table. Where a query reads tables, run it again'
    : undefined
}

const words: Readonly<Record<OriginRefusal, (name: string, key: string) => string>> = {
  not_a_query: () => 'This statement is no plain SELECT: read the rows with one to change them',
  read_twice: (name) =>
    `The query reads ${name} more than once, so it is not certain of which row this value is`,
  view: (name) => `${name} is a view: read the tables behind it to change their rows`,
  protected: (name) => `${name} is protected: a service keeps its own data in it`,
  temporary: (name) => `${name} is a temporary table, which only this query’s session sees`,
  unseen: () => 'The table of this value is not there for others: its transaction is still open',
  no_key: (name) => `${name} has no primary key, so a single row cannot be named`,
  heirs: (name) =>
    `Other tables inherit from ${name} and may have rows with the same key: change them in the table editor`,
  key_missing: (name, key) => `Read ${key} of ${name}, too: that names the row`,
}

/** Why this cell cannot be changed; undefined when it can. */
export function cellReason(tracer: Tracer, row: Row, column: number): string | undefined {
  const field = tracer.fieldAt(column)
  if (field === null) return 'This value is computed by the query'
  const { table, isGenerated } = field
  if (table.refusal !== null) return words[table.refusal](table.name, table.key.join(', '))
  if (isGenerated) return `PostgreSQL computes ${field.column} itself, so it cannot be written`
  return tracer.getRowFor(table.id, row) === null
    ? `There is no row of ${table.name} here`
    : undefined
}
