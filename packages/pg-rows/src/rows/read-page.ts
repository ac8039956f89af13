import type { Queryable } from '@basalt/engine'

import { isReadByCtid, partsByPosition } from './ctid-parts.ts'
import { type Page, type PageRequest, getPage, placeOf, readParts } from './page-parts.ts'
import { partsBehind, reversed, rowOrder } from './row-order.ts'
import type { RowTarget } from './row-target.ts'
import { isSorted } from './row-view.ts'
import { readUnkeyedPage } from './unkeyed-page.ts'

/**
 * One page in the order of the view, read from an index where one serves: its cost does then not
 * depend on its position. Without a key and a sort the rows come in PostgreSQL's order, one page
 * only.
 */
export async function readPage(
  db: Queryable,
  target: RowTarget,
  request: PageRequest,
): Promise<Page> {
  if (target.key.length === 0 && isSorted(request.view)) return readUnkeyedPage(db, target, request)
  const isBackward = request.direction === 'backward' || request.at === 'end'
  const order = rowOrder(target, request.view.sort)
  const direction = isBackward ? reversed(order) : order
  const position = placeOf({ ...request, isBackward })
  const byPosition = isReadByCtid(order)
    ? await partsByPosition(db, target, { place: position, isBackward })
    : undefined
  const parts = byPosition ?? (position === null ? undefined : partsBehind(direction, position))
  const full = order.map(({ name }) => name)
  const found = await readParts(db, target, { ...request, direction, whole: full, parts })
  const rows = found.slice(0, request.limit)
  return {
    ...getPage(target, { rows, isBackward, whole: full }),
    has_more: found.length > request.limit,
  }
}
