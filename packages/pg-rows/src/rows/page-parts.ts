import type { Queryable } from '@basalt/engine'
import type { RowView } from '@basalt/pg-model'

import { selection } from './read-rows.ts'
import { shownRow, unmarked } from './row-cut.ts'
import { type Condition, type OrderColumn, orderSql, type Position } from './row-order.ts'
import type { RowTarget } from './row-target.ts'
import { binding, viewConditions } from './row-view.ts'

export type PageRequest = {
  limit: number
  view: RowView
  direction: 'forward' | 'backward'
  at: 'start' | 'end'
  /** The values, as text, of the row before the page, in the columns of the order. */
  cursor: readonly (string | null)[] | null
  /** Values of the first columns of the order: the page starts there, or ends before. */
  from: readonly (string | null)[] | null
  /** Cancels the read in the database. */
  signal?: AbortSignal | undefined
}

export type Page = {
  rows: (string | null)[][]
  has_more: boolean
  cut?: [number, number][]
  /** Of rows without a key: the cursor of the page beyond, where one leads on. */
  next_cursor?: string
}

/** The rows in the order of the view, and the truncated values. */
export function getPage(
  target: RowTarget,
  { rows, isBackward, whole: full }: { rows: Row[]; isBackward: boolean; whole: readonly string[] },
): Omit<Page, 'has_more'> {
  if (isBackward) rows.reverse()
  const { cut } = unmarked(rows, target, full)
  return { rows, ...(cut.length > 0 && { cut }) }
}

type Row = (string | null)[]

type Reading = Pick<PageRequest, 'limit' | 'view' | 'signal'> & {
  /** The order that is read in. */
  direction: readonly OrderColumn[]
  /** Columns that are not truncated. */
  whole: readonly string[]
  /** Conditions that share no row; everything where there are none. */
  parts?: readonly Condition[] | undefined
  /** Rows of the first part that are passed over. */
  skipped?: number | undefined
}

/**
 * The parts of a page one after another, and one row more where there are more: the next part
 * is read when those before fell short.
 */
export async function readParts(
  db: Queryable,
  target: RowTarget,
  reading: Reading,
): Promise<Row[]> {
  const { parts = [() => ''], skipped = 0, direction, whole: full } = reading
  const rows: Row[] = []
  for (const [at, part] of parts.entries()) {
    const remaining = reading.limit + 1 - rows.length
    if (remaining <= 0) break
    const { values, bind } = binding()
    const behind = part(bind)
    const conditions = [
      ...(behind === '' ? [] : [behind]),
      ...viewConditions(target, reading.view, bind),
    ]
    const statement = selection(target, {
      list: shownRow(target, full),
      conditions,
      order: orderSql(direction),
      limit: remaining,
      ...(at === 0 && skipped > 0 && { offset: skipped }),
    })
    // oxlint-disable-next-line no-await-in-loop -- see above
    const result = await db.text(statement, values, { signal: reading.signal })
    rows.push(...result.rows)
  }
  return rows
}

/** A cursor is before its page, `from` is at the start of the page. */
export function placeOf({
  cursor,
  from,
  isBackward,
}: Pick<PageRequest, 'cursor' | 'from'> & { isBackward: boolean }): Position | null {
  if (cursor !== null) return { values: cursor, isIncluded: false }
  return from === null ? null : { values: from, isIncluded: !isBackward }
}
