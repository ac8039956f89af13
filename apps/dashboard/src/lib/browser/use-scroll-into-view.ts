import { type RefObject, useEffect } from 'react'

/**
 * Keeps the current tab of a row visible, also when sizes change.
 *
 * @param found finds the tab in the row.
 * @param place changes whenever it may have moved.
 */
export function useScrollIntoView(
  row: RefObject<HTMLElement | null>,
  found: string,
  place: string,
) {
  useEffect(() => {
    const current = row.current?.querySelector(found)
    const show = () => current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (place !== '') show()
    const observer = new ResizeObserver(show)
    for (const element of [row.current, current]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [row, found, place])
}
