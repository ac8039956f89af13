/**
 * A window over the rows of a table, loaded page by page from a position in both directions by
 * keyset pagination. Rows from the position on have the indexes 0, 1, 2 …, rows before it -1, -2 …,
 * so no index changes when pages are added.
 *
 * Each page stores the key before it. A dropped page is loaded again from there; when the table has
 * changed since and the page ends elsewhere now, the next page is reloaded from its new end. So no
 * row is shown twice, and none is missing that was there all the time.
 */
export type Row = readonly (string | null)[]

type Side = 'before' | 'after'

type Page = {
  /** Null when they were evicted. */
  rows: readonly Row[] | null
  /** They were loaded before a change; they are shown until they are reloaded. */
  isStale?: boolean
  size: number
  /** The key that the page was read beyond; null for the first page of the table. */
  cursor: string | null
  /** The key of its outermost row, from which the next page is read. */
  edge: string
}

type Chain = { pages: readonly Page[]; hasMore: boolean }

export type Anchor =
  | { at: 'start' }
  | { at: 'end' }
  | { at: 'row'; row: Row; cursor: string }
  | { at: 'from'; values: Row; numbered?: Numbered | undefined }
  | { at: 'number'; number: number; isExact?: boolean | undefined }

/** The row number, from 1, of the window's start, and whether it is exact. */
type Numbered = { number: number; isExact: boolean }

export type RowWindow = { id: number; anchor: Anchor; before: Chain; after: Chain }

export type PageRequest = {
  windowId: number
  side: Side
  page: number
  cursor: string | null
  limit: number
}

export type PageAnswer = {
  rows: readonly Row[]
  has_more: boolean
  cut?: readonly (readonly [number, number])[] | undefined
  /** The cursor of the next page, for rows without a key. */
  next_cursor?: string | undefined
  from?: Row | undefined
  is_exact?: boolean | undefined
}
export type Range = { first: number; last: number }

/** Rows of the first page, fixed by the contract, and of every further one. */
const pageRows = { first: 100, next: 400 }
/** Number of skeleton rows for rows that are not loaded yet. */
const ahead = 60
/** Rows beyond those in view that are read before they are needed. */
const margin = 160
/** The same until the user scrolls: the first page suffices for a visit. */
const startMargin = 40
/** Maximum number of loaded rows; the ones farthest from the view are dropped first. */
const storedRows = 6000

const none: Chain = { pages: [], hasMore: false }
const unread: Chain = { pages: [], hasMore: true }

/** A window without loaded rows. */
export function openWindow(id: number, anchor: Anchor): RowWindow {
  if (anchor.at === 'start' || anchor.at === 'number')
    return { id, anchor, before: none, after: unread }
  if (anchor.at === 'end') return { id, anchor, before: unread, after: none }
  if (anchor.at === 'from') return { id, anchor, before: unread, after: unread }
  const page = { rows: [anchor.row], size: 1, cursor: anchor.cursor, edge: anchor.cursor }
  return { id, anchor, before: unread, after: { pages: [page], hasMore: true } }
}

const getSize = ({ pages }: Chain): number => pages.reduce((sum, page) => sum + page.size, 0)
const shownSize = (chain: Chain): number => getSize(chain) + (chain.hasMore ? ahead : 0)

/** Index of the first row and how many there are, skeletons included. */
export function getExtent({ before, after }: RowWindow): { first: number; rowCount: number } {
  const above = shownSize(before)
  return { first: 0 - above, rowCount: above + shownSize(after) }
}

/** Number of known rows, and whether they are all. */
export function knownRows({ before, after }: RowWindow): { count: number; isAll: boolean } {
  return { count: getSize(before) + getSize(after), isAll: !before.hasMore && !after.hasMore }
}

export const hasRead = ({ before, after }: RowWindow): boolean =>
  before.pages.length > 0 || after.pages.length > 0 || !(before.hasMore || after.hasMore)

export function rowAt(window: RowWindow, index: number): Row | undefined {
  const found = find(window, index)
  return found?.page.rows?.[found.at]
}

/** The loaded rows by their index, and the range of existing indexes. */
export function heldRows({ before, after }: RowWindow) {
  const held = new Map<number, Row>()
  const hold = ({ pages }: Chain, isAbove: boolean) => {
    let start = 0
    for (const { rows, size } of pages) {
      for (const [at, row] of (rows ?? []).entries())
        held.set(isAbove ? at - start - size : start + at, row)
      start += size
    }
    return start
  }
  const end = hold(after, false)
  const first = -hold(before, true)
  return { held, first, end }
}

function find(window: RowWindow, index: number) {
  const side: Side = index < 0 ? 'before' : 'after'
  let left = index < 0 ? -index - 1 : index
  for (const page of window[side].pages) {
    if (left < page.size) return { page, at: side === 'after' ? left : page.size - 1 - left }
    left -= page.size
  }
  return undefined
}

/** Pages to read so that the rows in view, and some beyond them, are there. */
export function neededPages(window: RowWindow, range: Range): PageRequest[] {
  const beyond = range.first === 0 ? startMargin : margin
  const target = { first: range.first - margin, last: range.last + beyond }
  return (['after', 'before'] as const).flatMap((side) => listRequired(window, side, target))
}

function listRequired(window: RowWindow, side: Side, target: Range): PageRequest[] {
  const chain = window[side]
  const [from, to] =
    side === 'after' ? [target.first, target.last] : [-target.last - 1, -target.first - 1]
  const requests: PageRequest[] = []
  let start = 0
  for (const [page, { rows, isStale, size, cursor }] of chain.pages.entries()) {
    if ((rows === null || isStale === true) && start <= to && start + size > from)
      requests.push({ windowId: window.id, side, page, cursor, limit: size })
    start += size
  }
  if (chain.hasMore && to >= start) {
    const page = chain.pages.length
    const isFirst = page === 0 && window.anchor.at !== 'row'
    const cursor = cursorAt(window, side, page) ?? null
    const limit = isFirst ? pageRows.first : pageRows.next
    requests.push({ windowId: window.id, side, page, cursor, limit })
  }
  return requests
}

/** The key that a page is read beyond; undefined where there is none, or none any more. */
function cursorAt(window: RowWindow, side: Side, page: number): string | null | undefined {
  const { pages, hasMore } = window[side]
  if (page < pages.length) return pages[page]?.cursor
  if (page > pages.length || !hasMore) return undefined
  const { anchor } = window
  return pages.at(-1)?.edge ?? (anchor.at === 'row' ? anchor.cursor : null)
}

/** The window with a page that has arrived; unchanged when it no longer fits. */
export function withPage(
  window: RowWindow,
  { request, answer }: Arrived,
  cursorOfRow: (row: Row) => string,
): RowWindow {
  if (window.anchor.at === 'number') return placed(window, { request, answer }, cursorOfRow)
  const { side, page: index } = request
  const { pages } = window[side]
  if (request.windowId !== window.id || cursorAt(window, side, index) !== request.cursor)
    return window
  const outermost = side === 'after' ? answer.rows.at(-1) : answer.rows[0]
  const put = (chain: Chain): RowWindow => ({ ...window, [side]: chain })
  if (outermost === undefined) return put({ pages: pages.slice(0, index), hasMore: false })

  const edge = answer.next_cursor ?? cursorOfRow(outermost)
  const page = { rows: answer.rows, size: answer.rows.length, cursor: request.cursor, edge }
  const before = pages.slice(0, index)
  if (!answer.has_more) return put({ pages: [...before, page], hasMore: false })
  const [next, ...rest] = pages.slice(index + 1)
  if (next === undefined) return put({ pages: [...before, page], hasMore: true })
  const follower = next.cursor === edge ? next : { ...next, rows: null, cursor: edge }
  return put({ pages: [...before, page, follower, ...rest], hasMore: window[side].hasMore })
}

type Arrived = { request: PageRequest; answer: PageAnswer }

/**
 * The window at a row number with its first page: its position is now known by values, so that
 * earlier rows can be loaded.
 */
function placed(
  { id, anchor }: RowWindow,
  { request, answer }: Arrived,
  cursorOfRow: (row: Row) => string,
): RowWindow {
  const { from } = answer
  if (request.windowId !== id || anchor.at !== 'number' || from === undefined)
    return openWindow(id, anchor)
  const numbered = { number: anchor.number, isExact: answer.is_exact === true }
  const opened = openWindow(id, { at: 'from', values: from, numbered })
  return withPage(opened, { request, answer }, cursorOfRow)
}

/** The window with each of its pages mapped by the function. */
function withPages(window: RowWindow, change: (page: Page) => Page): RowWindow {
  const changed = (chain: Chain): Chain => ({ ...chain, pages: chain.pages.map(change) })
  return { ...window, before: changed(window.before), after: changed(window.after) }
}

/** The page of the window's first row is loaded with it. */
const isOwn = ({ cursor, edge }: Page): boolean => cursor === edge

/** Drops rows far from the view beyond the maximum. */
export function trimmed(window: RowWindow, range: Range, stored = storedRows): RowWindow {
  const loaded = (['before', 'after'] as const).flatMap((side) => {
    let start = 0
    return window[side].pages.map((page) => {
      const first = side === 'after' ? start : -start - page.size
      start += page.size
      const distance = Math.max(first - range.last, range.first - (first + page.size - 1), 0)
      return { page, distance, size: page.rows === null ? 0 : page.size }
    })
  })
  let count = loaded.reduce((sum, page) => sum + page.size, 0)
  if (count <= stored) return window
  const farFirst = loaded
    .filter(({ page, size, distance }) => size > 0 && distance > margin && !isOwn(page))
    .toSorted((one, other) => other.distance - one.distance)
  const deleted = new Set<Page>()
  for (const { page, size } of farFirst) {
    if (count <= stored) break
    deleted.add(page)
    count -= size
  }
  return withPages(window, (page) => (deleted.has(page) ? { ...page, rows: null } : page))
}

/** Maps every loaded row, or removes it (null). */
export function mapRows(window: RowWindow, change: (row: Row) => Row | null): RowWindow {
  const mapPage = (page: Page): Page => {
    if (page.rows === null) return page
    const rows = page.rows.map(change).filter((row) => row !== null)
    return { ...page, rows, size: rows.length }
  }
  const mapChain = (chain: Chain): Chain => {
    const pages: Page[] = []
    // The page after removed ones starts where they started.
    let emptied: Page | undefined
    for (const page of chain.pages.map(mapPage)) {
      if (page.size === 0) emptied ??= page
      else {
        pages.push(emptied === undefined ? page : { ...page, cursor: emptied.cursor })
        emptied = undefined
      }
    }
    return { ...chain, pages }
  }
  return { ...window, before: mapChain(window.before), after: mapChain(window.after) }
}

/** The page of the row is reloaded when it is next visible. */
export function clearPage(window: RowWindow, index: number): RowWindow {
  const found = find(window, index)?.page
  return withPages(window, (page) =>
    page === found && !isOwn(page) ? { ...page, rows: null } : page,
  )
}

/**
 * Every page is reloaded when it is next visible, and may have more rows by then. Until then the
 * rows stay: keys and pastes find them at their indexes. A side without pages is loaded as if for
 * the first time. A window opened with its first row starts at the values of that row from now on,
 * so that the row is reloaded too.
 */
export function stalePages(window: RowWindow): RowWindow {
  const { id, anchor: former } = window
  const anchor: Anchor =
    former.at === 'row' ? { at: 'from', values: JSON.parse(former.cursor) as Row } : former
  const opened = openWindow(id, anchor)
  const stale = (side: Side): Chain => {
    const { pages, hasMore } = window[side]
    if (pages.length === 0) return opened[side]
    const marked = pages.map((page, index) => {
      const cursor = index === 0 ? null : page.cursor
      return { ...page, cursor, isStale: true }
    })
    return { pages: marked, hasMore }
  }
  return { id, anchor, before: stale('before'), after: stale('after') }
}
