import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Shorter tables are in the page as a whole. */
const virtualFrom = 100

const rowHeight = 41

type Options = { count: number; getKey: (index: number) => string; active: number }

/**
 * The rows that are in the page: of a long table those in view, and the active one, which may
 * have the focus. The page scrolls, not the table.
 */
export function useRowWindow(body: RefObject<HTMLElement | null>, options: Options) {
  const { count, getKey, active } = options
  const isVirtual = count > virtualFrom
  const [margin, setMargin] = useState(0)
  const scroller = useRef<HTMLElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes its functions
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: isVirtual ? count : 0,
    enabled: isVirtual,
    getScrollElement: () => (scroller.current ??= findScroller(body.current)),
    estimateSize: () => rowHeight,
    getItemKey: getKey,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: rowHeight,
    initialRect: { width: 1, height: globalThis.innerHeight },
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range)
      return inView.includes(active) ? inView : [...inView, active].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => {
    if (!isVirtual || body.current === null || scroller.current === null) return
    const top = body.current.getBoundingClientRect().top + scroller.current.scrollTop
    setMargin(Math.round(top - scroller.current.getBoundingClientRect().top))
  }, [body, isVirtual, count])

  const target = useRef<number | undefined>(undefined)
  const focusTarget = () => {
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${target.current}"]`)
    if (target.current === undefined || row === undefined || row === null) return
    target.current = undefined
    row.focus()
  }
  // A row far away is in the page after the next render.
  useLayoutEffect(focusTarget)

  return {
    isVirtual,
    items: isVirtual
      ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - margin }))
      : Array.from({ length: count }, (_, index) => ({ index, top: undefined })),
    height: isVirtual ? virtualizer.getTotalSize() : undefined,
    measure: virtualizer.measureElement,
    focusRow: (index: number) => {
      target.current = index
      if (isVirtual) virtualizer.scrollToIndex(index)
      focusTarget()
    },
  }
}

function findScroller(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent)
    if (overflowY === 'auto' || overflowY === 'scroll') return parent
  }
  return document.documentElement
}
