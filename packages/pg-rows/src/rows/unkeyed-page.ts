import type { Queryable } from '@basalt/engine'

import { type Page, type PageRequest, getPage, placeOf, readParts } from './page-parts.ts'
import { isPart } from './row-cut.ts'
import { partsBehind, reversed } from './row-order.ts'
import { RowError, type RowTarget } from './row-target.ts'
import { looseColumns, type UnkeyedColumn, unkeyedOrder } from './unkeyed-order.ts'

type Row = readonly (string | null)[]
type Values = (string | null)[]

/** A cursor is part of an address, which limits its size. */
const maxPositionLength = 8000

export const fitsAddress = (values: Row): boolean =>
  encodeURIComponent(JSON.stringify(values)).length <= maxPositionLength

/**
 * One page of sorted rows without a key, for example of a view. It ends where the sort
 * distinguishes the next row from the last one, and the next page starts there. When too many rows
 * are equal in the sorted columns, the other columns order them; and when rows are equal in all
 * columns, the cursor counts how many of them were read.
 */
export async function readUnkeyedPage(
  db: Queryable,
  target: RowTarget,
  request: PageRequest,
): Promise<Page> {
  const { sort = [] } = request.view
  const isBackward = request.direction === 'backward' || request.at === 'end'
  const { sorted, rest } = unkeyedOrder(target, sort, await looseColumns(db, target))
  const place = placeOf({ ...request, isBackward })
  const full = sort.map(({ column }) => column)

  const read = async (order: readonly UnkeyedColumn[], isFull: boolean) => {
    const direction = isBackward ? reversed(order) : order
    const { behind, counted } = countedPosition(order, place)
    const found = await readParts(db, target, {
      ...request,
      direction,
      whole: full,
      parts: behind === null ? undefined : partsBehind(direction, behind),
      skipped: counted?.copies,
    })
    const hasMore = found.length > request.limit
    const end = hasMore
      ? getEnd(found, { order: placed(target, order), limit: request.limit, isFull, counted })
      : undefined
    return { found, hasMore, end }
  }

  const everything = [...sorted, ...rest]
  const isWithin = (place?.values.length ?? 0) > sorted.length
  const byThat = isWithin ? undefined : await read(sorted, false)
  const isEnough =
    byThat !== undefined && (!byThat.hasMore || (byThat.end?.size ?? 0) * 2 >= request.limit)
  const { found, hasMore, end } = isEnough ? byThat : await read(everything, true)
  const rows = found.slice(0, end?.size ?? request.limit)
  return {
    ...getPage(target, { rows, isBackward, whole: full }),
    has_more: hasMore,
    ...(end !== undefined && { next_cursor: end.cursor }),
  }
}

/** A cursor with one value more than the order has columns counts rows that are all alike. */
function countedPosition(order: readonly UnkeyedColumn[], place: ReturnType<typeof placeOf>) {
  if (place === null || place.values.length <= order.length) return { behind: place }
  const copies = Number(place.values[order.length])
  if (place.values.length > order.length + 1 || !Number.isSafeInteger(copies) || copies < 1)
    throw new RowError('The position does not match the order of these rows')
  const values = place.values.slice(0, order.length)
  return { behind: { values, isIncluded: true }, counted: { values, copies } }
}

type Placed = { at: number; isExact: boolean; isArray: boolean }

const placed = (target: RowTarget, order: readonly UnkeyedColumn[]): Placed[] =>
  order.map(({ name, isExact }) => {
    const at = target.columns.findIndex((column) => column.name === name)
    return { at, isExact, isArray: target.columns[at]?.kind === 'array' }
  })

type Ending = {
  order: readonly Placed[]
  limit: number
  isFull: boolean
  /** The row before, where rows like it were counted. */
  counted: { values: Row; copies: number } | undefined
}

/** The number of rows on the page, and the cursor after the last of them. */
function getEnd(
  found: readonly Row[],
  { order, limit, isFull, counted: before }: Ending,
): { size: number; cursor: string } | undefined {
  for (let size = limit; size > 0; size -= 1) {
    const [last = [], next = []] = found.slice(size - 1, size + 1)
    const { values, isApart } = apart(order, last, next)
    if (values === undefined || (!isApart && !isFull)) continue
    if (!isApart) {
      const isLast = (row: Row) => order.every(({ at }, place) => row[at] === values[place])
      const isGoingOn = before?.values.every((value, place) => value === values[place]) === true
      values.push(String(size - found.findIndex(isLast) + (isGoingOn ? before.copies : 0)))
    }
    if (fitsAddress(values)) return { size, cursor: JSON.stringify(values) }
  }
  return undefined
}

/**
 * The values of a row that are needed to distinguish it from the next one; none when that needs a
 * truncated value.
 */
function apart(order: readonly Placed[], row: Row, next: Row) {
  const values: Values = []
  for (const { at, isExact, isArray } of order) {
    const [one = null, other = null] = [row[at], next[at]]
    if (isPart(one, isArray) || isPart(other, isArray)) return { isApart: false }
    values.push(one)
    if (isExact && one !== other) return { values, isApart: true }
  }
  return { values, isApart: false }
}
