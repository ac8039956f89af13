import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

import { listTreeRows, type NodeRow, type TreeNode } from './tree-model.ts'
import type { TreeProps } from './Tree.tsx'
import type { OpenMenu } from './TreeMenu.tsx'
import { useLoadedChildren } from './use-loaded-children.ts'
import { useTreeKeys } from './use-tree-keys.ts'

export const rowHeight = 28

/** The rows of a tree, the active one, and everything that can be done with them. */
export function useTree(props: TreeProps, box: RefObject<HTMLElement | null>) {
  const { nodes, expanded, selectedId, onRename, listMenu } = props
  const { loaded, load } = useLoadedChildren(props.loadChildren)
  const rows = listTreeRows(nodes, { expanded, loaded })
  const [activeId, setActiveId] = useState<string>()
  const [renamedId, setRenamedId] = useState<string>()
  const [menu, setMenu] = useState<OpenMenu>()
  const findRow = (id: string | undefined) =>
    rows.findIndex((row) => row.kind === 'node' && row.key === id)
  const activeAt = [activeId, selectedId].map(findRow).find((at) => at >= 0) ?? 0
  const activeRow = rows[activeAt]
  const active = activeRow?.kind === 'node' ? activeRow : undefined
  const view = useTreeWindow(box, { count: rows.length, active: activeAt })

  const focusRow = (id: string) => {
    setActiveId(id)
    view.focusRow(findRow(id))
  }
  const expand = (id: string, isExpanded: boolean) => {
    const row = rows[findRow(id)]
    if (isExpanded && row?.kind === 'node') load(row.node)
    props.onExpand(id, isExpanded)
  }
  const activate = ({ node, isExpanded }: NodeRow) => {
    if (node.isDisabled === true) return
    if (isExpanded !== undefined) expand(node.id, !isExpanded)
    props.onSelect(node)
  }
  const rename = onRename && (({ key }: NodeRow) => setRenamedId(key))
  const openMenu =
    listMenu &&
    (({ node }: NodeRow, position: { x: number; y: number }) => setMenu({ node, ...position }))
  const onKeyDown = useTreeKeys({ rows, active, focusRow, expand, activate, rename, openMenu })
  const finishRename = (node: TreeNode, name: string | undefined) => {
    setRenamedId(undefined)
    if (name !== undefined && name !== node.name) onRename?.(node, name)
    focusRow(node.id)
  }
  const closeMenu = (node: TreeNode) => {
    setMenu(undefined)
    focusRow(node.id)
  }
  const actions = { setActiveId, expand, activate, openMenu, closeMenu, finishRename }
  return {
    ...actions,
    rows,
    items: view.items,
    activeAt,
    renamedId,
    menu,
    onKeyDown,
    startRename: setRenamedId,
  }
}

type WindowOptions = { count: number; active: number }

/** The rows in view, and the active one wherever it is, since it may have the focus. */
function useTreeWindow(box: RefObject<HTMLElement | null>, { count, active }: WindowOptions) {
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes its functions
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1, height: globalThis.innerHeight },
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range)
      return inView.includes(active) ? inView : [...inView, active].toSorted((a, b) => a - b)
    },
  })
  const target = useRef<number | undefined>(undefined)
  const focusTarget = () => {
    const item = box.current?.querySelector<HTMLElement>(`[data-index="${target.current}"]`)
    if (target.current === undefined || item === undefined || item === null) return
    target.current = undefined
    item.focus()
  }
  // A row far away is in the page after the next render.
  useLayoutEffect(focusTarget)
  return {
    items: virtualizer.getVirtualItems().map(({ index }) => index),
    focusRow: (at: number) => {
      target.current = at
      virtualizer.scrollToIndex(at)
      focusTarget()
    },
  }
}
