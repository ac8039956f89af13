import {
  headerHeight,
  movedTo,
  revealed,
  rowHeight,
  type Scroll,
  scrolledTo,
  scrollHeightOf,
  visibleColumns,
} from './geometry.ts'
import type { CellPosition, GridSource } from './grid-types.ts'
import { createRowSlots, type GridView, type RowSlots } from './row-slots.ts'

/** Elements of the grid's markup, by the part they play. */
type Part =
  /** Scrolls; its contents are `spacer`, as tall as the scroll range. */
  | 'scroller'
  | 'spacer'
  /** Stays in view while the spacer scrolls under it; everything visible lives in here. */
  | 'frame'
  /** Columns of the header; moved sideways. */
  | 'header'
  /** The rows; moved both ways. */
  | 'layer'
  /** Holds what is attached to a cell: an editor, a note. */
  | 'overlay'

type Elements = Record<Part, HTMLElement>
type ColumnsInView = { first: number; end: number }

/** Rows are placed relative to a nearby origin, so that no offset grows beyond what CSS holds. */
const originStep = 1_000_000
/** Without a layout, as in tests, the grid behaves as if it were this large. */
const fallback = { width: 1280, height: 640 }

/**
 * Puts the rows and columns in view onto the screen, and nothing else. The visible part
 * sticks to the scroller instead of scrolling with it: it moves only when it is painted,
 * so the browser never shows a strip that was not painted yet.
 */
export class Viewport {
  #elements: Elements | null = null
  #slots: RowSlots | null = null
  #view: GridView | null = null
  #scroll: Scroll = { top: 0, scrollTop: 0, contentHeight: 0, viewHeight: fallback.height }
  #size = fallback
  #overlayAt: CellPosition | null = null
  #revealNext = false
  #settling: ReturnType<typeof setTimeout> | undefined
  #columns: ColumnsInView = { first: 0, end: 0 }
  #onColumns: (columns: ColumnsInView) => void

  constructor(onColumns: (columns: ColumnsInView) => void) {
    this.#onColumns = onColumns
  }

  /**
   * Begins to follow the grid's markup, given its scroller; answers the function that ends
   * it. Made for React's `ref`. Parts are found by their `data-part`.
   */
  readonly connect = (scroller: HTMLElement | null): (() => void) | undefined => {
    if (scroller === null) return undefined
    const part = (name: string) => {
      const element = scroller.parentElement?.querySelector<HTMLElement>(`[data-part="${name}"]`)
      if (!element) throw new Error(`The grid has no part ${name}`)
      return element
    }
    const elements: Elements = {
      scroller,
      spacer: part('spacer'),
      frame: part('frame'),
      header: part('header'),
      layer: part('layer'),
      overlay: part('overlay'),
    }
    this.#elements = elements
    this.#slots = createRowSlots(elements.layer)
    const onScroll = () => this.#onScroll()
    elements.scroller.addEventListener('scroll', onScroll, { passive: true })
    const observer =
      typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => this.#resize())
    observer?.observe(elements.scroller)
    return () => {
      observer?.disconnect()
      elements.scroller.removeEventListener('scroll', onScroll)
      clearTimeout(this.#settling)
      elements.layer.replaceChildren()
      this.#elements = null
      this.#slots = null
      this.#view = null
    }
  }

  /** Shows another view, keeping the same rows where they are on the screen. */
  update(next: GridView): void {
    const previous = this.#view?.source
    const before = this.#scroll
    this.#view = next
    this.#measure()
    this.#resizeContents(next)
    if (previous === undefined || previous.anchor.id !== next.source.anchor.id) {
      this.#moveTo((next.source.anchor.row - next.source.first) * rowHeight)
    } else if (previous.first !== next.source.first) {
      this.#moveTo(before.top + (previous.first - next.source.first) * rowHeight)
    } else {
      this.#scroll = movedTo(this.#scroll, this.#scroll.top)
    }
    if (this.#revealNext && next.selection !== null) this.reveal(next.selection.active)
    else this.#paint()
    this.#revealNext = false
  }

  /** Brings the active cell into view with the next update. */
  revealNext(): void {
    this.#revealNext = true
  }

  /** Scrolls as little as possible so that the cell is wholly in view. */
  reveal(cell: CellPosition): void {
    const [view, elements] = [this.#view, this.#elements]
    if (view === null || elements === null) return
    const row = { start: (cell.row - view.source.first) * rowHeight, size: rowHeight }
    this.#moveTo(revealed({ from: this.#scroll.top, length: this.#bodyHeight() }, row))
    const { left, width } = cellBox(view, cell)
    const { scroller } = elements
    const to = revealed(
      { from: scroller.scrollLeft, length: this.#bodyWidth() },
      { start: left, size: width },
    )
    if (to !== scroller.scrollLeft) scroller.scrollLeft = to
    this.#paint()
  }

  attachOverlay(cell: CellPosition | null): void {
    this.#overlayAt = cell
    this.#placeOverlay()
  }

  focus(): void {
    this.#elements?.scroller.focus({ preventScroll: true })
  }

  get pageRows(): number {
    return Math.max(1, Math.floor(this.#bodyHeight() / rowHeight))
  }

  /** The cell under a point of the screen; `column` is -1 on the row's label. */
  cellAt(point: { clientX: number; clientY: number }): CellPosition | null {
    const [view, elements] = [this.#view, this.#elements]
    if (view === null || elements === null) return null
    const box = elements.scroller.getBoundingClientRect()
    const y = point.clientY - box.top - headerHeight + this.#scroll.top
    const row = view.source.first + Math.floor(y / rowHeight)
    const x = point.clientX - box.left - view.gutterWidth
    if (x < 0) return { row, column: -1 }
    const left = x + elements.scroller.scrollLeft
    return { row, column: visibleColumns(view.offsets, { left, width: 0 }).first }
  }

  #bodyHeight(): number {
    return Math.max(this.#size.height - headerHeight, rowHeight)
  }

  #bodyWidth(): number {
    return Math.max(this.#size.width - (this.#view?.gutterWidth ?? 0), 0)
  }

  #measure(): void {
    const elements = this.#elements
    if (elements === null) return
    const { scroller, frame } = elements
    this.#size = {
      width: scroller.clientWidth || fallback.width,
      height: scroller.clientHeight || fallback.height,
    }
    frame.style.width = `${this.#size.width}px`
    frame.style.height = `${this.#size.height}px`
    this.#scroll = { ...this.#scroll, viewHeight: this.#bodyHeight() }
  }

  #resizeContents(view: GridView): void {
    const spacer = this.#elements?.spacer
    const contentHeight = view.source.rowCount * rowHeight
    if (spacer !== undefined) {
      spacer.style.height = `${scrollHeightOf(contentHeight) + headerHeight}px`
      spacer.style.width = `${view.gutterWidth + (view.offsets.at(-1) ?? 0)}px`
    }
    this.#scroll = { ...this.#scroll, contentHeight }
  }

  #moveTo(top: number): void {
    this.#scroll = movedTo(this.#scroll, top)
    const scroller = this.#elements?.scroller
    if (scroller !== undefined && scroller.scrollTop !== this.#scroll.scrollTop)
      scroller.scrollTop = this.#scroll.scrollTop
  }

  #onScroll(): void {
    if (this.#elements === null) return
    this.#scroll = scrolledTo(this.#scroll, this.#elements.scroller.scrollTop)
    this.#paint()
    // At a scale the bar runs ahead of short moves; it is set right once it rests.
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => this.#moveTo(this.#scroll.top), 200)
  }

  #resize(): void {
    this.#measure()
    this.#moveTo(this.#scroll.top)
    this.#paint()
  }

  #paint(): void {
    const [view, elements] = [this.#view, this.#elements]
    if (view === null || elements === null) return
    const { source } = view
    const { top } = this.#scroll
    const left = elements.scroller.scrollLeft
    const rows = rowsInView(source, { top, height: this.#bodyHeight() })
    const columns = visibleColumns(view.offsets, { left, width: this.#bodyWidth() })
    const origin = Math.floor(top / originStep) * originStep
    this.#slots?.paint(view, { rows, columns, origin })
    elements.layer.style.transform = `translate(${-left}px, ${origin - top}px)`
    elements.layer.style.setProperty('--grid-left', `${left}px`)
    elements.header.style.transform = `translateX(${-left}px)`
    this.#placeOverlay()
    if (columns.first !== this.#columns.first || columns.end !== this.#columns.end) {
      this.#columns = columns
      this.#onColumns(columns)
    }
    if (rows.end > rows.first) source.onRangeVisible?.(rows.first, rows.end - 1)
  }

  #placeOverlay(): void {
    const [view, elements, cell] = [this.#view, this.#elements, this.#overlayAt]
    if (elements === null) return
    const { overlay } = elements
    overlay.hidden = view === null || cell === null
    if (view === null || cell === null) return
    const box = cellBox(view, cell)
    const x = box.left - elements.scroller.scrollLeft
    const y = box.top - this.#scroll.top
    overlay.style.visibility = y > -rowHeight && y < this.#bodyHeight() ? 'visible' : 'hidden'
    overlay.style.width = `${box.width}px`
    overlay.style.transform = `translate(${x + view.gutterWidth}px, ${y + headerHeight}px)`
    overlay.dataset['flip'] = String(y + rowHeight > this.#bodyHeight() / 2)
    overlay.dataset['side'] =
      x + attachedWidth > this.#bodyWidth() && x + box.width > attachedWidth ? 'end' : 'start'
  }
}

/** What is attached to a cell is at most about this wide. */
const attachedWidth = 360

function cellBox({ offsets, source }: GridView, { row, column }: CellPosition) {
  const left = offsets[column] ?? 0
  const width = (offsets[column + 1] ?? left) - left
  return { left, width, top: (row - source.first) * rowHeight }
}

function rowsInView(
  { first, rowCount }: GridSource,
  { top, height }: { top: number; height: number },
) {
  return {
    first: first + Math.floor(top / rowHeight),
    end: Math.min(first + Math.ceil((top + height) / rowHeight), first + rowCount),
  }
}
