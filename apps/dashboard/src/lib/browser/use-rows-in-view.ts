import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { useMatches } from './use-media.ts'

/** Rows above and below what is seen, so that a short way needs no work. */
const overscan = 12

/**
 * Which rows of equal height are in view, and the way to bring another one there. Rows with
 * more than a line are `more` pixels higher than others.
 */
export function useRowsInView(list: RefObject<HTMLElement | null>, count: number, more = 0) {
  const isCoarse = useMatches('(pointer: coarse)')
  const height = (isCoarse ? 40 : 28) + more
  const listRows = (pixels: number) => Math.ceil(pixels / height)
  const [{ first, rows }, setSeen] = useState(() => ({ first: 0, rows: listRows(innerHeight) }))
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {}
    const next = {
      first: Math.floor(scrollTop / height),
      rows: listRows(clientHeight || innerHeight),
    }
    setSeen((seen) => (next.first === seen.first && next.rows === seen.rows ? seen : next))
  }
  const appearance = useEffectEvent(onScroll)
  useEffect(() => {
    const observer = new ResizeObserver(appearance)
    if (list.current !== null) observer.observe(list.current)
    return () => observer.disconnect()
  }, [list])
  // What is not seen yet comes once what is seen has been painted.
  const [around, setAround] = useState(0)
  const isEmpty = count === 0
  useEffect(() => {
    if (!isEmpty) requestAnimationFrame(() => setAround(overscan))
  }, [isEmpty])
  /** The row that is to have the focus as soon as it is in the page. */
  const target = useRef<number | undefined>(undefined)
  const focusRequested = () => {
    const place = target.current
    const box = list.current
    if (box === null || place === undefined || place >= count) return
    scrollIntoViewNow(box, place * height, height)
    onScroll()
    const row = box.querySelector<HTMLElement>(`[data-place="${place}"]`)
    if (row === null) return
    target.current = undefined
    row.focus()
  }
  // A row far away comes with a later picture, and one that was just read makes the list longer.
  useLayoutEffect(focusRequested)
  const show = (place: number) => {
    target.current = place
    focusRequested()
  }
  return {
    height,
    /** The first row that is seen. */
    top: Math.min(first, Math.max(0, count - 1)),
    first: Math.max(0, Math.min(first, count) - around),
    end: Math.min(count, first + rows + around),
    /** As many rows as one press of a page key goes. */
    page: Math.max(1, rows - 1),
    onScroll,
    /** Scrolls as little as needed and puts the focus there. */
    show,
  }
}

/** Scrolls as little as needed, in pixels. */
function scrollIntoViewNow(box: HTMLElement, top: number, height: number): void {
  box.scrollTop = Math.min(Math.max(box.scrollTop, top + height - box.clientHeight), top)
}
