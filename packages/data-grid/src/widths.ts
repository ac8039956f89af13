import { maxColumnWidth, minColumnWidth } from './geometry.ts'
import type { GridColumn, GridSource } from './grid-types.ts'

/** JetBrains Mono at 12 px, so that a width is computed without measuring text. */
const characterWidth = 7.3
const padding = 22
const sampledRows = 2000

/** Wide enough for the longest label of the rows. */
export function getGutterWidth(source: GridSource): number {
  const ends = [source.first, source.first + Math.max(source.rowCount - 1, 0)]
  const longest = Math.max(...ends.map((row) => source.rowLabel(row).length))
  return Math.max(44, 18 + longest * 7)
}

/** Wide enough for the heading and every value that is loaded, within bounds. */
export function matchingWidth(column: GridColumn, index: number, source: GridSource): number {
  let longest = column.name.length + (column.detail?.length ?? 0) + 4
  const end = source.first + Math.min(source.rowCount, sampledRows)
  for (let row = source.first; row < end; row += 1)
    longest = Math.max(longest, source.getRow(row)?.[index]?.length ?? 0)
  const width = longest * characterWidth + padding
  return Math.round(Math.max(minColumnWidth, Math.min(width, maxColumnWidth)))
}
