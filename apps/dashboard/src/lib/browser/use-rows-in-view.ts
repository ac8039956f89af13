import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { useMatches } from './use-media.ts'

/** Rows rendered above and below the visible ones, so that small scrolls need no work. */
const overscan = 12

/**
 * The visible rows of a list with equal heights, and a function that scrolls to another one. Rows
 * with several lines are `more` pixels higher than others.
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
  // Overscan rows are rendered once the visible ones have been painted.
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
  // A distant row is rendered later, and a newly loaded one makes the list longer.
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
    /** The number of rows that a page key moves. */
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
