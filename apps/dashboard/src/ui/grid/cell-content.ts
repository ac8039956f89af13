import type { CellMark, GridColumn, GridRow } from './grid-types.ts'

/** Text beyond this is of no use in a cell one line high and slows the layout. */
const shownCharacters = 300

export type CellState = {
  column: GridColumn
  isActive: boolean
  isSelected: boolean
  mark: CellMark | undefined
}

/** What a cell shows; undefined while its row is not loaded. */
export function cellText(row: GridRow | undefined, index: number): string | null | undefined {
  if (row === undefined) return undefined
  const value = row[index] ?? null
  if (value === null) return null
  return value.slice(0, shownCharacters).replaceAll(/\r?\n/gu, '↵')
}

export function cellClass(text: string | null | undefined, state: CellState): string {
  let name = state.column.align === 'end' ? 'grid-cell grid-cell-end' : 'grid-cell'
  if (text === undefined) name += ' grid-cell-loading'
  else if (text === null) name += ' grid-cell-null'
  if (state.isSelected) name += ' grid-cell-selected'
  if (state.isActive) name += ' grid-cell-active'
  if (state.mark !== undefined) name += ` grid-cell-${state.mark}`
  return name
}
