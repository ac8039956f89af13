import type { PointerEvent } from 'react'

import type { Arrangement } from './arrangement.ts'
import { CellPanel } from './CellPanel.tsx'
import { type Taken, takenBy } from './chosen-cells.ts'
import { headingKey, moveColumn } from './column-moves.ts'
import {
  listCells,
  toCsv,
  toHtml,
  toJson,
  toMarkdown,
  maxCopiedRows,
  toTsv,
} from './copied-cells.ts'
import { FindBar } from './FindBar.tsx'
import { cutIn, fullIn } from './full-cells.ts'
import { dragColumn, dragFill, type Screen } from './grid-drags.ts'
import type { CopyFormat, GridProps, GridSelection, WriteCause } from './grid-types.ts'
import { ownFormat } from './own-format.ts'
import { firstPastedCell, readClipboard } from './pasted-cells.ts'
import { type CellRange, isSingleCell, oneCell, getRange } from './selection.ts'
import { clearIn, fillOver, type Ground, pasteInto, type Written } from './written-cells.ts'

/** The state and functions of the grid that its tools use. */
export type Grid = Pick<
  GridProps,
  'columns' | 'source' | 'controls' | 'selectedRows' | 'onWrite' | 'onRefused' | 'onColumnMove'
> & {
  arrangement: Arrangement
  selection: GridSelection
  select: (selection: GridSelection, inView?: 'active' | 'end') => void
  /** Announces the result to screen readers. */
  announce: (text: string) => void
}

/** Code that scrolling and moving do not need; loaded when the grid is first touched. */
export const gridTools = {
  copyAs,
  copy,
  cut,
  paste,
  fillDown,
  fill,
  clear,
  firstPastedCell,
  moveColumn,
  headingKey,
  dragColumn,
  pressHandle,
  CellPanel,
  FindBar,
}

export type GridTools = typeof gridTools

/** Puts the selected rows, or else the selected cells, onto the clipboard. */
function copy(grid: Grid, clipboard: DataTransfer): void {
  const taken = takenBy(grid)
  if (taken !== undefined) put(grid, taken, clipboard)
}

/** Answers whether all of it is on the clipboard already. */
function put(grid: Grid, taken: Taken, clipboard: DataTransfer): boolean {
  const { range, source } = taken
  if (cutIn(range, { ...grid, source }).length > 0) {
    void copyLater(grid, taken)
    return false
  }
  const { cells, missing } = listCells(range, grid.arrangement, source)
  announceMissing(grid, missing, 'copied')
  if (cells.length === 0) return false
  clipboard.setData('text/plain', toTsv(cells))
  clipboard.setData('text/html', toHtml(cells))
  clipboard.setData(ownFormat, JSON.stringify(cells))
  grid.announce(`Copied ${getSize(cells.length, cells[0]?.length ?? 0)}`)
  return missing === 0
}

/** Values that were cut are read first, so the event that filled the clipboard is over. */
async function copyLater(grid: Grid, { range, source: given }: Taken): Promise<void> {
  const source = await fullIn(range, { ...grid, source: given })
  if (source === undefined) return
  const { cells, missing } = listCells(range, grid.arrangement, source)
  announceMissing(grid, missing, 'copied')
  const isCopied = await grid.controls.copyText(toTsv(cells))
  if (isCopied) grid.announce(`Copied ${getSize(cells.length, cells[0]?.length ?? 0)}`)
}

/** Copies for a press in a menu, where the browser does not ask for it by itself. */
async function copyAs(grid: Grid, format: CopyFormat): Promise<void> {
  if (format === 'cells') return copyCells(grid)
  const { arrangement } = grid
  const own = getRange(grid.selection)
  const last = arrangement.columns.length - 1
  const range = format === 'rows' ? { ...own, left: 0, right: last } : own
  const source = await fullIn(range, grid)
  if (source === undefined) return
  const { cells, missing } = listCells(range, arrangement, source)
  announceMissing(grid, missing, 'copied')
  const columns = arrangement.columns.slice(range.left, range.right + 1)
  const names = columns.map(({ name }) => name)
  const texts = {
    rows: () => toTsv(cells),
    csv: () => toCsv(names, cells),
    json: () => toJson(columns, cells),
    markdown: () => toMarkdown(names, cells),
  }
  const isCopied = await grid.controls.copyText(texts[format]())
  if (isCopied) grid.announce(`Copied ${getSize(cells.length, names.length)}`)
}

/** The browser fires a copy event at the caret, which may be anywhere or missing. */
function copyCells(grid: Grid): void {
  const take = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (event.clipboardData !== null) put(grid, ownRange(grid), event.clipboardData)
  }
  document.addEventListener('copy', take, true)
  document.execCommand('copy')
  document.removeEventListener('copy', take, true)
}

/** Clears the copied cells, only if all of them were copied. */
function cut(grid: Grid, clipboard: DataTransfer): void {
  if (put(grid, ownRange(grid), clipboard)) clear(grid)
}

const ownRange = ({ selection, source }: Grid): Taken => ({ range: getRange(selection), source })

function announceMissing(grid: Grid, missing: number, done: string): void {
  if (missing === 0) return
  // A place that is not loaded may stand for any number of rows.
  grid.onRefused?.(`Rows that are not loaded were not ${done}`)
}

/** Writes the content of the clipboard; returns whether it was handled. */
function paste(grid: Grid, clipboard: { own: string; text: string }): boolean {
  if (grid.onWrite === undefined || isTooTall(grid, getRange(grid.selection))) return false
  const names = grid.columns.map(({ name }) => name)
  const pasted = readClipboard(clipboard, names)
  const written = pasteInto(getRange(grid.selection), pasted, getGround(grid))
  if (written.missing > 0) {
    const are = written.missing === 1 ? 'is' : 'are'
    const rows = count(written.missing, 'row')
    grid.onRefused?.(`${rows} of the target range ${are} not loaded, so nothing was pasted`)
    return false
  }
  if (written.cutColumns > 0)
    grid.onRefused?.(`Not enough columns: skipped ${count(written.cutColumns, 'column')}`)
  write(grid, written, 'paste')
  return true
}

/**
 * Copies the first selected row into the others; a single row takes the values of the one above.
 */
function fillDown(grid: Grid): void {
  const range = getRange(grid.selection)
  const isOneRow = range.top === range.bottom
  const top = isOneRow ? range.top - 1 : range.top
  if (top < grid.source.first) return
  void fill(grid, { ...range, top, bottom: top }, { ...range, top })
}

type Handled = {
  cells: { selection: GridSelection | null }
  viewport: Screen
  select: (selection: GridSelection) => void
  commands: { withTools: (use: (tools: unknown, grid: Grid) => void) => void }
}

/** Handles a press on the corner of the selection; the cells it is dragged over are filled. */
function pressHandle(event: PointerEvent, { cells, viewport, select, commands }: Handled): void {
  if (cells.selection === null) return
  event.preventDefault()
  dragFill(event, {
    selection: cells.selection,
    screen: viewport,
    select,
    onFill: (from, over) => commands.withTools((_, grid) => void fill(grid, from, over)),
  })
}

/** The cells of `from` again and again over the rest of `over`. */
async function fill(grid: Grid, from: CellRange, over: CellRange): Promise<void> {
  if (grid.onWrite === undefined || isTooTall(grid, over)) return
  const source = await fullIn(from, grid)
  if (source !== undefined)
    write(grid, fillOver(from, over, { ...getGround(grid), getRow: source.getRow }), 'fill')
}

function clear(grid: Grid): void {
  const range = getRange(grid.selection)
  if (grid.onWrite === undefined || isTooTall(grid, range)) return
  write(grid, clearIn(range, getGround(grid)), 'clear')
}

const verbs = { paste: 'Pasted', fill: 'Filled', clear: 'Cleared' } as const

function write(grid: Grid, written: Written, how: WriteCause): void {
  const { cells, newRows, missing, range } = written
  announceMissing(grid, missing, 'changed')
  if (cells.length === 0 && newRows.length === 0) return
  grid.onWrite?.(cells, how, newRows)
  const isSingle = isSingleCell(getRange(grid.selection))
  if (how === 'paste' && (isSingle || range.bottom - range.top > 0)) {
    const end = { row: range.bottom, column: range.right }
    // The start of the selection stays in view, however large the range is.
    grid.select({ ...oneCell({ row: range.top, column: range.left }), end }, 'active')
  }
  const added = newRows.length === 0 ? '' : `, ${count(newRows.length, 'new row')}`
  grid.announce(`${verbs[how]} ${count(cells.length, 'cell')}${added}`)
}

function isTooTall(grid: Grid, range: CellRange): boolean {
  const isTall = range.bottom - range.top >= maxCopiedRows
  if (isTall) grid.onRefused?.(`Up to ${maxCopiedRows.toLocaleString('en')} rows at once`)
  return isTall
}

const getGround = ({ arrangement, columns, source }: Grid): Ground => ({
  given: arrangement.given,
  names: columns.map(({ name }) => name),
  lastRow: source.first + source.rowCount - 1,
  getRow: source.getRow,
})

const count = (amount: number, noun: string) =>
  `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`

const getSize = (rows: number, columns: number) =>
  rows === 1 && columns === 1 ? 'the cell' : `${rows} × ${columns} cells`
