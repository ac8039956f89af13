import type { GridColumn } from './grid-types.ts'

/**
 * The visible columns. The grid counts columns by their position from the left; `given` maps each
 * position to the index of the owner's column.
 */
export type Arrangement = {
  columns: readonly GridColumn[]
  given: readonly number[]
  /** How many of them, counted from the first, stay in view. */
  frozen: number
}

export function arranged(
  columns: readonly GridColumn[],
  shown: readonly number[] | undefined,
): Arrangement {
  const given = shown?.filter((index) => index in columns) ?? [...columns.keys()]
  const placed = given.flatMap((index) => columns[index] ?? [])
  const firstMoving = placed.findIndex(({ isFrozen }) => isFrozen !== true)
  return { columns: placed, given, frozen: firstMoving === -1 ? placed.length : firstMoving }
}

/** The new position of a column of another arrangement; that of its neighbour if it is hidden. */
export function followed(position: number, from: Arrangement, to: Arrangement): number {
  const id = from.columns[position]?.id
  const now = to.columns.findIndex((column) => column.id === id)
  return now === -1 ? Math.max(0, Math.min(position, to.columns.length - 1)) : now
}
