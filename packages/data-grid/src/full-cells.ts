import type { Arrangement } from './arrangement.ts'
import { maxCopiedRows } from './copied-cells.ts'
import type { CellPosition, GridProps, GridRow, GridSource } from './grid-types.ts'
import type { CellRange } from './selection.ts'

/** Long values that one act reads; with more of them an export is the better way. */
const maxWholes = 200

type Position = { source: GridSource; arrangement: Pick<Arrangement, 'given'> }

/** Truncated cells of a range, by the owner's columns. */
export function cutIn(range: CellRange, { source, arrangement }: Position): CellPosition[] {
  const { isCut } = source
  if (isCut === undefined) return []
  const columns = arrangement.given.slice(range.left, range.right + 1)
  const cut: CellPosition[] = []
  const end = Math.min(range.bottom, range.top + maxCopiedRows - 1)
  for (let row = range.top; row <= end && cut.length <= maxWholes; row += 1)
    for (const column of columns) if (isCut(row, column)) cut.push({ row, column })
  return cut
}

/**
 * The source with every value of a range in full. Undefined if a value cannot be loaded, after
 * `onRefused` was called: a truncated value is never returned as a full one.
 */
export async function fullIn(
  range: CellRange,
  { onRefused, ...position }: Position & Pick<GridProps, 'onRefused'>,
): Promise<Pick<GridSource, 'getRow'> | undefined> {
  const { source } = position
  const cut = cutIn(range, position)
  if (cut.length === 0) return source
  if (source.whole === undefined || cut.length > maxWholes) {
    onRefused?.('Some of these values are too long to copy here')
    return undefined
  }
  const rows = new Map<number, (string | null)[]>()
  try {
    for (const { row, column } of cut) {
      const value = await source.whole(row, column)
      const values = rows.get(row) ?? [...(source.getRow(row) ?? [])]
      values[column] = value
      rows.set(row, values)
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    onRefused?.(`A long value could not be read: ${why}`)
    return undefined
  }
  return { getRow: (index: number): GridRow | undefined => rows.get(index) ?? source.getRow(index) }
}
