import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import type { ForeignKeyColumns } from './design.ts'
import { DesignError } from './design.ts'
import { tableName } from './steps.ts'

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
 * The rows that a foreign key would refuse: none of their key's values is null, and the
 * other table has no such row. Names come from the caller and are quoted.
 */
export async function findViolations(
  db: Queryable,
  table: { schema: string; name: string },
  key: ForeignKeyColumns & { signal?: AbortSignal },
): Promise<Violations> {
  const { columns, references, signal } = key
  if (columns.length !== references.columns.length) {
    throw new DesignError({ references: 'As many columns as the key has' })
  }
  const own = columns.map((name) => `t.${quoteIdent(name)}`)
  const matches = references.columns.map((name, index) => `r.${quoteIdent(name)} = ${own[index]}`)
  const target = tableName({ schema: references.schema, name: references.table })
  const violating = `from ${tableName(table)} t
    where ${own.map((name) => `${name} is not null`).join(' and ')}
      and not exists (select from ${target} r where ${matches.join(' and ')})`
  const found = await db.text(`select t.* ${violating} limit ${shownRows}`, [], { signal })
  const counted = await db.text(
    `select count(*) from (select ${violating} limit ${countedRows + 1}) as violating`,
    [],
    { signal },
  )
  const count = Number(counted.rows[0]?.[0] ?? 0)
  return {
    count: Math.min(count, countedRows),
    has_more: count > countedRows,
    columns: found.fields.map(({ name }) => name),
    rows: found.rows,
  }
}
