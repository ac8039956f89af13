import type { Queryable } from '@basalt/engine'
import type { SortKey } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { isPlainText } from './row-cut.ts'
import { getCast, type OrderColumn, rowOrder } from './row-order.ts'
import { getColumn, qualified, type RowTarget, type TargetColumn } from './row-target.ts'

/** A column of the order; its values are compared by their texts, or approximately. */
export type UnkeyedColumn = OrderColumn & { isExact: boolean }

export type UnkeyedOrder = {
  /** The sort, and the texts of columns in it whose equal values may have different ones. */
  sorted: UnkeyedColumn[]
  /** All other columns, so that only identical rows are equal in the whole order. */
  rest: UnkeyedColumn[]
}

/** Types of which equal values have equal texts. */
const exact =
  /^(?:smallint|integer|bigint|oid|boolean|date|uuid|bytea|text|character varying(?:\(\d+\))?|(?:time|timestamp)(?:\(\d\))? without time zone|timestamp(?:\(\d\))? with time zone)$/u

/**
 * The order of rows without a key. It has columns of any type: types without an order, and types
 * that treat visibly different values as equal, are ordered by their text.
 *
 * `loose` are the columns from `looseColumns`.
 */
export function unkeyedOrder(
  target: RowTarget,
  sort: readonly SortKey[],
  loose: ReadonlySet<string>,
): UnkeyedOrder {
  const descending = sort.at(-1)?.descending ?? false
  const isExact = (column: TargetColumn) =>
    !loose.has(column.name) && (exact.test(column.data_type) || column.kind === 'enum')
  const byText = (column: TargetColumn): UnkeyedColumn => ({
    ...orderBy(target, column, descending),
    sql: `(${toText(column)}) collate "C"`,
    cast: '',
    isExact: true,
  })
  const byValue = rowOrder(target, sort).map((order) => ({
    ...order,
    isExact: isExact(getColumn(target, order.name)),
  }))
  const loosely = byValue.filter((order) => !order.isExact)
  const sorted: UnkeyedColumn[] = [
    ...byValue,
    ...loosely.map(({ name }) => byText(getColumn(target, name))),
  ]
  const names = new Set(sorted.map(({ name }) => name))
  const others = target.columns.filter(({ name }) => !names.has(name))
  // Long values last: a cursor rarely has to name them.
  const isShort = (column: TargetColumn) =>
    isExact(column) && column.kind !== 'text' && column.kind !== 'binary'
  const rest = [...others.filter(isShort), ...others.filter((column) => !isShort(column))]
  return {
    sorted,
    rest: rest.map((column) =>
      isExact(column) ? { ...orderBy(target, column, descending), isExact: true } : byText(column),
    ),
  }
}

const orderBy = (target: RowTarget, column: TargetColumn, descending: boolean): OrderColumn => ({
  name: column.name,
  // With its table: by the name alone it would be the cut value that is shown.
  sql: `${quoteIdent(target.name)}.${quoteIdent(column.name)}`,
  cast: getCast(column),
  descending,
  nullsFirst: descending,
  isNullable: column.is_nullable,
})

const toText = ({ name, data_type: type }: TargetColumn): string =>
  isPlainText(type)
    ? `${quoteIdent(name)}::text`
    : `case when num_nulls(${quoteIdent(name)}) = 0 then format('%s', ${quoteIdent(name)}) end`

/** The columns whose collation treats different texts as equal. */
export async function looseColumns(db: Queryable, target: RowTarget): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    /* SQL */ `
    select a.attname::text as name
    from pg_attribute a join pg_collation c on c.oid = a.attcollation
    where a.attrelid = $1::text::regclass and a.attnum > 0 and not c.collisdeterministic`,
    [qualified(target)],
  )
  return new Set(rows.map(({ name }) => name))
}
