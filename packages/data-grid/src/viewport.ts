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
  // What is known of the scroller: asking it lays the whole page out, so that is done when it
  // has scrolled or has another size, and not whenever something is painted.
  #scroll: Scroll = { top: 0, scrollTop: 0, contentHeight: 0, viewHeight: fallback.height }
  #left = 0
  #size = fallback
  #overlayAt: CellPosition | null = null
  #revealNext: 'active' | 'end' | undefined
  /** Where the bar was put when what it shows had been painted. */
  #painted: { top: number; left: number } | undefined
  #settling: ReturnType<typeof setTimeout> | undefined
  /** Whether the bar is to be moved with the next frame. */
  #isBarLate = false
  #columns: ColumnsInView = { frozen: 0, first: 0, end: 0 }
  #rows = { first: 0, end: 0 }
  /** The cell that is active, or was before it was given up. */
  #last: CellPosition | undefined
  #watchers = new Set<() => void>()

  /** The columns that were painted last: the heading shows the same ones, in the same frame. */
  readonly columnsShown = (): ColumnsInView => this.#columns

  readonly watchColumns = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /**
   * Begins to follow the grid's markup, given its scroller; answers the function that ends
   * it. Made for React's `ref`.
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
    // Where rows were taken up at the first one and it is in view, those before it are too.
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

  /** Brings the active cell, or the end of the range, into view with the next update. */
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

  /** Where keys go on while no cell is active, and where they begin if that is not in view. */
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

  /** How far a column is scrolled to the left; frozen ones are not. */
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

  /** To move the bar lays the page out, and so does the next frame: both do it once. */
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
    // Where somebody scrolled from is not shown any more.
    this.#placeBar()
    const { scrollTop, scrollLeft } = this.#elements.scroller
    // The bar that was moved from here tells of it, too.
    const isPainted = scrollTop === this.#painted?.top && scrollLeft === this.#painted.left
    this.#painted = undefined
    this.#scroll = scrolledTo(this.#scroll, scrollTop)
    this.#left = scrollLeft
    if (!isPainted) this.#paint()
    // At a scale the bar runs ahead of short moves; it is set right once it rests.
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => {
      this.#adopt()
      this.#moveTo(this.#scroll.top)
    }, 200)
  }

  /**
   * Takes over where the bar is: the event of its last move may still be on its way. What is
   * hidden tells no place.
   */
  #adopt(): void {
    const scroller = this.#elements?.scroller
    if (scroller === undefined || scroller.clientHeight === 0) return
    this.#placeBar()
    this.#left = scroller.scrollLeft
    if (scroller.scrollTop !== this.#scroll.scrollTop)
      this.#scroll = scrolledTo(this.#scroll, scroller.scrollTop)
  }

  /** The active cell, or that of the editor, stays in view where it was. */
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

  /** Screen readers are told of the cell that keys lead to while there is an element for it. */
  #nameActive({ idPrefix }: GridView): void {
    const id = `${idPrefix}-active`
    const name = 'aria-activedescendant'
    const scroller = this.#elements?.scroller
    if (document.getElementById(id) === null) scroller?.removeAttribute(name)
    else scroller?.setAttribute(name, id)
  }

  /** The same object as long as the columns are the same, so that rows can tell at once. */
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

/** What is attached to a cell is at most about this wide. */
const attachedWidth = 360
