import {
  type Anchor,
  extentOf,
  forgetPageOf,
  mapRows,
  neededPages,
  openWindow,
  type PageAnswer,
  type PageRequest,
  type Range,
  type Row,
  rowAt,
  type RowWindow,
  trimmed,
  withPage,
} from './row-window.ts'

type Options = {
  fetchPage: (request: PageRequest, anchor: Anchor, signal: AbortSignal) => Promise<PageAnswer>
  cursorOfRow: (row: Row) => string
  /** Without a key there is no place to read on from: one page, as long as one may be. */
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

const longestPage = 1000

/** Reads what is looked at, and a little beyond, and tells those who watch. */
export class RowStore {
  #options: Options
  #state: RowState
  #range: Range = { first: 0, last: 40 }
  #reading = new Map<string, AbortController>()
  #watchers = new Set<() => void>()
  #lastId = 0

  constructor(options: Options) {
    this.#options = options
    this.#state = { window: openWindow(0, { at: 'start' }), error: null, isCut: false }
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
    this.#range = { first, last }
    this.#read()
  }

  /** Takes the rows up at another place; what is being read for the old one is given up. */
  open(anchor: Anchor): void {
    this.stop()
    this.#lastId += 1
    this.#range = anchor.at === 'end' ? { first: -40, last: -1 } : { first: 0, last: 40 }
    this.#set({ window: openWindow(this.#lastId, anchor), error: null, isCut: false })
    this.#read()
  }

  retry(): void {
    this.#set({ ...this.#state, error: null })
    this.#read()
  }

  change(change: (row: Row) => Row | null): void {
    this.#set({ ...this.#state, window: mapRows(this.#state.window, change) })
    this.#read()
  }

  /** Reads the rows around an index anew, and waits until they are there or have failed. */
  async reload(index: number): Promise<void> {
    this.#set({ ...this.#state, window: forgetPageOf(this.#state.window, index) })
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
    for (const controller of this.#reading.values()) controller.abort()
    this.#reading.clear()
  }

  #set(state: RowState): void {
    this.#state = state
    for (const watcher of this.#watchers) watcher()
  }

  #read(): void {
    if (this.#state.error !== null) return
    for (const request of neededPages(this.#state.window, this.#range)) void this.#readPage(request)
  }

  async #readPage(request: PageRequest): Promise<void> {
    const name = `${request.windowId} ${request.side} ${request.page} ${request.cursor}`
    if (this.#reading.has(name)) return
    const controller = new AbortController()
    this.#reading.set(name, controller)
    const { signal } = controller
    try {
      const answer = await this.#options.fetchPage(request, this.#state.window.anchor, signal)
      if (signal.aborted) return
      this.#reading.delete(name)
      this.#accept(request, answer)
      this.#read()
    } catch (error) {
      if (signal.aborted) return
      this.#reading.delete(name)
      const shown = error instanceof Error ? error : new Error(String(error))
      this.#set({ ...this.#state, error: shown })
    }
  }

  #accept(request: PageRequest, answer: PageAnswer): void {
    const { isPageable, cursorOfRow } = this.#options
    const fitting = isPageable ? answer : { ...answer, has_more: false }
    const next = withPage(this.#state.window, { request, answer: fitting }, cursorOfRow)
    const window = trimmed(next, this.#range)
    const isCut = !isPageable && answer.has_more
    this.#set({ ...this.#state, window, isCut })
    if (isCut && request.limit < longestPage)
      void this.#readPage({ ...request, page: 0, limit: longestPage })
  }
}

/** Index of the loaded row that the test accepts. */
export function findRow(window: RowWindow, accepts: (row: Row) => boolean): number | undefined {
  const { first, rowCount } = extentOf(window)
  for (let index = first; index < first + rowCount; index += 1) {
    const row = rowAt(window, index)
    if (row !== undefined && accepts(row)) return index
  }
  return undefined
}
