import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

import { tableQuery } from '../tables/queries.ts'
import type { GuideProps } from './TreeGuide.tsx'

/**
 * The table that was last scrolled into view, or that the user did not wait for. The list is
 * remounted for other searches, kinds and orders: the state lives as long as the field.
 */
const settled = new WeakMap<HTMLElement, number>()

/** Scrolls to the row of the opened table, and loads more until it is found. */
export function useOpenRow(props: GuideProps) {
  const { projectRef, listing, tree, tableId = 0, searchField } = props
  const { data: table } = useQuery({ ...tableQuery(projectRef, tableId), enabled: tableId > 0 })
  const position = tree.rows.findIndex((row) => row.table.id === tableId)
  const settle = () => {
    if (searchField.current !== null) settled.set(searchField.current, tableId)
  }
  const isSettled = () =>
    searchField.current !== null && settled.get(searchField.current) === tableId
  const restore = useBringing(props, settle)

  const isFiltered = listing.search !== '' || listing.kinds.length > 0
  const isItsSchema = table?.schema === listing.schema
  const isOmitted = isFiltered && isItsSchema && !tree.isPending
  useLayoutEffect(() => {
    if (isSettled()) return
    if (position >= 0) restore(position)
    if (position >= 0 || isOmitted || tableId === 0) settle()
  })
  // A pinned table is at the top, and a partition follows its parent.
  const comesByItself = tree.favourites.has(tableId) || table?.is_partition === true
  const isBelow = position < 0 && !isFiltered && !comesByItself && tree.hasMore
  useEffect(() => {
    if (isBelow && isItsSchema && !isSettled()) tree.readOn()
  })
}

/** Scrolls a row to the middle, unless it is visible; detects when the user scrolls. */
function useBringing({ view, list, searchField }: GuideProps, onActed: () => void) {
  const scrolledTo = useRef(0)
  const acted = useEffectEvent(onActed)
  // In place before anything is scrolled.
  useLayoutEffect(() => {
    const box = list.current
    if (box === null) return undefined
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    const listen = (target: HTMLElement | null, types: readonly string[]) =>
      types.forEach((type) => target?.addEventListener(type, () => acted(), options))
    listen(box, ['wheel', 'pointerdown', 'keydown'])
    listen(searchField.current, ['input', 'keydown'])
    const appearance = () => {
      if (box.scrollTop !== scrolledTo.current) acted()
      scrolledTo.current = box.scrollTop
    }
    box.addEventListener('scroll', appearance, options)
    // The user may have used the list before this code was loaded.
    appearance()
    if (box.contains(document.activeElement)) acted()
    return () => controller.abort()
  }, [list, searchField])

  return (position: number) => {
    const box = list.current
    // A clicked row stays under the pointer, even when it is partly visible.
    const row = box?.querySelector(`[data-place="${position}"]`)
    if (box === null || row?.contains(document.activeElement) === true) return
    toMiddle(box, position * view.height, view.height)
    scrolledTo.current = box.scrollTop
    view.onScroll()
  }
}

/** In pixels; a visible row is not scrolled. */
function toMiddle(box: HTMLElement, top: number, height: number): void {
  // Without a layout yet, uses the same default as the visible rows.
  const room = (box.clientHeight || innerHeight) - height
  const isInView = top >= box.scrollTop && top <= box.scrollTop + room
  if (!isInView) box.scrollTop = Math.max(0, top - room / 2)
}
