import { useEffect, useLayoutEffect, useRef } from 'react'

import type { GuideProps } from './TreeGuide.tsx'

/** Where the row that had the focus is gone, as that of a dropped table, the next one takes it. */
export function useRowGone({ list, searchField }: GuideProps): void {
  const focused = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const forget = () => {
      focused.current = undefined
    }
    const note = ({ target }: Pick<Event, 'target'>) => {
      const row = target instanceof Element ? target.closest('[role=treeitem]') : null
      const isRow = row instanceof HTMLElement && list.current?.contains(row) === true
      focused.current = isRow ? row : undefined
    }
    note({ target: document.activeElement })
    // A press beside everything takes the focus away on purpose.
    document.addEventListener('pointerdown', forget, { signal })
    document.addEventListener('focusin', note, { signal })
    return () => controller.abort()
  }, [list])
  useLayoutEffect(() => {
    const { current: row } = focused
    if (row === undefined || row.isConnected || document.activeElement !== document.body) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
    const place = Number(row.dataset['place'])
    const next = rows.find((one) => Number(one.dataset['place']) >= place) ?? rows.at(-1)
    ;(next ?? searchField.current)?.focus()
  })
}
