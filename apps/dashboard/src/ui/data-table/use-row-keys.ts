import type { KeyboardEvent } from 'react'

type Options = {
  count: number
  active: number
  focusRow: (index: number) => void
  open: ((row: HTMLElement) => void) | undefined
  toggle: ((index: number, isRange: boolean) => void) | undefined
  selectAll: (() => void) | undefined
  clearSelection: (() => void) | undefined
}

/** Rows that a page key passes. */
const pageRows = 10

/**
 * The keys of a row that has the focus; controls inside rows keep theirs. Arrows, Home, End and
 * the page keys move, Enter opens, Space selects, with Shift up to there, Mod+A selects all.
 */
export function useRowKeys(options: Options) {
  const { count, active, focusRow, open, toggle, selectAll, clearSelection } = options
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target as HTMLElement
    if (row.dataset['index'] === undefined) return
    const { key } = event
    const to = getDestination(key, active, count)
    if (to !== undefined) focusRow(to)
    else if (key === 'Enter' && open !== undefined) open(row)
    else if (key === ' ' && toggle !== undefined) toggle(active, event.shiftKey)
    else if (key === 'a' && (event.ctrlKey || event.metaKey) && selectAll !== undefined) selectAll()
    else if (key === 'Escape' && clearSelection !== undefined) {
      clearSelection()
      event.stopPropagation()
    } else return
    event.preventDefault()
  }
}

function getDestination(key: string, active: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + pageRows,
    PageUp: active - pageRows,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}
