import { cellClass, cellText } from './cell-content.ts'
import { type ColumnsInView, rowHeight } from './geometry.ts'
import type { CellMark, GridColumn, GridSelection, GridSource } from './grid-types.ts'
import { type CellRange, isInRange, isSingleCell, getRange } from './selection.ts'

/** Everything that the display of the cells depends on, as one value: a new object repaints all. */
export type GridView = {
  source: GridSource
  /** Columns on the screen; everything in here counts them by their place. */
  columns: readonly GridColumn[]
  /** Maps a position to the index of the owner's column. */
  given: readonly number[]
  /** How many of them stay in view. */
  frozen: number
  offsets: readonly number[]
  gutterWidth: number
  selection: GridSelection | null
  selectedRows: ReadonlySet<number>
  /** Takes the owner's column, not the position. */
  getMark: (row: number, column: number) => CellMark | undefined
  /** Cells that contain this text are marked; in lower case, empty without a search. */
  search: string
  /** Whether the selection has a fill handle. */
  isFillable: boolean
  /** Makes the id of the active cell, for `aria-activedescendant`. */
  idPrefix: string
}

export type Window = {
  rows: { first: number; end: number }
  columns: ColumnsInView
  /** Content offset of the top of the layer that contains the rows. */
  origin: number
}

type CellSlot = {
  element: HTMLElement
  /** Updated instead of replaced, which needs less layout. */
  shown: Text
  column: number
  offsets: readonly number[] | null
  text: string | undefined
}
type RowSlot = {
  element: HTMLElement
  label: HTMLElement
  cells: CellSlot[]
  row: number
  view: GridView | null
  columns: ColumnsInView | null
  origin: number
}

export type RowSlots = ReturnType<typeof createRowSlots>

/**
 * A pool of row elements that are reused instead of created: a row that leaves the view at one end
 * is recycled at the other. Elements are updated only if their content has changed, which prevents
 * blank frames during fast scrolling.
 */
export function createRowSlots(layer: HTMLElement) {
  const slots: RowSlot[] = []

  return {
    paint(view: GridView, window: Window) {
      const needed = Math.max(window.rows.end - window.rows.first, 0)
      while (slots.length < needed) slots.push(addSlot(layer))
      const range = view.selection === null ? null : getRange(view.selection)
      const used = new Set<RowSlot>()
      for (let row = window.rows.first; row < window.rows.end; row += 1) {
        const slot = slots[modulo(row, slots.length)]
        if (slot === undefined) continue
        used.add(slot)
        paintRow(slot, { view, window, row, range })
      }
      for (const slot of slots) if (!used.has(slot)) hide(slot)
    },
  }
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by

function addSlot(layer: HTMLElement): RowSlot {
  const element = document.createElement('div')
  element.className = 'grid-row'
  element.setAttribute('role', 'row')
  const label = document.createElement('div')
  label.className = 'grid-row-label'
  label.setAttribute('role', 'rowheader')
  element.append(label)
  layer.append(element)
  return { element, label, cells: [], row: Number.NaN, view: null, columns: null, origin: 0 }
}

function hide(slot: RowSlot) {
  if (Number.isNaN(slot.row)) return
  slot.row = Number.NaN
  slot.view = null
  slot.element.hidden = true
  // Else screen readers would take it for the active cell, which is another one by now.
  for (const { element } of slot.cells) element.id = ''
}

type RowPaint = { view: GridView; window: Window; row: number; range: CellRange | null }

function paintRow(slot: RowSlot, { view, window, row, range }: RowPaint) {
  const { columns } = window
  const same = slot.row === row && slot.view === view
  if (!same || slot.origin !== window.origin) {
    const top = (row - view.source.first) * rowHeight - window.origin
    slot.element.style.transform = `translateY(${top}px)`
    slot.origin = window.origin
  }
  if (same && slot.columns === columns) return
  if (Number.isNaN(slot.row)) slot.element.hidden = false
  slot.row = row
  slot.view = view
  slot.columns = columns
  paintLabel(slot, view)
  paintCells(slot, { view, window, row, range })
}

function paintLabel(slot: RowSlot, view: GridView) {
  const { source } = view
  const label = source.rowLabel(slot.row)
  if (slot.label.textContent !== label) slot.label.textContent = label
  const selected = view.selectedRows.has(slot.row)
  slot.element.className = selected ? 'grid-row grid-row-selected' : 'grid-row'
  slot.element.setAttribute('aria-selected', String(selected))
  const name = source.rowName?.(slot.row)
  if (name !== undefined) slot.label.setAttribute('aria-label', name)
  else if (slot.label.hasAttribute('aria-label')) slot.label.removeAttribute('aria-label')
  slot.element.setAttribute('aria-rowindex', String(slot.row - source.first + 2))
  slot.element.dataset['row'] = String(slot.row)
}

function paintCells(slot: RowSlot, paint: RowPaint) {
  const { view, window, row } = paint
  const { frozen, first, end } = window.columns
  const count = frozen + end - first
  while (slot.cells.length < count) slot.cells.push(addCell(slot.element))
  while (slot.cells.length > count) slot.cells.pop()?.element.remove()
  const values = view.source.getRow(row)
  slot.element.setAttribute('aria-busy', String(values === undefined))
  const paintAt = (cell: CellSlot | undefined, column: number) => {
    if (cell === undefined) return
    placeCell(cell, column, view)
    const given = view.given[column] ?? -1
    const isCut = view.source.isCut?.(row, given) === true
    if (isCut) cell.element.title = 'Only the beginning of this value is loaded'
    else if (cell.element.title !== '') cell.element.removeAttribute('title')
    paintCell(cell, cellText(values, given, isCut), paint)
  }
  for (let column = 0; column < frozen; column += 1) paintAt(slot.cells[column], column)
  for (let column = first; column < end; column += 1)
    paintAt(slot.cells[frozen + modulo(column, end - first)], column)
}

function paintCell(
  cell: CellSlot,
  text: string | null | undefined,
  { view, window, row, range }: RowPaint,
) {
  const { column, element } = cell
  const shape = view.columns[column]
  if (shape === undefined) return
  const { active, end } = view.selection ?? {}
  const isActive = active?.row === row && active.column === column
  const isEnd = end?.row === row && end.column === column
  const isSelected = range !== null && isInRange(range, { row, column })
  const given = view.given[column] ?? -1
  const mark = view.getMark(row, given)
  const shown = text === null ? (view.source.nullText?.(row, given) ?? 'NULL') : (text ?? '')
  if (cell.text !== shown) {
    cell.text = shown
    cell.shown.data = shown
  }
  const showsRange = isSelected && range !== null && !isSingleCell(range)
  const name = cellClass(text, {
    column: shape,
    isActive,
    isSelected: showsRange,
    isFrozen: column < window.columns.frozen,
    isFound: view.search !== '' && text?.toLowerCase().includes(view.search) === true,
    mark,
  })
  if (element.className !== name) element.className = name
  // While a range is extended, screen readers announce its end.
  const id = isEnd ? `${view.idPrefix}-active` : ''
  describeCell(element, { selected: isSelected, id, invalid: mark === 'error' })
}

function placeCell(cell: CellSlot, column: number, { offsets }: GridView) {
  if (cell.column !== column || cell.offsets !== offsets) {
    const left = offsets[column] ?? 0
    cell.element.style.left = `${left}px`
    cell.element.style.width = `${(offsets[column + 1] ?? left) - left}px`
    cell.offsets = offsets
  }
  if (cell.column === column) return
  cell.column = column
  cell.element.setAttribute('aria-colindex', String(column + 2))
  cell.element.dataset['column'] = String(column)
}

function describeCell(
  element: HTMLElement,
  state: { selected: boolean; id: string; invalid: boolean },
) {
  const selected = String(state.selected)
  if (element.getAttribute('aria-selected') !== selected)
    element.setAttribute('aria-selected', selected)
  if (element.id !== state.id) element.id = state.id
  if (state.invalid) element.setAttribute('aria-invalid', 'true')
  else if (element.hasAttribute('aria-invalid')) element.removeAttribute('aria-invalid')
}

function addCell(row: HTMLElement): CellSlot {
  const element = document.createElement('div')
  element.setAttribute('role', 'gridcell')
  // The direction of each value is that of its first strong character.
  element.dir = 'auto'
  const shown = new Text()
  element.append(shown)
  row.append(element)
  return { element, shown, column: -1, offsets: null, text: undefined }
}
