import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

import { useMatches } from './use-media.ts'

/** Rows above and below what is seen, so that a short way needs no work. */
const overscan = 12
/** Where nothing is measured yet. */
const usualRows = 40

/**
 * Which rows of equal height are in view, and the way to bring another one there. Rows with
 * more than a line are `more` pixels higher than others.
 */
export function useRowsInView(list: RefObject<HTMLElement | null>, count: number, more = 0) {
  const isCoarse = useMatches('(pointer: coarse)')
  const height = (isCoarse ? 40 : 28) + more
  const [seen, setSeen] = useState({ first: 0, rows: usualRows })
  const { first, rows } = seen
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {}
    const next = {
      first: Math.floor(scrollTop / height),
      rows: Math.ceil(clientHeight / height) || usualRows,
    }
    if (next.first !== first || next.rows !== rows) setSeen(next)
  }
  /** The row that is to have the focus as soon as it is in the page. */
  const wanted = useRef<number | undefined>(undefined)
  const focusWanted = () => {
    const place = wanted.current
    const box = list.current
    if (box === null || place === undefined || place >= count) return
    bringIntoView(box, place * height, height)
    onScroll()
    const row = box.querySelector<HTMLElement>(`[data-place="${place}"]`)
    if (row === null) return
    wanted.current = undefined
    row.focus()
  }
  // A row far away comes with a later picture, and one that was just read makes the list longer.
  useLayoutEffect(focusWanted)
  const show = (place: number) => {
    wanted.current = place
    focusWanted()
  }
  return {
    height,
    /** The first row that is seen. */
    top: Math.min(first, Math.max(0, count - 1)),
    first: Math.max(0, Math.min(first, count) - overscan),
    end: Math.min(count, first + rows + overscan),
    /** As many rows as one press of a page key goes. */
    page: Math.max(1, rows - 1),
    onScroll,
    /** Scrolls as little as needed and puts the focus there. */
    show,
  }
}

/** Scrolls as little as needed, in pixels. */
function bringIntoView(box: HTMLElement, top: number, height: number): void {
  box.scrollTop = Math.min(Math.max(box.scrollTop, top + height - box.clientHeight), top)
}
