import {
  type Anchor,
  getExtent,
  clearPage,
  mapRows,
  neededPages,
  openWindow,
  type PageAnswer,
  type PageRequest,
  type Range,
  type Row,
  rowAt,
  type RowWindow,
  stalePages,
  trimmed,
  withPage,
} from './row-window.ts'

export type PageReader = (
  request: PageRequest,
  anchor: Anchor,
  signal: AbortSignal,
) => Promise<PageAnswer>

type Options = {
  fetchPage: PageReader
  cursorOfRow: (row: Row) => string
  /** Without a key a page has to tell where the next one begins, or is the only one. */
  isPageable: boolean
  /** The first page, when it is already here. */
  firstPage: PageAnswer | undefined
}

export type RowState = {
  window: RowWindow
  /** Why the rows in view could not be read; they are asked for again with `retry`. */
  error: Error | null
  /** A table without a key has more rows than are shown. */
  isCut: boolean
}

const maxPageLength = 1000

/** For how long rows stay on the screen while those of another place are read, in milliseconds. */
const oldRowsMs = 100
/** What is beside the rows that were gone to waits until these are on the screen. */
const delayMs = 20

/** Of every window of every store: the grid knows by it that it looks at other rows. */
let lastId = 0

/** Why nothing is shown: the user did not want to wait. */
export class ReadCancelled extends Error {
  override readonly name = 'ReadCancelled'
}

/** Reads what is looked at, and a little beyond, and tells those who watch. */
export class RowStore {
  #options: Options
  #state: RowState
  #range: Range = { first: 0, last: 40 }
  /** The place that was gone to, while the rows of the old one are still shown. */
  #coming: RowWindow | undefined
  #clearing: ReturnType<typeof setTimeout> | undefined
  #arrived: (() => void)[] = []
  #later: ReturnType<typeof setTimeout> | undefined
  #reading = new Map<string, AbortController>()
  #watchers = new Set<() => void>()
  #readingWatchers = new Set<() => void>()
  #cut = new WeakMap<Row, ReadonlySet<number>>()
  #hasCut = false

  constructor(options: Options) {
    this.#options = options
    lastId += 1
    this.#state = { window: openWindow(lastId, { at: 'start' }), error: null, isCut: false }
    if (options.firstPage !== undefined) {
      const [request] = neededPages(this.#state.window, this.#range)
      if (request !== undefined) this.#accept(request, options.firstPage)
    }
  }

  readonly get = (): RowState => this.#state

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Tells which rows are in view; reads what is missing of them. */
  readonly show = (first: number, last: number): void => {
    // What is in view is still the old place.
    if (this.#coming !== undefined) return
    this.#range = { first, last }
    if (this.#later === undefined) this.#read()
  }

  /**
   * Takes the rows up at another place; what is being read for the old one is given up. Its
   * rows stay until the new ones are there, but not for long: then the promise ends.
   */
  async open(anchor: Anchor): Promise<void> {
    this.stop()
    clearTimeout(this.#clearing)
    lastId += 1
    this.#range = anchor.at === 'end' ? { first: -40, last: -1 } : { first: 0, last: 40 }
    this.#coming = openWindow(lastId, anchor)
    const isEmpty = getExtent(this.#state.window).rowCount === 0
    if (!isEmpty) this.#clearing = setTimeout(() => this.#arrive(), oldRowsMs)
    else this.#arrive()
    this.#read()
    if (!isEmpty) await new Promise<void>((resolve) => this.#arrived.push(resolve))
  }

  /** Takes the rows up at an end; false when that end is shown, to which the way is taken back. */
  jump(edge: 'start' | 'end'): boolean {
    const { hasMore } = this.#state.window[edge === 'start' ? 'before' : 'after']
    const to = this.#coming?.anchor.at
    if (hasMore && to !== edge) void this.open({ at: edge })
    if (!hasMore && to !== undefined) {
      this.stop()
      this.#set(this.#state)
    }
    return hasMore
  }

  /** Whether the rows that are shown are those of the old place. */
  readonly isLeaving = (): boolean => this.#coming !== undefined

  /** Shows the place that was gone to, as far as it is read. */
  #arrive(): void {
    if (this.#coming === undefined) return
    this.#set({ window: this.#coming, error: null, isCut: false })
  }

  retry(): void {
    this.#arrive()
    this.#set({ ...this.#state, error: null })
    this.#read()
  }

  change(change: (row: Row) => Row | null): void {
    this.#arrive()
    this.#set({ ...this.#state, window: mapRows(this.#state.window, change) })
    this.#read()
  }

  /** Reads what is shown anew, where it is. */
  reread(): void {
    this.#arrive()
    const { window } = this.#state
    if (window.anchor.at === 'row') {
      void this.open(window.anchor)
      // Nobody has gone there: what is pressed is for a row that is shown.
      return this.#arrive()
    }
    // What is being read may have been asked before the change.
    this.stop()
    this.#set({ ...this.#state, window: stalePages(window), error: null })
    this.#read()
  }

  /** Reads the rows around an index anew, and waits until they are there or have failed. */
  async reload(index: number): Promise<void> {
    this.#arrive()
    this.#set({ ...this.#state, window: clearPage(this.#state.window, index) })
    this.#read()
    await new Promise<void>((resolve) => {
      const done = () => {
        if (this.#reading.size > 0) return
        this.#watchers.delete(done)
        resolve()
      }
      this.#watchers.add(done)
      done()
    })
  }

  /** Ends what is being read; the store can be used on. */
  stop(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    for (const controller of this.#reading.values()) controller.abort()
    this.#reading.clear()
    this.#tellReading()
  }

  /** Ends what is being read because the user asked for it; `retry` reads on. */
  readonly cancel = (): void => {
    if (this.#reading.size === 0) return
    this.stop()
    this.#arrive()
    this.#set({ ...this.#state, error: new ReadCancelled('Loading was cancelled') })
  }

  readonly isReading = (): boolean => this.#reading.size > 0 || this.#later !== undefined

  readonly subscribeReading = (watcher: () => void): (() => void) => {
    this.#readingWatchers.add(watcher)
    return () => this.#readingWatchers.delete(watcher)
  }

  /** Whether a cell holds more than was sent; the whole value is to be read by itself. */
  readonly isCellCut = (index: number, column: number): boolean => {
    if (!this.#hasCut) return false
    const row = rowAt(this.#state.window, index)
    return row !== undefined && this.#cut.get(row)?.has(column) === true
  }

  #tellReading(): void {
    for (const watcher of this.#readingWatchers) watcher()
  }

  #set(state: RowState): void {
    clearTimeout(this.#clearing)
    this.#coming = undefined
    this.#state = state
    for (const watcher of this.#watchers) watcher()
    for (const arrived of this.#arrived.splice(0)) arrived()
  }

  #read(): void {
    if (this.#coming === undefined && this.#state.error !== null) return
    const window = this.#coming ?? this.#state.window
    for (const request of neededPages(window, this.#range)) void this.#readPage(request)
  }

  #readLater(): void {
    this.#later = undefined
    this.#read()
    this.#tellReading()
  }

  async #readPage(request: PageRequest): Promise<void> {
    const name = `${request.windowId} ${request.side} ${request.page} ${request.cursor}`
    if (this.#reading.has(name)) return
    const controller = new AbortController()
    this.#reading.set(name, controller)
    this.#tellReading()
    const { signal } = controller
    try {
      const { anchor } = this.#coming ?? this.#state.window
      const answer = await this.#options.fetchPage(request, anchor, signal)
      if (signal.aborted) return
      this.#reading.delete(name)
      const isPosition = this.#coming !== undefined
      this.#accept(request, answer)
      if (isPosition) this.#later = setTimeout(() => this.#readLater(), delayMs)
      else this.#read()
      this.#tellReading()
    } catch (error) {
      if (signal.aborted) return
      this.#reading.delete(name)
      const shown = error instanceof Error ? error : new Error(String(error))
      this.#arrive()
      this.#set({ ...this.#state, error: shown })
      this.#tellReading()
    }
  }

  #accept(request: PageRequest, answer: PageAnswer): void {
    const { isPageable, cursorOfRow } = this.#options
    const isCut = !isPageable && answer.has_more && !answer.next_cursor
    const fitting = isCut ? { ...answer, has_more: false } : answer
    for (const [at, column] of answer.cut ?? []) {
      const row = answer.rows[at]
      this.#hasCut = true
      if (row !== undefined) this.#cut.set(row, new Set(this.#cut.get(row)).add(column))
    }
    const current = this.#coming ?? this.#state.window
    const error = this.#coming === undefined ? this.#state.error : null
    const isBeyond = current.anchor.at === 'number' && answer.rows.length === 0
    if (isBeyond) return void this.open({ at: 'end' })
    const next = withPage(current, { request, answer: fitting }, cursorOfRow)
    const window = trimmed(next, this.#range)
    this.#set({ window, error, isCut })
    if (isCut && request.limit < maxPageLength)
      void this.#readPage({ ...request, limit: maxPageLength })
  }
}

/** Index of the loaded row that the test accepts. */
export function findRow(window: RowWindow, accepts: (row: Row) => boolean): number | undefined {
  const { first, rowCount } = getExtent(window)
  for (let index = first; index < first + rowCount; index += 1) {
    const row = rowAt(window, index)
    if (row !== undefined && accepts(row)) return index
  }
  return undefined
}
