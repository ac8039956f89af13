import type { Column, RowPage, TableDetail } from '@basalt/contract/database/tables'

import { type ColumnLayout, shownColumns } from './areas/table-editor/column-layout.ts'
import {
  columnAlign,
  columnWidth,
  type SetWidths,
  shortType,
} from './areas/table-editor/column-width.ts'
import { storage } from './lib/storage/storage.ts'

/** Sizes of the frame around the grid, in pixels; see `app/shell/` and `grid.css` of packages/data-grid. */
const frame = { rail: 48, pinnedRail: 208, closedColumn: 40, top: 124, bottom: 36, gutter: 44 }
const rowHeight = 32
const headerHeight = 36
const shownCharacters = 300

/**
 * A static rendering of the grid's first rows, at their final position. It is not interactive, so
 * it is hidden from screen readers; the grid replaces it. Widths and the layout of the columns are
 * the user's.
 */
export function firstRowsView(
  table: TableDetail,
  page: RowPage,
  set: { widths: SetWidths; layout: ColumnLayout },
): HTMLElement {
  const view = box('grid-view')
  view.id = 'first-rows'
  view.setAttribute('aria-hidden', 'true')
  Object.assign(view.style, {
    position: 'fixed',
    inset: `${frame.top}px 0 ${frame.bottom}px ${leftOfGrid()}px`,
    overflow: 'hidden',
  })
  view.style.setProperty('--grid-gutter', `${frame.gutter}px`)
  const columns = placed(table, set)
  const header = box('grid-header')
  header.append(...columns.map(getHeading))
  const rowsInView = Math.ceil((globalThis.innerHeight - frame.top - headerHeight) / rowHeight)
  const rows = page.rows.slice(0, rowsInView).map((row, index) => getRowFor(row, index, columns))
  view.append(header, ...rows)
  return view
}

type Placed = { column: Column; index: number; left: number; width: number }

/** The columns that start within the window, with their positions. */
function placed(
  { columns }: TableDetail,
  { widths, layout }: Parameters<typeof firstRowsView>[2],
): Placed[] {
  const result: Placed[] = []
  let left = frame.gutter
  for (const index of shownColumns(
    columns.map(({ name }) => name),
    layout,
  )) {
    const column = columns[index]
    if (column === undefined || left > globalThis.innerWidth) break
    const width = columnWidth(column, widths)
    result.push({ column, index, left, width })
    left += width
  }
  return result
}

function getHeading({ column, left, width }: Placed): HTMLElement {
  const heading = placedAt(box('grid-column-header'), left, width)
  const detail = box('grid-column-detail')
  detail.textContent = shortType(column.data_type)
  const name = box('grid-column-name')
  name.textContent = column.name
  heading.append(name, detail)
  return heading
}

function getRowFor(row: RowPage['rows'][number], index: number, columns: readonly Placed[]) {
  const element = box('grid-row')
  element.style.transform = `translateY(${headerHeight + index * rowHeight}px)`
  const label = box('grid-row-label')
  label.textContent = String(index + 1)
  const cells = columns.map(({ column, index: place, left, width }) => {
    const value = row[place] ?? null
    const ends = columnAlign(column) === 'end' ? ' grid-cell-end' : ''
    const cell = placedAt(
      box(`grid-cell${ends}${value === null ? ' grid-cell-null' : ''}`),
      left,
      width,
    )
    cell.textContent = toText(value, column)
    return cell
  })
  element.append(label, ...cells)
  return element
}

function toText(value: string | null, { kind }: Column): string {
  if (value === null) return 'NULL'
  if (kind === 'boolean') return value === 't' ? 'true' : 'false'
  return value.slice(0, shownCharacters).replaceAll(/\r?\n/gu, '↵')
}

function leftOfGrid(): number {
  const rail = storage.isRailPinned.get() ? frame.pinnedRail : frame.rail
  return rail + (storage.isColumnShown.get() ? storage.columnWidth.get() : frame.closedColumn)
}

function box(className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  return element
}

function placedAt(element: HTMLElement, left: number, width: number): HTMLElement {
  element.style.left = `${left}px`
  element.style.width = `${width}px`
  return element
}
