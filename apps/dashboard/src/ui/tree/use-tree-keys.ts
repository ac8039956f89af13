import { type KeyboardEvent, useRef } from 'react'

import { findByTyping, getTreeMove, type NodeRow, type TreeRow } from './tree-model.ts'

type Options = {
  rows: readonly TreeRow[]
  active: NodeRow | undefined
  focusRow: (id: string) => void
  expand: (id: string, isExpanded: boolean) => void
  activate: (row: NodeRow) => void
  rename: ((row: NodeRow) => void) | undefined
  openMenu: ((row: NodeRow, position: { x: number; y: number }) => void) | undefined
}

/** Letters within this time are one word. */
const typingMs = 700

/** The keys of a tree: moving, opening, typing a name, renaming and the context menu. */
export function useTreeKeys(options: Options) {
  const { rows, active, focusRow, expand, activate, rename, openMenu } = options
  const typing = useRef({ text: '', at: 0 })
  const type = (letter: string) => {
    const now = Date.now()
    const { text, at } = typing.current
    const typed = now - at > typingMs || text === letter ? letter : text + letter
    typing.current = { text: typed, at: now }
    const found = findByTyping(rows, active?.key ?? '', typed)
    if (found !== undefined) focusRow(found)
  }
  return (event: KeyboardEvent<HTMLElement>) => {
    const item = event.target as HTMLElement
    if (active === undefined || item.role !== 'treeitem') return
    const { key } = event
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const move = getTreeMove(rows, active.key, key)
    if (move !== undefined && isPlain) {
      if ('to' in move) focusRow(move.to)
      else if ('expand' in move) expand(move.expand, true)
      else expand(move.collapse, false)
    } else if (key === 'Enter' || key === ' ') activate(active)
    else if (key === 'F2' && rename !== undefined) rename(active)
    else if (openMenu && (key === 'ContextMenu' || (key === 'F10' && event.shiftKey))) {
      const { left, bottom } = item.getBoundingClientRect()
      openMenu(active, { x: left + 24, y: bottom })
    } else if (key === '*' && isPlain) {
      for (const row of rows)
        if (row.kind === 'node' && row.parent === active.parent && row.isExpanded === false)
          expand(row.key, true)
    } else if (key.length === 1 && isPlain) type(key)
    else return
    event.preventDefault()
  }
}
