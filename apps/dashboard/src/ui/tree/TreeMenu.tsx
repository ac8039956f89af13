import { late } from '../late.tsx'
import type { MenuItem } from '../menu-props.ts'
import type { TreeNode } from './tree-model.ts'

const MenuList = late(async () => (await import('../MenuList.tsx')).MenuList)

export type OpenMenu = { node: TreeNode; x: number; y: number }

type Props = { menu: OpenMenu; items: readonly MenuItem[]; onClosed: () => void }

/** The context menu of a node, at the pointer. */
export const TreeMenu = ({ menu, items, onClosed }: Props) => (
  <MenuList
    trigger={
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Actions for ${menu.node.name}`}
        className="pointer-events-none fixed size-0"
        style={{ left: menu.x, top: menu.y }}
      />
    }
    items={items}
    onClosed={onClosed}
  />
)
