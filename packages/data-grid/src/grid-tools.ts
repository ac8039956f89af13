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

/** What the grid lends to its tools while one of them is at work. */
export type Grid = Pick<
  GridProps,
  'columns' | 'source' | 'controls' | 'selectedRows' | 'onWrite' | 'onRefused' | 'onColumnMove'
> & {
  arrangement: Arrangement
  selection: GridSelection
  select: (selection: GridSelection, inView?: 'active' | 'end') => void
  /** Tells screen readers what was done. */
  announce: (text: string) => void
}

/** What is not needed to show rows and to move among them; fetched when the grid is touched. */
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

/** Puts the chosen rows, or else the selected cells, onto the clipboard. */
function copy(desk: Grid, clipboard: DataTransfer): void {
  const taken = takenBy(desk)
  if (taken !== undefined) put(desk, taken, clipboard)
}

/** Answers whether all of it is on the clipboard already. */
function put(desk: Grid, taken: Taken, clipboard: DataTransfer): boolean {
  const { range, source } = taken
  if (cutIn(range, { ...desk, source }).length > 0) {
    void copyLater(desk, taken)
    return false
  }
  const { cells, missing } = listCells(range, desk.arrangement, source)
  announceMissing(desk, missing, 'copied')
  if (cells.length === 0) return false
  clipboard.setData('text/plain', toTsv(cells))
  clipboard.setData('text/html', toHtml(cells))
  clipboard.setData(ownFormat, JSON.stringify(cells))
  desk.announce(`Copied ${getSize(cells.length, cells[0]?.length ?? 0)}`)
  return missing === 0
}

/** Values that were cut are read first, so the event that filled the clipboard is over. */
async function copyLater(desk: Grid, { range, source: given }: Taken): Promise<void> {
  const source = await fullIn(range, { ...desk, source: given })
  if (source === undefined) return
  const { cells, missing } = listCells(range, desk.arrangement, source)
  announceMissing(desk, missing, 'copied')
  const isCopied = await desk.controls.copyText(toTsv(cells))
  if (isCopied) desk.announce(`Copied ${getSize(cells.length, cells[0]?.length ?? 0)}`)
}

/** Copies for a press in a menu, where the browser does not ask for it by itself. */
async function copyAs(desk: Grid, format: CopyFormat): Promise<void> {
  if (format === 'cells') return copyCells(desk)
  const { arrangement } = desk
  const own = getRange(desk.selection)
  const last = arrangement.columns.length - 1
  const range = format === 'rows' ? { ...own, left: 0, right: last } : own
  const source = await fullIn(range, desk)
  if (source === undefined) return
  const { cells, missing } = listCells(range, arrangement, source)
  announceMissing(desk, missing, 'copied')
  const columns = arrangement.columns.slice(range.left, range.right + 1)
  const names = columns.map(({ name }) => name)
  const texts = {
    rows: () => toTsv(cells),
    csv: () => toCsv(names, cells),
    json: () => toJson(columns, cells),
    markdown: () => toMarkdown(names, cells),
  }
  const isCopied = await desk.controls.copyText(texts[format]())
  if (isCopied) desk.announce(`Copied ${getSize(cells.length, names.length)}`)
}

/** The browser asks for a copy where the caret is: that may be anywhere, or nowhere. */
function copyCells(desk: Grid): void {
  const take = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (event.clipboardData !== null) put(desk, ownRange(desk), event.clipboardData)
  }
  document.addEventListener('copy', take, true)
  document.execCommand('copy')
  document.removeEventListener('copy', take, true)
}

/** Clears what was copied, and only when all of it was. */
function cut(desk: Grid, clipboard: DataTransfer): void {
  if (put(desk, ownRange(desk), clipboard)) clear(desk)
}

const ownRange = ({ selection, source }: Grid): Taken => ({ range: getRange(selection), source })

function announceMissing(desk: Grid, missing: number, done: string): void {
  if (missing === 0) return
  // A place that is not loaded may stand for any number of rows.
  desk.onRefused?.(`Rows that are not loaded were not ${done}`)
}

/** Writes what the clipboard held; answers whether it was taken. */
function paste(desk: Grid, clipboard: { own: string; text: string }): boolean {
  if (desk.onWrite === undefined || isTooTall(desk, getRange(desk.selection))) return false
  const names = desk.columns.map(({ name }) => name)
  const pasted = readClipboard(clipboard, names)
  const written = pasteInto(getRange(desk.selection), pasted, getGround(desk))
  if (written.missing > 0) {
    const are = written.missing === 1 ? 'is' : 'are'
    const rows = count(written.missing, 'row')
    desk.onRefused?.(`${rows} of the target range ${are} not loaded, so nothing was pasted`)
    return false
  }
  if (written.cutColumns > 0)
    desk.onRefused?.(`Not enough columns: skipped ${count(written.cutColumns, 'column')}`)
  write(desk, written, 'paste')
  return true
}

/** The first selected row into the others; a single row takes the values from above it. */
function fillDown(desk: Grid): void {
  const range = getRange(desk.selection)
  const isOneRow = range.top === range.bottom
  const top = isOneRow ? range.top - 1 : range.top
  if (top < desk.source.first) return
  void fill(desk, { ...range, top, bottom: top }, { ...range, top })
}

type Handled = {
  cells: { selection: GridSelection | null }
  viewport: Screen
  select: (selection: GridSelection) => void
  commands: { withTools: (use: (tools: unknown, desk: Grid) => void) => void }
}

/** A press on the corner of the selection; what it is dragged over is filled. */
function pressHandle(event: PointerEvent, { cells, viewport, select, commands }: Handled): void {
  if (cells.selection === null) return
  event.preventDefault()
  dragFill(event, {
    selection: cells.selection,
    screen: viewport,
    select,
    onFill: (from, over) => commands.withTools((_, desk) => void fill(desk, from, over)),
  })
}

/** The cells of `from` again and again over the rest of `over`. */
async function fill(desk: Grid, from: CellRange, over: CellRange): Promise<void> {
  if (desk.onWrite === undefined || isTooTall(desk, over)) return
  const source = await fullIn(from, desk)
  if (source !== undefined)
    write(desk, fillOver(from, over, { ...getGround(desk), getRow: source.getRow }), 'fill')
}

function clear(desk: Grid): void {
  const range = getRange(desk.selection)
  if (desk.onWrite === undefined || isTooTall(desk, range)) return
  write(desk, clearIn(range, getGround(desk)), 'clear')
}

const verbs = { paste: 'Pasted', fill: 'Filled', clear: 'Cleared' } as const

function write(desk: Grid, written: Written, how: WriteCause): void {
  const { cells, newRows, missing, range } = written
  announceMissing(desk, missing, 'changed')
  if (cells.length === 0 && newRows.length === 0) return
  desk.onWrite?.(cells, how, newRows)
  const isSingle = isSingleCell(getRange(desk.selection))
  if (how === 'paste' && (isSingle || range.bottom - range.top > 0)) {
    const end = { row: range.bottom, column: range.right }
    // Where it begins is looked at, however far it goes.
    desk.select({ ...oneCell({ row: range.top, column: range.left }), end }, 'active')
  }
  const added = newRows.length === 0 ? '' : `, ${count(newRows.length, 'new row')}`
  desk.announce(`${verbs[how]} ${count(cells.length, 'cell')}${added}`)
}

function isTooTall(desk: Grid, range: CellRange): boolean {
  const isTall = range.bottom - range.top >= maxCopiedRows
  if (isTall) desk.onRefused?.(`Up to ${maxCopiedRows.toLocaleString('en')} rows at once`)
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
