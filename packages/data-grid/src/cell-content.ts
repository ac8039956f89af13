import type { CellMark, GridColumn, GridRow, GridSource } from './grid-types.ts'

/** Text beyond this is of no use in a cell one line high and slows the layout. */
const shownCharacters = 300

export type CellState = {
  column: GridColumn
  isActive: boolean
  isSelected: boolean
  isFrozen: boolean
  isFound: boolean
  mark: CellMark | undefined
}

/**
 * The displayed text of a cell; undefined while its row is not loaded. `isCut` marks a shortened
 * text.
 */
export function cellText(
  row: GridRow | undefined,
  index: number,
  isCut = false,
): string | null | undefined {
  if (row === undefined) return undefined
  const value = row[index] ?? null
  if (value === null) return null
  const text = value
    .slice(0, shownCharacters)
    .replaceAll(/\r\n?|\n/gu, '↵')
    // These characters would reorder the text after them.
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '⟨bidi⟩')
  return isCut ? `${text}…` : text
}

export function cellClass(text: string | null | undefined, state: CellState): string {
  let name = state.column.align === 'end' ? 'grid-cell grid-cell-end' : 'grid-cell'
  if (text === undefined) name += ' grid-cell-loading'
  else if (text === null) name += ' grid-cell-null'
  if (state.isFrozen) name += ' grid-cell-frozen'
  if (state.isFound) name += ' grid-cell-found'
  if (state.isSelected) name += ' grid-cell-selected'
  if (state.isActive) name += ' grid-cell-active'
  if (state.mark !== undefined) name += ` grid-cell-${state.mark}`
  return name
}

/** The accessible name of a row. */
export const nameOfRow = ({ rowName, rowLabel }: GridSource, row: number): string =>
  rowName?.(row) ?? `row ${rowLabel(row)}`
