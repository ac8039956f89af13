import { cellBox, rowsInView } from './cell-positions.ts'
import {
  type ColumnsInView,
  columnsInView,
  frozenColumns,
  headerHeight,
  movedTo,
  revealed,
  rowHeight,
  type Scroll,
  scrolledTo,
  getScrollHeight,
  visibleColumns,
} from './geometry.ts'
import { type Elements, splitParts } from './grid-parts.ts'
import type { CellPosition } from './grid-types.ts'
import { createRowSlots, type GridView, type RowSlots } from './row-slots.ts'
import { getRange } from './selection.ts'

/** Rows are placed relative to a near origin, so that no offset exceeds the limits of CSS. */
const originStep = 1_000_000
/** Without a layout, as in tests, the grid behaves as if it were this large. */
const fallback = { width: 1280, height: 640 }

/**
 * Renders the rows and columns in view. The visible part is sticky instead of scrolled: it moves
 * only when it is painted, so the browser never shows an unpainted strip.
 */
export class Viewport {
  #elements: Elements | null = null
  #slots: RowSlots | null = null
  #view: GridView | null = null
  // Cached geometry of the scroller: reading it forces a layout of the page, so it is read after a
  // scroll or resize only, not with each paint.
  #scroll: Scroll = { top: 0, scrollTop: 0, contentHeight: 0, viewHeight: fallback.height }
  #left = 0
  #size = fallback
  #overlayAt: CellPosition | null = null
  #revealNext: 'active' | 'end' | undefined
  /** The position of the scroll bar at the last paint. */
  #painted: { top: number; left: number } | undefined
  #settling: ReturnType<typeof setTimeout> | undefined
  /** Whether the scroll bar is moved in the next frame. */
  #isBarLate = false
  #columns: ColumnsInView = { frozen: 0, first: 0, end: 0 }
  #rows = { first: 0, end: 0 }
  /** The active cell, or the last one after it was cleared. */
  #last: CellPosition | undefined
  #watchers = new Set<() => void>()

  /** The columns that were painted last: the heading shows the same ones, in the same frame. */
  readonly columnsShown = (): ColumnsInView => this.#columns

  readonly watchColumns = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /**
   * Attaches to the grid's markup, given its scroller; returns the function that detaches. Made for
   * React's `ref`.
   */
  readonly connect = (scroller: HTMLElement | null): (() => void) | undefined => {
    if (scroller === null) return undefined
    const elements = splitParts(scroller)
    this.#elements = elements
    this.#slots = createRowSlots(elements.layer)
    const onScroll = () => this.#onScroll()
    elements.scroller.addEventListener('scroll', onScroll, { passive: true })
    const observer = new ResizeObserver(() => this.#resize())
    observer.observe(elements.scroller)
    this.#measure()
    return () => {
      observer.disconnect()
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
    const isSame = previous?.anchor.id === next.source.anchor.id
    if (isSame && previous.first !== next.source.first) this.#adopt()
    const before = this.#scroll
    this.#view = next
    this.#resizeContents(next)
    const anchored = (next.source.anchor.row - next.source.first) * rowHeight
    // If reading began at the first row and it is in view, so are the rows added before it.
    const isAtStart = isSame && before.top === 0 && previous.anchor.row === previous.first
    const top =
      isSame && !isAtStart
        ? before.top + (previous.first - next.source.first) * rowHeight
        : anchored
    this.#scroll = movedTo(this.#scroll, top)
    this.#moveBar(before.scrollTop)
    // Once: to where the cell is, and not before that to where it was.
    if (this.#revealNext && next.selection !== null) this.reveal(next.selection[this.#revealNext])
    else this.#paint()
    this.#revealNext = undefined
    this.#last = next.selection?.active ?? this.#last
    this.#painted = { top: this.#scroll.scrollTop, left: this.#left }
  }

  /** Scrolls to the active cell, or to the end of the range, with the next update. */
  revealNext(cell: 'active' | 'end'): void {
    this.#revealNext = cell
  }

  /** Scrolls as little as possible so that the cell is wholly in view. */
  reveal(cell: CellPosition): void {
    const view = this.#view
    if (view === null) return
    const row = { start: (cell.row - view.source.first) * rowHeight, size: rowHeight }
    const position = () => revealed({ from: this.#scroll.top, length: this.#bodyHeight() }, row)
    if (position() !== this.#scroll.top) {
      this.#adopt()
      this.#moveTo(position())
    }
    this.#revealColumn(view, cell)
    this.#paint()
  }

  #revealColumn(view: GridView, cell: CellPosition): void {
    const scroller = this.#elements?.scroller
    const frozen = this.#frozen(view)
    if (scroller === undefined || cell.column < frozen) return
    const taken = view.offsets[frozen] ?? 0
    const from = this.#left + taken
    const { left, width } = cellBox(view, cell)
    const inView = { from, length: this.#bodyWidth() - taken }
    const to = revealed(inView, { start: left, size: width }) - taken
    if (to === this.#left) return
    scroller.scrollLeft = to
    this.#left = scroller.scrollLeft
  }

  attachOverlay(cell: CellPosition | null): void {
    this.#overlayAt = cell
    this.#placeOverlay()
  }

  focus(): void {
    this.#elements?.scroller.focus({ preventScroll: true })
  }

  /** The editor of a cell is next to the scroller, not in it. */
  hasFocus(): boolean {
    return this.#elements?.scroller.parentElement?.contains(document.activeElement) ?? false
  }

  /** The start of a move without an active cell: the last one, or a cell in view. */
  get starts(): { last: CellPosition | undefined; start: CellPosition } {
    const last = this.#last && this.#isPainted(this.#last) ? this.#last : undefined
    return { last, start: { row: this.#rows.first, column: 0 } }
  }

  get pageRows(): number {
    return Math.floor(this.#bodyHeight() / rowHeight)
  }

  /** The cell under a point of the screen; `column` is -1 on the row's label. */
  cellAt(point: { clientX: number; clientY: number }): CellPosition | null {
    const [view, box] = [this.#view, this.#elements?.scroller.getBoundingClientRect()]
    if (view === null || box === undefined) return null
    const y = point.clientY - box.top - headerHeight + this.#scroll.top
    const row = view.source.first + Math.floor(y / rowHeight)
    const x = point.clientX - box.left - view.gutterWidth
    if (x < 0) return { row, column: -1 }
    const isFrozen = x < (view.offsets[this.#frozen(view)] ?? 0)
    const left = isFrozen ? x : x + this.#left
    return { row, column: visibleColumns(view.offsets, { left, width: 0 }).first }
  }

  /** The place of the cell on the screen, in pixels of the window. */
  getBox(cell: CellPosition): DOMRect {
    const [view, at] = [this.#view, this.#elements?.scroller.getBoundingClientRect()]
    if (view === null || at === undefined) return new DOMRect()
    const box = cellBox(view, cell)
    const x = at.left + view.gutterWidth + box.left - this.#shift(view, cell.column)
    return new DOMRect(x, at.top + headerHeight + box.top - this.#scroll.top, box.width, rowHeight)
  }

  /** The place of the heading of a column on the screen. */
  getHeadingBox(column: number): DOMRect {
    const { left, width } = this.getBox({ row: 0, column })
    const top = this.#elements?.scroller.getBoundingClientRect().top ?? 0
    return new DOMRect(left, top, width, headerHeight)
  }

  #frozen(view: GridView): number {
    return frozenColumns(view.offsets, view.frozen, this.#bodyWidth())
  }

  /** How far a column is scrolled to the left; 0 for frozen ones. */
  #shift(view: GridView, column: number): number {
    return column < this.#frozen(view) ? 0 : this.#left
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
      spacer.style.height = `${getScrollHeight(contentHeight) + headerHeight}px`
      spacer.style.width = `${view.gutterWidth + (view.offsets.at(-1) ?? 0)}px`
    }
    this.#scroll = { ...this.#scroll, contentHeight }
  }

  #moveTo(top: number): void {
    const { scrollTop } = this.#scroll
    this.#scroll = movedTo(this.#scroll, top)
    this.#moveBar(scrollTop)
  }

  /** Moving the bar forces a layout; deferred to the next frame, it shares that of the frame. */
  #moveBar(from: number): void {
    if (this.#isBarLate || this.#scroll.scrollTop === from) return
    this.#isBarLate = true
    requestAnimationFrame(() => this.#placeBar())
  }

  #placeBar(): void {
    const scroller = this.#elements?.scroller
    if (this.#isBarLate && scroller !== undefined) scroller.scrollTop = this.#scroll.scrollTop
    this.#isBarLate = false
  }

  #onScroll(): void {
    if (this.#elements === null) return
    // A pending bar position takes precedence: the rows the user scrolled from were replaced.
    this.#placeBar()
    const { scrollTop, scrollLeft } = this.#elements.scroller
    // The event may stem from a bar position that this class has set itself.
    const isPainted = scrollTop === this.#painted?.top && scrollLeft === this.#painted.left
    this.#painted = undefined
    this.#scroll = scrolledTo(this.#scroll, scrollTop)
    this.#left = scrollLeft
    if (!isPainted) this.#paint()
    // With scaled contents the bar runs ahead of short moves; it is corrected when scrolling stops.
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => {
      this.#adopt()
      this.#moveTo(this.#scroll.top)
    }, 200)
  }

  /**
   * Adopts the position of the scroll bar, whose last scroll event may be pending. A hidden grid
   * has no position.
   */
  #adopt(): void {
    const scroller = this.#elements?.scroller
    if (scroller === undefined || scroller.clientHeight === 0) return
    this.#placeBar()
    this.#left = scroller.scrollLeft
    if (scroller.scrollTop !== this.#scroll.scrollTop)
      this.#scroll = scrolledTo(this.#scroll, scroller.scrollTop)
  }

  /** Keeps the active cell, or that of the editor, in view. */
  #resize(): void {
    const cell = this.#overlayAt
    const isInView = cell && this.#isPainted(cell)
    this.#adopt()
    this.#measure()
    this.#moveTo(this.#scroll.top)
    this.#paint()
    if (isInView) this.reveal(cell)
  }

  #isPainted({ row, column }: CellPosition): boolean {
    const { frozen, first, end } = this.#columns
    const isAmong = column < frozen || (column >= first && column < end)
    return isAmong && row >= this.#rows.first && row < this.#rows.end
  }

  #paint(): void {
    const [view, elements] = [this.#view, this.#elements]
    if (view === null || elements === null) return
    const { source } = view
    const { top } = this.#scroll
    const left = this.#left
    const rows = rowsInView(source, { top, height: this.#bodyHeight() })
    this.#rows = rows
    const columns = this.#keepColumns(
      columnsInView(view.offsets, { frozen: view.frozen, left, width: this.#bodyWidth() }),
    )
    const origin = Math.floor(top / originStep) * originStep
    this.#slots?.paint(view, { rows, columns, origin })
    this.#nameActive(view)
    elements.layer.style.transform = `translate(${-left}px, ${origin - top}px)`
    elements.layer.style.setProperty('--grid-left', `${left}px`)
    elements.header.style.transform = `translateX(${-left}px)`
    elements.header.style.setProperty('--grid-left', `${left}px`)
    this.#placeOverlay()
    this.#placeHandle()
    if (rows.end > rows.first) source.onRangeVisible?.(rows.first, rows.end - 1)
  }

  /** Points `aria-activedescendant` to the active cell while its element exists. */
  #nameActive({ idPrefix }: GridView): void {
    const id = `${idPrefix}-active`
    const name = 'aria-activedescendant'
    const scroller = this.#elements?.scroller
    if (document.getElementById(id) === null) scroller?.removeAttribute(name)
    else scroller?.setAttribute(name, id)
  }

  /** The same object while the columns are unchanged, so that rows can compare it by identity. */
  #keepColumns(next: ColumnsInView): ColumnsInView {
    const { frozen, first, end } = this.#columns
    if (next.frozen === frozen && next.first === first && next.end === end) return this.#columns
    this.#columns = next
    for (const watcher of this.#watchers) watcher()
    return next
  }

  #placeHandle(): void {
    const [view, handle] = [this.#view, this.#elements?.handle]
    if (view === null || handle === undefined) return
    handle.hidden = !view.isFillable || view.selection === null
    if (view.selection === null) return
    const { bottom, right } = getRange(view.selection)
    const box = cellBox(view, { row: bottom, column: right })
    const x = box.left + box.width - this.#shift(view, right)
    const y = box.top + rowHeight - this.#scroll.top
    const isInView = y > 0 && y <= this.#bodyHeight() && x > 0 && x <= this.#bodyWidth()
    handle.style.visibility = isInView ? 'visible' : 'hidden'
    handle.style.transform = `translate(${x + view.gutterWidth}px, ${y + headerHeight}px)`
  }

  #placeOverlay(): void {
    const [view, elements, cell] = [this.#view, this.#elements, this.#overlayAt]
    if (elements === null) return
    const { overlay } = elements
    overlay.hidden = view === null || cell === null
    if (view === null || cell === null) return
    const box = cellBox(view, cell)
    const x = box.left - this.#shift(view, cell.column)
    const y = box.top - this.#scroll.top
    overlay.style.visibility = y > -rowHeight && y < this.#bodyHeight() ? 'visible' : 'hidden'
    overlay.style.width = `${box.width}px`
    overlay.style.transform = `translate(${x + view.gutterWidth}px, ${y + headerHeight}px)`
    overlay.dataset['flip'] = String(y + rowHeight > this.#bodyHeight() / 2)
    overlay.dataset['side'] =
      x + attachedWidth > this.#bodyWidth() && x + box.width > attachedWidth ? 'end' : 'start'
  }
}

/** The approximate largest width of an element attached to a cell. */
const attachedWidth = 360
