import type { ProjectDatabase, Queryable } from '@basalt/engine'
import type { ForeignKeyColumns } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError } from './design.ts'
import { inParentheses, tableName } from './steps.ts'

/** More are not counted. */
const countedRows = 10_000
const shownRows = 20

export type Violations = {
  count: number
  has_more: boolean
  columns: string[]
  rows: (string | null)[][]
}

/**
 * The rows that violate a foreign key: none of their key's values is null, and the other table has
 * no such row. Names come from the caller and are quoted.
 */
export async function findViolations(
  db: Queryable,
  table: { schema: string; name: string },
  key: ForeignKeyColumns & { signal?: AbortSignal },
): Promise<Violations> {
  const { columns, references, signal } = key
  if (columns.length !== references.columns.length) {
    throw new DesignError({ references: 'Choose as many columns as the referenced key has' })
  }
  const own = columns.map((name) => `t.${quoteIdent(name)}`)
  const matches = references.columns.map((name, index) => `r.${quoteIdent(name)} = ${own[index]}`)
  const target = tableName({ schema: references.schema, name: references.table })
  const violating = `from ${tableName(table)} t
    where ${own.map((name) => `${name} is not null`).join(' and ')}
      and not exists (select from ${target} r where ${matches.join(' and ')})`
  return counted(db, { shown: 't.*', violating }, signal)
}

/** A condition on rows, in the names that columns are to have. */
type RowRule = {
  check: string
  /** The columns that are shown, with their names so far. */
  shown: readonly { was: string; name: string }[]
}

/**
 * The rows that violate a check: those for which it is false, not those for which it is NULL. The
 * condition is the caller's own SQL and runs in a read-only transaction.
 */
export function findInvalidRows(
  db: ProjectDatabase,
  table: { schema: string; name: string },
  { check, shown, signal }: RowRule & { signal?: AbortSignal },
): Promise<Violations> {
  const columns = shown.map(({ was, name }) => `${quoteIdent(was)} as ${quoteIdent(name)}`)
  // A condition may name its table.
  const violating = `from (select ${columns.join(', ')} from ${tableName(table)})
    as ${quoteIdent(table.name)} where ${inParentheses(check)} is false`
  return db.snapshot((tx) => counted(tx, { shown: '*', violating }, signal))
}

type Appearance = { shown: string; violating: string }

/** The limits are parameters: with parameters PostgreSQL accepts one statement only. */
async function counted(
  db: Queryable,
  { shown, violating }: Appearance,
  signal: AbortSignal | undefined,
): Promise<Violations> {
  const found = await db.text(`select ${shown} ${violating} limit $1`, [shownRows], { signal })
  const all = await db.text(
    `select count(*) from (select ${violating} limit $1) as violating`,
    [countedRows + 1],
    { signal },
  )
  const count = Number(all.rows[0]?.[0] ?? 0)
  return {
    count: Math.min(count, countedRows),
    has_more: count > countedRows,
    columns: found.fields.map(({ name }) => name),
    rows: found.rows,
  }
}
