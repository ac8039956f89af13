import type { GridColumn } from './grid-types.ts'

/**
 * The columns on the screen. Inside the grid columns are counted by their place from the
 * left; `given` says for each place which of the owner's columns stands there.
 */
export type Arrangement = {
  columns: readonly GridColumn[]
  given: readonly number[]
  /** How many of them, from the first on, are to stay in view. */
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

/** Where a column went that stood at a place of another arrangement; its neighbour when hidden. */
export function followed(position: number, from: Arrangement, to: Arrangement): number {
  const id = from.columns[position]?.id
  const now = to.columns.findIndex((column) => column.id === id)
  return now === -1 ? Math.max(0, Math.min(position, to.columns.length - 1)) : now
}
