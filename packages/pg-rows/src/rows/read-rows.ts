import type { Queryable, QueryOptions } from '@basalt/engine'
import type { RowView } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { getColumn, qualified, RowError, type RowTarget } from './row-target.ts'
import { binding, viewConditions } from './row-view.ts'

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

/** Exact, as text. It reads every row of the view, or one more than the limit. */
export async function countRows(
  db: Queryable,
  target: RowTarget,
  { view, limit, signal }: { view: RowView; limit?: number | undefined } & QueryOptions,
): Promise<string> {
  const { values, bind } = binding()
  const conditions = viewConditions(target, view, bind)
  const statement =
    limit === undefined
      ? selection(target, { list: 'count(*)', conditions })
      : `select count(*) from (${selection(target, { list: '', conditions, limit: limit + 1 })}) as counted`
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
    throw new RowError('This table has no primary key, so single rows cannot be identified')
  }
  if (key.length !== target.key.length) throw new RowError('The key does not match this table')
  return target.key.map((name, index) => `${quoteIdent(name)} = ${bind(key[index] ?? '')}`)
}

/** Bytes of a value that is read in one piece. */
const largestCell = 8 * 1024 * 1024

type Cell = { column: string; key: readonly string[]; signal?: AbortSignal | undefined }

/**
 * One whole value; `missing` when no row has the key, `too-large` beyond 8 MB.
 *
 * @throws RowError when the key or the column does not fit the table.
 */
export async function readCell(
  db: Queryable,
  target: RowTarget,
  { column, key, signal }: Cell,
): Promise<{ value: string | null } | 'missing' | 'too-large'> {
  const { values, bind } = binding()
  const name = quoteIdent(getColumn(target, column).name)
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
  if (row === undefined) return 'missing'
  const [value = null, size = null] = row
  return Number(size ?? 0) > largestCell ? 'too-large' : { value }
}
