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
  /** Without a key a page has the cursor of the next one, or is the only one. */
  isPageable: boolean
  /** The first page, when it is already here. */
  firstPage: PageAnswer | undefined
}

export type RowState = {
  window: RowWindow
  /** Why the visible rows could not be loaded; `retry` requests them again. */
  error: Error | null
  /** A table without a key has more rows than are shown. */
  isCut: boolean
}

const maxPageLength = 1000

/** How long old rows stay visible while those of another position are loading, in milliseconds. */
const oldRowsMs = 100
/** Rows around the new position wait until it is rendered. */
const delayMs = 20

/** Ids are unique over all stores: the grid detects other rows by them. */
let lastId = 0

/** Why nothing is shown: the user cancelled. */
export class ReadCancelled extends Error {
  override readonly name = 'ReadCancelled'
}

/** Loads the visible rows, and some beyond, and notifies subscribers. */
export class RowStore {
  #options: Options
  #state: RowState
  #range: Range = { first: 0, last: 40 }
  /** The new position, while the rows of the old one are still shown. */
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

  /** Reports the visible range; loads its missing rows. */
  readonly show = (first: number, last: number): void => {
    // The visible rows are still those of the old position.
    if (this.#coming !== undefined) return
    this.#range = { first, last }
    if (this.#later === undefined) this.#read()
  }

  /**
   * Moves the window to another position; pending reads for the old one are aborted. Its rows stay
   * until the new ones are loaded, but not for long: then the promise resolves.
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

  /** Moves the window to an end; false when that end is shown, and a pending jump is cancelled. */
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

  /** Whether the displayed rows are those of the old position. */
  readonly isLeaving = (): boolean => this.#coming !== undefined

  /** Shows the new position, as far as it is loaded. */
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

  /** Reloads the displayed rows in place. */
  reread(): void {
    this.#arrive()
    // Pending reads may be from before the change.
    this.stop()
    this.#set({ ...this.#state, window: stalePages(this.#state.window), error: null })
    this.#read()
  }

  /** Reloads the rows around an index, and waits until they are loaded or have failed. */
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

  /** Aborts pending reads; the store stays usable. */
  stop(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    for (const controller of this.#reading.values()) controller.abort()
    this.#reading.clear()
    this.#tellReading()
  }

  /** Aborts pending reads on the user's request; `retry` continues. */
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

  /** Whether a cell is truncated; its full value is loaded separately. */
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
