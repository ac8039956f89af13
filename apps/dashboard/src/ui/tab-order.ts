import type { KeyboardEvent } from 'react'

/** Anything that is open as a tab. */
export type Tabbed = { id: string | number }

export const withoutTab = <T extends Tabbed>(tabs: readonly T[], id: T['id']): T[] =>
  tabs.filter((tab) => tab.id !== id)

/** The tab that becomes current when the one with this id closes. */
export function adjacentTab<T extends Tabbed>(tabs: readonly T[], id: T['id']): T | undefined {
  const at = tabs.findIndex((tab) => tab.id === id)
  return tabs[at + 1] ?? tabs[at - 1]
}

/** With the tab at another place, counted without itself. */
export function withMoved<T extends Tabbed>(tabs: readonly T[], id: T['id'], to: number): T[] {
  const moved = tabs.find((tab) => tab.id === id)
  if (moved === undefined) return [...tabs]
  const others = withoutTab(tabs, id)
  const place = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, place), moved, ...others.slice(place)]
}

type KeyOptions<T extends Tabbed> = {
  tabs: readonly T[]
  close: (id: T['id']) => void
  move: (id: T['id'], to: number) => void
}

/** Arrows, Home and End go from tab to tab, with Mod and Shift they move one; Delete closes it. */
export const useTabKeys =
  <T extends Tabbed>(bar: { current: HTMLElement | null }, { tabs, close, move }: KeyOptions<T>) =>
  (event: KeyboardEvent, at: number) => {
    const tab = tabs[at]
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const isMoving = (event.ctrlKey || event.metaKey) && event.shiftKey
    if (tab === undefined) return
    const others = bar.current?.querySelectorAll<HTMLElement>('[data-tab]')
    if (event.key === 'Delete') {
      const adjacent = others?.[at + 1] ?? others?.[at - 1]
      close(tab.id)
      // Unless a question or another page has taken the focus.
      setTimeout(() => document.activeElement === document.body && adjacent?.focus())
    } else if (to === undefined) return
    else if (isMoving) move(tab.id, to)
    else others?.[to]?.focus()
    event.preventDefault()
  }
