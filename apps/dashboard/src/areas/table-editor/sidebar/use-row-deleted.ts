import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

import type { GuideProps } from './TreeGuide.tsx'

/** When the focused row is removed, as that of a dropped table, the next one takes the focus. */
export function useRowDeleted({ list, tree, searchField }: GuideProps): void {
  const focused = useRef<{ position: number; id: number | undefined }>(undefined)
  const note = useEffectEvent((target: EventTarget | null) => {
    const row = target instanceof Element ? target.closest('[role=treeitem]') : null
    const isRow = row instanceof HTMLElement && list.current?.contains(row) === true
    const position = isRow ? Number(row.dataset['place']) : Number.NaN
    focused.current = isRow ? { position, id: tree.rows[position]?.table.id } : undefined
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    note(document.activeElement)
    // A click outside of everything removes the focus intentionally.
    document.addEventListener('pointerdown', () => note(null), { signal })
    document.addEventListener('focusin', ({ target }) => note(target), { signal })
    return () => controller.abort()
  }, [])
  useLayoutEffect(() => {
    const { current: last } = focused
    if (last === undefined || document.activeElement !== document.body) return
    // A row that was only scrolled out of view is still in the list.
    if (tree.rows.some(({ table }) => table.id === last.id)) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
    const next = rows.find((one) => Number(one.dataset['place']) >= last.position) ?? rows.at(-1)
    ;(next ?? searchField.current)?.focus()
  })
}
