import type { Queryable, QueryOptions } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

/** What paging and editing need to know of a table. */
export type RowTarget = {
  schema: string
  name: string
  columns: readonly { name: string }[]
  /** Columns that name a row; empty when there are none. */
  key: readonly string[]
}

export type PageRequest = {
  limit: number
  /** The key, as text, of the row that the page lies beyond. */
  cursor: readonly string[] | null
  direction: 'forward' | 'backward'
  at: 'start' | 'end'
  filter: { column: string; value: string } | null
  /** Cancels the read in the database. */
  signal?: AbortSignal | undefined
}

export type Page = { rows: (string | null)[][]; has_more: boolean }

/** The input does not fit the table; the message says why. */
export class RowError extends Error {
  override readonly name = 'RowError'
}

const qualified = (target: RowTarget) => `${quoteIdent(target.schema)}.${quoteIdent(target.name)}`

const columnList = (target: RowTarget) =>
  target.columns.length === 0 ? '' : target.columns.map(({ name }) => quoteIdent(name)).join(', ')

/**
 * One page in key order, read from the index: its cost does not depend on where it lies.
 * Without a key the rows come as PostgreSQL stores them, one page only.
 */
export async function readPage(
  db: Queryable,
  target: RowTarget,
  request: PageRequest,
): Promise<Page> {
  const isBackward = request.direction === 'backward' || request.at === 'end'
  const values: string[] = []
  const conditions: string[] = []
  if (request.filter !== null) {
    const column = columnOf(target, request.filter.column)
    values.push(request.filter.value)
    conditions.push(`${quoteIdent(column.name)} = $${values.length}`)
  }
  if (request.cursor !== null) {
    conditions.push(beyond(target, request.cursor, { isBackward, values }))
  }
  const order = target.key
    .map((name) => `${quoteIdent(name)} ${isBackward ? 'desc' : 'asc'}`)
    .join(', ')
  const statement = [
    `select ${columnList(target)} from ${qualified(target)}`,
    conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
    order === '' ? '' : `order by ${order}`,
    // One row more than asked for tells whether there is another page.
    `limit ${request.limit + 1}`,
  ]
  const result = await db.text(statement.filter((part) => part !== '').join(' '), values, {
    signal: request.signal,
  })
  const rows = result.rows.slice(0, request.limit)
  if (isBackward) rows.reverse()
  return { rows, has_more: result.rows.length > request.limit }
}

function beyond(
  target: RowTarget,
  cursor: readonly string[],
  { isBackward, values }: { isBackward: boolean; values: string[] },
): string {
  if (target.key.length === 0) throw new RowError('This table has no key to page by')
  if (cursor.length !== target.key.length)
    throw new RowError('The cursor does not fit the key of this table')
  const places = target.key.map((name, index) => {
    values.push(cursor[index] ?? '')
    return `$${values.length}`
  })
  const key = target.key.map((name) => quoteIdent(name)).join(', ')
  return `(${key}) ${isBackward ? '<' : '>'} (${places.join(', ')})`
}

export async function countRows(
  db: Queryable,
  target: RowTarget,
  options?: QueryOptions,
): Promise<string> {
  const result = await db.text(`select count(*) from ${qualified(target)}`, [], options)
  return result.rows[0]?.[0] ?? '0'
}

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
    `insert into ${qualified(target)} ${what} returning ${columnList(target)}`,
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
  const place = (name: string, value: string | null) => {
    parameters.push(value)
    return `$${parameters.length}`
  }
  const assignments = Object.entries(change.values).map(
    ([name, value]) => `${quoteIdent(name)} = ${place(name, value)}`,
  )
  if (assignments.length === 0) throw new RowError('Nothing is to be changed')
  const unchanged = Object.entries(change.previous).map(([name, value]) => {
    // Compared as PostgreSQL prints it: not every type has an equality, and a cast to text
    // differs from what was shown for booleans and padded characters.
    parameters.push(value)
    const column = quoteIdent(columnOf(target, name).name)
    const shown = `case when ${column} is null then null else format('%s', ${column}) end`
    return `${shown} is not distinct from $${parameters.length}::text`
  })
  const result = await db.text(
    `update ${qualified(target)} set ${assignments.join(', ')}
     where ${[...keyConditions(target, change.key, place), ...unchanged].join(' and ')}
     returning ${columnList(target)}`,
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
  const place = (name: string, value: string | null) => {
    parameters.push(value)
    return `$${parameters.length}`
  }
  const rows = keys.map((key) => `(${keyConditions(target, key, place).join(' and ')})`)
  const result = await db.text(
    `delete from ${qualified(target)} where ${rows.join(' or ')}`,
    parameters,
  )
  return result.rowCount ?? 0
}

function keyConditions(
  target: RowTarget,
  key: readonly string[],
  place: (name: string, value: string) => string,
): string[] {
  if (target.key.length === 0) {
    throw new RowError('This table has no primary key, so a single row cannot be named')
  }
  if (key.length !== target.key.length) throw new RowError('The key does not fit this table')
  return target.key.map((name, index) => `${quoteIdent(name)} = ${place(name, key[index] ?? '')}`)
}

function columnOf(target: RowTarget, name: string) {
  const column = target.columns.find((entry) => entry.name === name)
  if (column === undefined) throw new RowError(`There is no column "${name}" in this table`)
  return column
}
