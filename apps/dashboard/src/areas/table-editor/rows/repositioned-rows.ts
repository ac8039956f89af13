import type { TableDetail } from '@basalt/contract/database/tables'

import type { Chosen, Known } from './chosen-rows.ts'
import { getCursor, keyReader } from './row-key.ts'
import { heldRows, type Row, type RowWindow } from './row-window.ts'

/**
 * The same rows at their current positions after rows were inserted or deleted above them. A
 * deleted row is no longer selected; one that was not loaded yet moves with its neighbours. When
 * rows in between were not loaded, the ends alone define the range.
 */
export function repositioned(chosen: Chosen, window: RowWindow, table: TableDetail): Chosen {
  const { indexes, known } = chosen
  if (known.size < indexes.size) return chosen
  const getKey = keyReader(table)
  const getName = (row: Row) => getCursor(getKey(row) ?? [])
  const { held, first, end } = heldRows(window)
  const isHere = ([index, row]: [number, Row]) => {
    const one = known.get(index)
    return one === undefined || getCursor(one.key) === getName(row)
  }
  if (first <= chosen.first && end >= chosen.end && [...held].every(isHere))
    return first === chosen.first && end === chosen.end ? chosen : { ...chosen, first, end }
  const positions = new Map([...held].map(([index, row]) => [getName(row), index]))
  const placeOf = ({ key }: Known) => positions.get(getCursor(key))
  // Rows that were not loaded were selected with all others, so no deselected one is among them.
  const unread = (isPresent: boolean, isBeyond: (index: number) => boolean) =>
    isPresent
      ? [...known].filter(([index, one]) => isBeyond(index) && placeOf(one) === undefined)
      : []
  const above = unread(window.before.hasMore, (index) => index < chosen.first)
  const below = unread(window.after.hasMore, (index) => index >= chosen.end)
  const moved = new Map<number, Known>(above.map(([, one], at) => [first - above.length + at, one]))
  for (const [index, one] of known) {
    const isReleased =
      index >= chosen.first &&
      index >= first &&
      index < chosen.end &&
      index < end &&
      !held.has(index)
    const position = placeOf(one) ?? (isReleased ? index : undefined)
    if (position !== undefined) moved.set(position, one)
  }
  for (const [at, [, one]] of below.entries()) moved.set(end + at, one)
  return { ...chosen, first, end, indexes: new Set(moved.keys()), known: moved }
}
