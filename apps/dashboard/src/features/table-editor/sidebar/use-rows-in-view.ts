import { type RefObject, useState } from 'react'

import { useMatches } from '../../../lib/use-media.ts'

/** Rows above and below what is seen, so that a short way needs no work. */
const overscan = 12
/** Where nothing is measured yet. */
const usualRows = 40

/** Which rows of equal height are in view, and the way to bring another one there. */
export function useRowsInView(list: RefObject<HTMLElement | null>, count: number) {
  const isCoarse = useMatches('(pointer: coarse)')
  const height = isCoarse ? 40 : 28
  const [seen, setSeen] = useState({ first: 0, rows: usualRows })
  const { first, rows } = seen
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {}
    const next = {
      first: Math.floor(scrollTop / height),
      rows: clientHeight === 0 ? usualRows : Math.ceil(clientHeight / height),
    }
    if (next.first !== first || next.rows !== rows) setSeen(next)
  }
  const show = (place: number) => {
    if (list.current === null) return
    scrollTo(list.current, { top: place * height, height })
    onScroll()
    // The row comes into the page with the next picture of it.
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus()
    })
  }
  return {
    height,
    first: Math.max(0, Math.min(first, count) - overscan),
    end: Math.min(count, first + rows + overscan),
    /** As many rows as one press of a page key goes. */
    page: Math.max(1, rows - 1),
    onScroll,
    /** Scrolls as little as needed and puts the focus there. */
    show,
  }
}

function scrollTo(list: HTMLElement, row: { top: number; height: number }) {
  const lowest = row.top + row.height - list.clientHeight
  if (row.top < list.scrollTop) list.scrollTop = row.top
  else if (list.scrollTop < lowest) list.scrollTop = lowest
}
