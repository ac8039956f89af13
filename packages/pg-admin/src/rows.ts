import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { keyConditions } from './rows/read-rows.ts'
import { columnOf, qualified, RowError, type RowTarget, wholeRow } from './rows/row-target.ts'

type Values = Readonly<Record<string, string | null>>

/** Answers the row as stored. Columns that are left out get their default. */
export async function insertRow(
  db: Queryable,
  target: RowTarget,
  row: Values,
): Promise<(string | null)[]> {
  const columns = Object.keys(row).map((name) => columnOf(target, name))
  const names = columns.map(({ name }) => quoteIdent(name)).join(', ')
  const places = columns.map((column, index) => `$${index + 1}`).join(', ')
  const what = columns.length === 0 ? 'default values' : `(${names}) values (${places})`
  const result = await db.text(
    `insert into ${qualified(target)} ${what} returning ${wholeRow(target)}`,
    columns.map(({ name }) => row[name] ?? null),
  )
  return result.rows[0] ?? []
}

export type RowChange = { key: readonly string[]; values: Values; previous: Values }

/** Answers the row as stored; null when it is gone or no longer has the previous values. */
export async function updateRow(
  db: Queryable,
  target: RowTarget,
  change: RowChange,
): Promise<(string | null)[] | null> {
  const parameters: (string | null)[] = []
  const place = (value: string | null) => `$${parameters.push(value)}`
  const assignments = Object.entries(change.values).map(
    ([name, value]) => `${quoteIdent(name)} = ${place(value)}`,
  )
  if (assignments.length === 0) throw new RowError('Nothing is to be changed')
  const unchanged = Object.entries(change.previous).map(([name, value]) => {
    // Compared as PostgreSQL prints it: not every type has an equality, and a cast to text
    // differs from what was shown for booleans and padded characters.
    parameters.push(value)
    const column = quoteIdent(columnOf(target, name).name)
    const shown = `case when num_nulls(${column}) = 0 then format('%s', ${column}) end`
    return `${shown} is not distinct from $${parameters.length}::text`
  })
  const result = await db.text(
    `update ${qualified(target)} set ${assignments.join(', ')}
     where ${[...keyConditions(target, change.key, place), ...unchanged].join(' and ')}
     returning ${wholeRow(target)}`,
    parameters,
  )
  return result.rows[0] ?? null
}

/** Answers how many rows are gone; run it in a transaction to delete all or none. */
export async function deleteRows(
  db: Queryable,
  target: RowTarget,
  keys: readonly (readonly string[])[],
): Promise<number> {
  const parameters: (string | null)[] = []
  const place = (value: string | null) => `$${parameters.push(value)}`
  const rows = keys.map((key) => `(${keyConditions(target, key, place).join(' and ')})`)
  const result = await db.text(
    `delete from ${qualified(target)} where ${rows.join(' or ')}`,
    parameters,
  )
  return result.rowCount ?? 0
}
