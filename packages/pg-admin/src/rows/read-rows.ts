import type { Queryable, QueryOptions } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { shownRow, unmarked } from './row-cut.ts'
import { orderSql, partsBehind, reversed, rowOrder } from './row-order.ts'
import { columnOf, qualified, RowError, type RowTarget } from './row-target.ts'
import { binding, type RowView, viewConditions } from './row-view.ts'

export type PageRequest = {
  limit: number
  view: RowView
  direction: 'forward' | 'backward'
  at: 'start' | 'end'
  /** The values, as text, of the row that the page lies beyond, in the columns of the order. */
  cursor: readonly (string | null)[] | null
  /** Values of the first columns of the order: the page begins there, or ends before. */
  from: readonly (string | null)[] | null
  /** Cancels the read in the database. */
  signal?: AbortSignal | undefined
}

export type Page = {
  rows: (string | null)[][]
  has_more: boolean
  cut?: [number, number][]
}

/**
 * One page in the order of the view, read from an index where one serves: its cost does then
 * not depend on where it lies. Without a key and a sort the rows come as PostgreSQL stores them,
 * one page only.
 */
export async function readPage(
  db: Queryable,
  target: RowTarget,
  request: PageRequest,
): Promise<Page> {
  const isBackward = request.direction === 'backward' || request.at === 'end'
  const order = rowOrder(target, request.view.sort)
  const found = await readParts(db, target, { ...request, isBackward })
  const rows = found.slice(0, request.limit)
  if (isBackward) rows.reverse()
  const names = order.map(({ name }) => name)
  const { cut } = unmarked(rows, target, names)
  return { rows, has_more: found.length > request.limit, ...(cut.length > 0 && { cut }) }
}

/** The parts of a page one after another: the next is read when those before fell short. */
async function readParts(
  db: Queryable,
  target: RowTarget,
  request: PageRequest & { isBackward: boolean },
): Promise<(string | null)[][]> {
  const order = rowOrder(target, request.view.sort)
  const direction = request.isBackward ? reversed(order) : order
  const place = placeOf(request)
  const parts = place === null ? [() => ''] : partsBehind(direction, place)
  const names = order.map(({ name }) => name)
  const rows: (string | null)[][] = []
  for (const part of parts) {
    // One row more than asked for tells whether there is another page.
    const wanted = request.limit + 1 - rows.length
    if (wanted <= 0) break
    const { values, bind } = binding()
    const behind = part(bind)
    const conditions = [
      ...(behind === '' ? [] : [behind]),
      ...viewConditions(target, request.view, bind),
    ]
    const statement = selection(target, {
      list: shownRow(target, names),
      conditions,
      order: orderSql(direction),
      limit: wanted,
    })
    // oxlint-disable-next-line no-await-in-loop -- see above
    const result = await db.text(statement, values, { signal: request.signal })
    rows.push(...result.rows)
  }
  return rows
}

/** A cursor lies before its page, `from` is where the page begins. */
function placeOf({ cursor, from, isBackward }: PageRequest & { isBackward: boolean }) {
  if (cursor !== null) return { values: cursor, isIncluded: false }
  return from === null ? null : { values: from, isIncluded: !isBackward }
}

type Selection = {
  list: string
  conditions: readonly string[]
  order?: string
  limit?: number
  offset?: number
}

export function selection(target: RowTarget, parts: Selection): string {
  const { list, conditions, order = '', limit, offset } = parts
  return [
    `select ${list} from ${qualified(target)}`,
    ...(conditions.length > 0 ? [`where ${conditions.join(' and ')}`] : []),
    ...(order === '' ? [] : [`order by ${order}`]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...(offset === undefined ? [] : [`offset ${offset}`]),
  ].join(' ')
}

/** Exact, as text. It reads every row of the view. */
export async function countRows(
  db: Queryable,
  target: RowTarget,
  { view, signal }: { view: RowView } & QueryOptions,
): Promise<string> {
  const { values, bind } = binding()
  const conditions = viewConditions(target, view, bind)
  const statement = selection(target, { list: 'count(*)', conditions })
  const result = await db.text(statement, values, { signal })
  return result.rows[0]?.[0] ?? '0'
}

/** Conditions that name one row by the values of its key. */
export function keyConditions(
  target: RowTarget,
  key: readonly string[],
  bind: (value: string) => string,
): string[] {
  if (target.key.length === 0) {
    throw new RowError('This table has no primary key, so a single row cannot be named')
  }
  if (key.length !== target.key.length) throw new RowError('The key does not fit this table')
  return target.key.map((name, index) => `${quoteIdent(name)} = ${bind(key[index] ?? '')}`)
}

/** Bytes of a value that is read in one piece. */
const largestCell = 8 * 1024 * 1024

type Cell = { column: string; key: readonly string[]; signal?: AbortSignal | undefined }

/**
 * One value whole; `gone` when no row has the key, `too-large` beyond 8 MB.
 *
 * @throws RowError when the key or the column does not fit the table.
 */
export async function readCell(
  db: Queryable,
  target: RowTarget,
  { column, key, signal }: Cell,
): Promise<{ value: string | null } | 'gone' | 'too-large'> {
  const { values, bind } = binding()
  const name = quoteIdent(columnOf(target, column).name)
  const text = `case when num_nulls(${name}) = 0 then format('%s', ${name}) end`
  const conditions = keyConditions(target, key, bind)
  const inner = selection(target, { list: `${text} as value`, conditions })
  const result = await db.text(
    `select case when octet_length(value) <= ${largestCell} then value end, octet_length(value)
     from (${inner}) as cell`,
    values,
    { signal },
  )
  const [row] = result.rows
  if (row === undefined) return 'gone'
  const [value = null, size = null] = row
  return Number(size ?? 0) > largestCell ? 'too-large' : { value }
}
