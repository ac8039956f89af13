import { type ReactNode, useRef } from 'react'

import type { MenuItem } from '../menu-props.ts'
import type { TreeNode } from './tree-model.ts'
import { TreeItem, TreeNote } from './TreeItem.tsx'
import { TreeMenu } from './TreeMenu.tsx'
import { rowHeight, useTree } from './use-tree.ts'

export type TreeProps = {
  /** The accessible name. */
  label: string
  nodes: readonly TreeNode[]
  expanded: ReadonlySet<string>
  onExpand: (id: string, isExpanded: boolean) => void
  /** Loads the children of a node whose children are `'unloaded'`. */
  loadChildren?: (node: TreeNode) => Promise<readonly TreeNode[]>
  selectedId?: string | undefined
  /** A node was chosen by click, Enter or Space. Branches open and close as well. */
  onSelect: (node: TreeNode) => void
  /** Makes nodes renameable in place, with F2. */
  onRename?: (node: TreeNode, name: string) => void
  /** The context menu of a node; by right click, the menu key or Shift+F10. */
  listMenu?: (node: TreeNode, rename: () => void) => readonly MenuItem[]
  /** The content of a row; the name unless given. */
  renderNode?: (node: TreeNode) => ReactNode
  className?: string
}

/** A tree by the WAI-ARIA pattern. Only the rows in view are in the page. */
export function Tree(props: TreeProps) {
  const { label, selectedId, listMenu, className = '' } = props
  const box = useRef<HTMLDivElement>(null)
  const tree = useTree(props, box)
  const { rows, menu, openMenu } = tree
  return (
    <div ref={box} className={`min-h-0 overflow-y-auto ${className}`}>
      <div
        role="tree"
        tabIndex={-1}
        aria-label={label}
        className="relative outline-none"
        style={{ height: rows.length * rowHeight }}
        onKeyDown={tree.onKeyDown}
      >
        {tree.items.map((at) => {
          const row = rows[at]
          const place = { top: at * rowHeight, height: rowHeight }
          if (row === undefined) return null
          if (row.kind === 'note') {
            const retry = () => tree.expand(row.parent, true)
            return <TreeNote key={row.key} row={row} box={place} onRetry={retry} />
          }
          return (
            <TreeItem
              key={row.key}
              row={row}
              box={place}
              index={at}
              isActive={at === tree.activeAt}
              isSelected={row.key === selectedId}
              isRenamed={row.key === tree.renamedId}
              onFocus={() => tree.setActiveId(row.key)}
              onActivate={() => tree.activate(row)}
              onRename={(name) => tree.finishRename(row.node, name)}
              onMenu={openMenu && ((position) => openMenu(row, position))}
            >
              {props.renderNode?.(row.node) ?? row.node.name}
            </TreeItem>
          )
        })}
      </div>
      {menu !== undefined && listMenu !== undefined && (
        <TreeMenu
          menu={menu}
          items={listMenu(menu.node, () => tree.startRename(menu.node.id))}
          onClosed={() => tree.closeMenu(menu.node)}
        />
      )}
    </div>
  )
}
