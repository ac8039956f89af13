import { typedOn } from '@basalt/data-grid/typed-word'
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import type { useRowsInView } from '../../../lib/browser/use-rows-in-view.ts'
import { paths } from '../../../lib/paths.ts'
import { keepOpen } from '../tabs/open-tabs.ts'
import type { Requested } from './TableTree.tsx'
import { rowAfterKey, rowBeginningWith, type TreeRow } from './tree-rows.ts'
import type { useTableTree } from './use-table-tree.ts'

type Options = {
  projectRef: string
  tree: ReturnType<typeof useTableTree>
  tableId: number | undefined
  view: ReturnType<typeof useRowsInView>
  onAsk: (requested: Requested) => void
}

/** One row is in the tab order; arrows, letters and ends move between them. */
export function useTreeKeys({ tree, tableId, view, ...rest }: Options) {
  const { rows } = tree
  const [moved, setMoved] = useState<string>()
  const typed = useRef({ text: '', at: 0 })
  const action = useActions({ tree, ...rest })
  const movedTo = rows.findIndex(({ key }) => key === moved)
  const current = rows.findIndex(({ table }) => table.id === tableId)
  const active = Math.max(0, movedTo >= 0 ? movedTo : current)

  /** The end of a list that is read page by page is where its last page ends. */
  const [isEnding, setEnding] = useState(false)
  const setActive = (position: number) => {
    setMoved(rows[position]?.key)
    // Moving elsewhere cancels it.
    if (position < rows.length - 1) setEnding(false)
  }
  const goToEnd = useEffectEvent(() => {
    // The focus may be in the search field by now.
    if (document.activeElement?.role === 'treeitem') view.show(rows.length - 1)
  })
  const isAllRead = isEnding && !tree.hasMore && !tree.isPending
  useLayoutEffect(() => {
    if (isAllRead) goToEnd()
  }, [isAllRead])

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active]
    const from = event.target as HTMLElement
    // Keys of the buttons inside a row are their own.
    if (row === undefined || from.role !== 'treeitem') return
    if (!action(event, row, from)) {
      const isLetter = event.key.length === 1 && !event.metaKey && !event.ctrlKey && !event.altKey
      let next = rowAfterKey(rows, active, { key: event.key, page: view.page })
      if (next === undefined && isLetter && event.key !== '/') {
        typed.current = typedOn(typed.current, event.key)
        next = rowBeginningWith(rows, active, typed.current.text.toLowerCase())
      }
      if (next === undefined || next < 0) return
      setActive(next)
      view.show(next)
    }
    setEnding(event.key === 'End')
    event.preventDefault()
  }
  return { active, isEnding, setActive, onKeyDown }
}

/** The row action of a key; returns whether it handled the key. */
function useActions({ projectRef, tree, onAsk }: Pick<Options, 'projectRef' | 'tree' | 'onAsk'>) {
  const go = useGo()
  return (event: KeyboardEvent, { table, isExpanded }: TreeRow, from: HTMLElement): boolean => {
    const { key, shiftKey } = event
    const isMod = event.metaKey || event.ctrlKey
    if (key === 'Enter' && isMod) tree.favourites.toggle(table.id)
    else if (key === 'Enter' || key === ' ') {
      if (key === 'Enter') keepOpen(projectRef, table)
      go(paths.table(projectRef, table.id))
    } else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      const { left, bottom } = from.getBoundingClientRect()
      onAsk({ what: 'menu', table, from, point: { x: left + 24, y: bottom } })
    } else if (key === 'ArrowRight' && isExpanded === false) tree.expand(table.id, true)
    else if (key === 'ArrowLeft' && isExpanded === true) tree.expand(table.id, false)
    else return false
    return true
  }
}
