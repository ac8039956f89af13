import type { Queryable } from '@basalt/engine'
import { hasChildTables } from '@basalt/pg-catalog'
import type { RowView } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { countBlocks, isReadByCtid } from './ctid-parts.ts'
import { selection } from './read-rows.ts'
import { orderSql, reversed, rowOrder } from './row-order.ts'
import { getColumn, qualified, type RowTarget } from './row-target.ts'
import { binding, isSorted, viewConditions } from './row-view.ts'
import { looseColumns, unkeyedOrder } from './unkeyed-order.ts'
import { fitsAddress } from './unkeyed-page.ts'

type Request = {
  view: RowView
  row: number
  /** Counts rows, however many there are. */
  isExact?: boolean | undefined
  signal?: AbortSignal | undefined
}

/** The position of a row number: the values of the first columns of the order. */
export type RowPosition = { from: (string | null)[]; is_exact: boolean }

/** Up to here rows are counted off, which an index does in a few milliseconds. */
const countedRows = 20_000

/** The planner's cost of a count that takes about a second: ten million entries of an index. */
const cheapCount = 300_000

/**
 * The position of about the `row`-th row of the view, counted from 1; null when there are fewer.
 * Near the start, in every filtered view, and on request, rows are counted. Otherwise the first
 * column of the order gives an estimate: one without gaps by its ends, others by the planner's
 * histogram; or the position in the file. When the rows before that position are cheap to count,
 * the exact row is found from there.
 */
export async function positionOfRow(
  db: Queryable,
  target: RowTarget,
  request: Request,
): Promise<RowPosition | null> {
  const { row, view, isExact = false } = request
  const isWhole = viewConditions(target, view, () => '').length === 0
  const canGuess = isWhole && row > countedRows && !isExact
  const guess = canGuess ? await guessed(db, target, request) : null
  if (guess !== null)
    return (
      (await corrected(db, target, { ...request, guess })) ?? { from: [guess], is_exact: false }
    )
  if (target.key.length === 0) return isSorted(view) ? unkeyedAddress(db, target, request) : null
  const order = rowOrder(target, view.sort)
  const { values, bind } = binding()
  const statement = selection(target, {
    list: order.map(({ sql }) => sql).join(', '),
    conditions: viewConditions(target, view, bind),
    order: orderSql(order),
    limit: 1,
    offset: row - 1,
  })
  const found = await db.text(statement, values, { signal: request.signal })
  return found.rows[0] === undefined ? null : { from: found.rows[0], is_exact: true }
}

/**
 * The place of the row itself, reached from a guess whose rows before it are counted; undefined
 * where counting them would take long.
 */
async function corrected(
  db: Queryable,
  target: RowTarget,
  { guess, row, view, signal }: Request & { guess: string },
): Promise<RowPosition | undefined> {
  const order = rowOrder(target, view.sort)
  const [first] = order
  // PostgreSQL would sort all rows that are left by their place.
  if (first === undefined || isReadByCtid(order)) return undefined
  const before = `${first.sql} ${first.descending ? '>' : '<'} $1${first.cast}`
  const counting = selection(target, { list: 'count(*)', conditions: [before] })
  const { rows: plan } = await db.text(`explain (format json) ${counting}`, [guess], { signal })
  const [explained] = JSON.parse(plan[0]?.[0] ?? '[]') as { Plan?: { 'Total Cost': number } }[]
  if ((explained?.Plan?.['Total Cost'] ?? Infinity) > cheapCount) return undefined
  const { rows: counted } = await db.text(counting, [guess], { signal })
  const distance = row - 1 - Number(counted[0]?.[0] ?? 0)
  const isBehind = distance >= 0
  const statement = selection(target, {
    list: order.map(({ sql }) => sql).join(', '),
    conditions: [isBehind ? `not (${before})` : before],
    order: orderSql(isBehind ? order : reversed(order)),
    limit: 1,
    offset: isBehind ? distance : -distance - 1,
  })
  const { rows: found } = await db.text(statement, [guess], { signal })
  return found[0] === undefined ? undefined : { from: found[0], is_exact: true }
}

/**
 * By all columns, where their values are short enough to be a place. Of rows that are alike the
 * first one has the place of all of them.
 */
async function unkeyedAddress(
  db: Queryable,
  target: RowTarget,
  { view, row, signal }: Request,
): Promise<RowPosition | null> {
  const loose = await looseColumns(db, target)
  const { sorted, rest } = unkeyedOrder(target, view.sort ?? [], loose)
  const order = [...sorted, ...rest]
  const { values, bind } = binding()
  const statement = selection(target, {
    list: order.map(({ sql }) => sql).join(', '),
    conditions: viewConditions(target, view, bind),
    order: orderSql(order),
    limit: row > 1 ? 2 : 1,
    offset: Math.max(row - 2, 0),
  })
  const { rows } = await db.text(statement, values, { signal })
  const found = rows[row > 1 ? 1 : 0]
  if (found === undefined) return null
  const isAlike = row > 1 && found.every((value, at) => value === rows[0]?.[at])
  return fitsAddress(found)
    ? { from: found, is_exact: !isAlike }
    : { from: found.slice(0, sorted.length), is_exact: false }
}

async function guessed(db: Queryable, target: RowTarget, request: Request): Promise<string | null> {
  const [first] = rowOrder(target, request.view.sort)
  // Statistics of the table do not cover its child tables.
  if (first === undefined || first.isNullable || hasChildTables(target)) return null
  const [known] = await db.query<{ rows: number }>(
    'select reltuples::float8 as rows from pg_class where oid = $1::text::regclass',
    [qualified(target)],
    { signal: request.signal },
  )
  const total = known?.rows ?? -1
  if (total < request.row) return null
  if (isReadByCtid(rowOrder(target, request.view.sort))) {
    const blocks = await countBlocks(db, target)
    return `(${Math.floor(((request.row - 1) / total) * blocks)},0)`
  }
  const position = first.descending ? total - request.row + 1 : request.row
  const ends = await byEnds(db, target, { column: first.name, place: position, total })
  return ends ?? byHistogram(db, target, { column: first.name, fraction: position / total })
}

const isInteger = (type: string): boolean => /^(?:smallint|integer|bigint)$/u.test(type)

/** Numbers without gaps: the row's number away from the first one. */
async function byEnds(
  db: Queryable,
  target: RowTarget,
  { column, place: position, total }: { column: string; place: number; total: number },
): Promise<string | null> {
  if (!isInteger(getColumn(target, column).data_type) || target.key.length > 1) return null
  if (target.key[0] !== column) return null
  const name = quoteIdent(column)
  const { rows } = await db.text(`select min(${name}), max(${name}) from ${qualified(target)}`)
  const [low = null, high = null] = rows[0] ?? []
  if (low === null || high === null) return null
  const span = Number(BigInt(high) - BigInt(low)) + 1
  const tolerated = 0.02
  if (Math.abs(span - total) > tolerated * total) return null
  return String(BigInt(low) + BigInt(Math.min(position, span) - 1))
}

/** Between the two bounds of the histogram's bucket that the fraction falls into. */
async function byHistogram(
  db: Queryable,
  target: RowTarget,
  { column, fraction }: { column: string; fraction: number },
): Promise<string | null> {
  const { rows } = await db.text(
    /* SQL */ `
    with known as (
      select bounds, $4::float8 * (array_length(bounds, 1) - 1) as at
      from pg_stats, lateral (select histogram_bounds::text::text[] as bounds) as b
      where schemaname = $1 and tablename = $2 and attname = $3 and not inherited
        and coalesce((select sum(f) from unnest(most_common_freqs) as f), 0) < 0.02
    ), bucket as (
      select bounds[floor(at)::int + 1] as low,
        bounds[least(floor(at)::int + 2, array_length(bounds, 1))] as high,
        (at - floor(at))::numeric as share
      from known
    )
    select ${between(getColumn(target, column).data_type)} from bucket`,
    [target.schema, target.name, column, String(fraction)],
  )
  return rows[0]?.[0] ?? null
}

/** A value between `low` and `high`, as far as the type can interpolate. */
function between(type: string): string {
  if (isInteger(type)) return 'round(low::numeric + (high::numeric - low::numeric) * share)::text'
  if (/^(?:numeric|double precision|real)/u.test(type))
    return '(low::float8 + (high::float8 - low::float8) * share::float8)::text'
  if (type.startsWith('timestamp'))
    return `(low::${type} + (high::${type} - low::${type}) * share::float8)::text`
  return 'low'
}
