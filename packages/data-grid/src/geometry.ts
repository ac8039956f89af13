export const rowHeight = 32
export const headerHeight = 36
export const minColumnWidth = 48
export const maxColumnWidth = 1200

/**
 * The tallest element requested from a browser. Firefox stops at about 18 million pixels and
 * Chromium at 33 million; taller contents are scrolled at a scale.
 */
export const maxScrollHeight = 15_000_000

/** Left edges of the columns, and as the last entry the width of all. */
export function columnOffsets(widths: readonly number[]): number[] {
  const offsets = [0]
  for (const width of widths) offsets.push((offsets.at(-1) ?? 0) + width)
  return offsets
}

/** Columns `[first, end)` that touch the strip from `left`, `width` pixels wide. */
export function visibleColumns(
  offsets: readonly number[],
  { left, width }: { left: number; width: number },
): { first: number; end: number } {
  const count = offsets.length - 1
  let first = 0
  while (first < count - 1 && (offsets[first + 1] ?? 0) <= left) first += 1
  let end = first
  while (end < count && (offsets[end] ?? 0) < left + width) end += 1
  return { first, end: Math.max(end, Math.min(first + 1, count)) }
}

/** Frozen columns take at most this part of the view; those beyond scroll with the others. */
const maxFrozen = 0.6

/** How many of the frozen columns fit: on a phone often none. */
export function frozenColumns(offsets: readonly number[], target: number, width: number): number {
  let frozen = target
  while (frozen > 0 && (offsets[frozen] ?? 0) > width * maxFrozen) frozen -= 1
  return frozen
}

export type ColumnsInView = {
  /** Columns `[0, frozen)` stand still at the left. */
  frozen: number
  /** Columns `[first, end)` of the others are in view. */
  first: number
  end: number
}

/** The columns on the screen when it is `width` wide and scrolled by `left`. */
export function columnsInView(
  offsets: readonly number[],
  { frozen: target, left, width }: { frozen: number; left: number; width: number },
): ColumnsInView {
  const frozen = frozenColumns(offsets, target, width)
  const taken = offsets[frozen] ?? 0
  const { first, end } = visibleColumns(offsets, { left: left + taken, width: width - taken })
  const begin = Math.min(Math.max(first, frozen), offsets.length - 1)
  return { frozen, first: begin, end: Math.max(begin, end) }
}

/** The position of the contents (`top`, in pixels of content) and of the scroll bar. */
export type Scroll = {
  top: number
  scrollTop: number
  contentHeight: number
  viewHeight: number
}

export const getScrollHeight = (contentHeight: number): number =>
  Math.min(contentHeight, maxScrollHeight)

const maxTop = (scroll: Scroll) => Math.max(0, scroll.contentHeight - scroll.viewHeight)
const maxScrollTop = (scroll: Scroll) =>
  Math.max(0, getScrollHeight(scroll.contentHeight) - scroll.viewHeight)

const getScale = (scroll: Scroll): number =>
  maxScrollTop(scroll) === 0 ? 1 : maxTop(scroll) / maxScrollTop(scroll)

/**
 * The contents after the browser moved the scroll bar. Where the range is scaled, a short
 * move (a wheel, a finger) moves the contents by the same distance, so that no row is
 * skipped, and a long one (dragging the bar) by the scale.
 */
export function scrolledTo(scroll: Scroll, scrollTop: number): Scroll {
  const scale = getScale(scroll)
  if (scale === 1) return clamped({ ...scroll, scrollTop, top: scrollTop })
  const moved = scrollTop - scroll.scrollTop
  const atEdge = scrollTop <= 0 || scrollTop >= maxScrollTop(scroll) - 1
  const short = Math.abs(moved) < scroll.viewHeight * 2 && !atEdge
  return clamped({ ...scroll, scrollTop, top: short ? scroll.top + moved : scrollTop * scale })
}

/** The scroll bar after the contents were moved by us. */
export function movedTo(scroll: Scroll, top: number): Scroll {
  const { top: allowed } = clamped({ ...scroll, top })
  return { ...scroll, top: allowed, scrollTop: Math.round(allowed / getScale(scroll)) }
}

const clamped = (scroll: Scroll): Scroll => ({
  ...scroll,
  top: Math.min(Math.max(scroll.top, 0), maxTop(scroll)),
})

/** The smallest scroll that brings `[start, start + size)` into `[from, from + length)`. */
export function revealed(
  view: { from: number; length: number },
  item: { start: number; size: number },
): number {
  if (item.start < view.from) return item.start
  const overshoot = item.start + item.size - (view.from + view.length)
  return overshoot > 0 ? view.from + Math.min(overshoot, item.start - view.from) : view.from
}
