import { hasChildTables, isSystemColumn } from '@basalt/pg-catalog'
import type { SortKey } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { getColumn, RowError, type RowTarget, type TargetColumn } from './row-target.ts'
import type { Bind } from './row-view.ts'

/** One column of an order, with its direction. */
export type OrderColumn = {
  name: string
  sql: string
  /** A cast after a value that PostgreSQL would otherwise resolve to another type. */
  cast: string
  descending: boolean
  nullsFirst: boolean
  isNullable: boolean
}

/**
 * The order of a view's rows: its sort, then the key, which makes it unique. The key has the
 * direction of the last sorted column, because one index can then be read for both.
 */
export function rowOrder(target: RowTarget, sort: readonly SortKey[] = []): OrderColumn[] {
  const sorted = sort.map(({ column, descending = false, nulls }) => ({
    ...orderColumn(target, column, descending),
    // PostgreSQL's own: rows without a value count as larger than all others.
    nullsFirst: nulls === undefined ? descending : nulls === 'first',
  }))
  const names = sorted.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new RowError('Sort by each column only once')
  const direction = sorted.at(-1)?.descending ?? false
  const rest = target.key.filter((name) => !names.includes(name))
  return [...sorted, ...rest.map((name) => orderColumn(target, name, direction))]
}

function orderColumn(target: RowTarget, name: string, descending: boolean): OrderColumn {
  const column = getColumn(target, name)
  return {
    name,
    sql: quoteIdent(name),
    cast: getCast(column),
    descending,
    nullsFirst: descending,
    isNullable: mayBeNull(target, column),
  }
}

/**
 * Operators of pseudo and system types, such as those of `record` and `oid`, resolve a literal to
 * their own type. Types with a modifier have their own operators, and a cast would truncate a
 * value.
 */
export const getCast = ({ data_type: type, kind }: TargetColumn): string =>
  type.startsWith('reg') || (kind === 'other' && !type.includes('(')) ? `::${type}` : ''

/** Key columns are not null, but a table's constraints need not hold for its child tables. */
const mayBeNull = (target: RowTarget, { name, is_nullable: isNullable }: TargetColumn): boolean =>
  hasChildTables(target) ? !isSystemColumn(name) : isNullable && !target.key.includes(name)

export const reversed = (order: readonly OrderColumn[]): OrderColumn[] =>
  order.map((column) => ({
    ...column,
    descending: !column.descending,
    nullsFirst: !column.nullsFirst,
  }))

/** The list of `order by`; PostgreSQL's defaults are left out. */
export const orderSql = (order: readonly OrderColumn[]): string =>
  order
    .map(({ sql, descending, nullsFirst, isNullable }) => {
      const direction = descending ? ' desc' : ''
      if (!isNullable || nullsFirst === descending) return `${sql}${direction}`
      return `${sql}${direction} nulls ${nullsFirst ? 'first' : 'last'}`
    })
    .join(', ')

export type Position = {
  /** Values of the first columns of the order. */
  values: readonly (string | null)[]
  /** Whether rows with exactly these values are included. */
  isIncluded: boolean
}

/** A condition that binds its values where it is used. */
export type Condition = (bind: Bind) => string

/**
 * Conditions for the rows after a position, in parts that follow one another in the order and do
 * not overlap. Each part is a range of an index over the order's columns, which a single condition
 * would not be once a column is nullable or has another direction.
 */
export function partsBehind(order: readonly OrderColumn[], place: Position): Condition[] {
  const columns = order.slice(0, place.values.length)
  if (columns.length < place.values.length || columns.length === 0)
    throw new RowError('The position does not match the order of these rows')
  return behind(columns, place).map(
    (conditions) => (bind) => conditions.map((condition) => condition(bind)).join(' and '),
  )
}

function behind(columns: readonly OrderColumn[], place: Position): Condition[][] {
  const [column, ...others] = columns
  if (column === undefined) return place.isIncluded ? [[]] : []
  const [value = null, ...rest] = place.values
  if (value !== null && isOneRange(columns))
    return [[getRange(columns, place)], ...nullsBehind(column)]
  const { sql, cast: fixtures } = column
  const same: Condition =
    value === null ? () => nullTest(column) : (bind) => `${sql} = ${bind(value)}${fixtures}`
  const deeper = behind(others, { ...place, values: rest })
  const within = deeper.map((conditions) => [same, ...conditions])
  if (value === null) {
    const hasMore = column.nullsFirst && column.isNullable
    return hasMore
      ? [
          ...within,
          [() => (fixtures === '' ? `${sql} is not null` : `${sql} is distinct from null`)],
        ]
      : within
  }
  const sign = column.descending ? '<' : '>'
  return [...within, [(bind) => `${sql} ${sign} ${bind(value)}${fixtures}`], ...nullsBehind(column)]
}

const nullsBehind = (column: OrderColumn): Condition[][] =>
  column.isNullable && !column.nullsFirst ? [[() => nullTest(column)]] : []

/** A row of nulls satisfies `is null`, but sorts as a value. */
const nullTest = ({ sql, cast: fixtures }: OrderColumn): string =>
  fixtures === '' ? `${sql} is null` : `${sql} is not distinct from null`

/** Columns that a comparison of rows orders as the order does. */
const isOneRange = ([first, ...others]: readonly OrderColumn[]): boolean =>
  others.every((column) => column.descending === first?.descending && !column.isNullable)

function getRange(columns: readonly OrderColumn[], place: Position): Condition {
  const sign = `${columns[0]?.descending === true ? '<' : '>'}${place.isIncluded ? '=' : ''}`
  const names = columns.map(({ sql }) => sql).join(', ')
  return (bind) => {
    const positions = columns
      .map(({ cast: fixtures }, index) => `${bind(place.values[index] ?? null)}${fixtures}`)
      .join(', ')
    return columns.length === 1
      ? `${names} ${sign} ${positions}`
      : `(${names}) ${sign} (${positions})`
  }
}
