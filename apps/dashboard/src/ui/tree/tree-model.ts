/** A node of a tree. Names of siblings may be equal; ids are unique in the tree. */
export type TreeNode = {
  id: string
  name: string
  /** Missing for leaves; `'unloaded'` until the branch is first opened. */
  children?: readonly TreeNode[] | 'unloaded' | undefined
  isDisabled?: boolean
}

/** The children of a branch that were loaded later, or the state of loading them. */
export type Loaded = readonly TreeNode[] | 'loading' | Error

export type NodeRow = {
  kind: 'node'
  key: string
  node: TreeNode
  parent: string | undefined
  level: number
  position: number
  count: number
  /** Undefined for leaves. */
  isExpanded: boolean | undefined
}

/** Stands for children that are on their way, did not come, or do not exist. */
export type NoteRow = {
  kind: 'note'
  key: string
  parent: string
  level: number
  note: 'loading' | 'empty' | Error
}

export type TreeRow = NodeRow | NoteRow

type Options = {
  expanded: ReadonlySet<string>
  loaded: ReadonlyMap<string, Loaded>
}

/** The rows of the tree from top to bottom: the nodes whose ancestors are all expanded. */
export function listTreeRows(roots: readonly TreeNode[], options: Options): TreeRow[] {
  const list = (nodes: readonly TreeNode[], level: number, parent: string | undefined): TreeRow[] =>
    nodes.flatMap((node, index): TreeRow[] => {
      const isBranch = node.children !== undefined
      const isExpanded = isBranch ? options.expanded.has(node.id) : undefined
      const row: NodeRow = {
        kind: 'node',
        key: node.id,
        node,
        parent,
        level,
        position: index + 1,
        count: nodes.length,
        isExpanded,
      }
      if (isExpanded !== true) return [row]
      const children = getChildren(node, options.loaded)
      if (children === 'loading' || children instanceof Error || children.length === 0) {
        return [row, toNote(node.id, level + 1, children)]
      }
      return [row, ...list(children, level + 1, node.id)]
    })
  return list(roots, 1, undefined)
}

function getChildren(node: TreeNode, loaded: ReadonlyMap<string, Loaded>): Loaded {
  const { children = [] } = node
  return children === 'unloaded' ? (loaded.get(node.id) ?? 'loading') : children
}

const toNote = (parent: string, level: number, children: Loaded): NoteRow => ({
  kind: 'note',
  key: `${parent} note`,
  parent,
  level,
  note: children === 'loading' || children instanceof Error ? children : 'empty',
})

/** The result of a key: the row to move to, or a branch to open or close. */
export type TreeMove = { to: string } | { expand: string } | { collapse: string }

/** The keys of the WAI-ARIA tree pattern; undefined for keys that do nothing here. */
export function getTreeMove(
  rows: readonly TreeRow[],
  activeId: string,
  key: string,
): TreeMove | undefined {
  const nodes = rows.filter((row) => row.kind === 'node')
  const at = nodes.findIndex((row) => row.key === activeId)
  const active = nodes[at]
  if (active === undefined) return undefined
  const moveTo = (row: NodeRow | undefined) => (row === undefined ? undefined : { to: row.key })
  if (key === 'ArrowDown') return moveTo(nodes[at + 1])
  if (key === 'ArrowUp') return moveTo(nodes[at - 1])
  if (key === 'Home') return moveTo(nodes[0])
  if (key === 'End') return moveTo(nodes.at(-1))
  if (key === 'ArrowRight') {
    if (active.isExpanded === false) return { expand: active.key }
    const next = nodes[at + 1]
    return next?.parent === active.key ? moveTo(next) : undefined
  }
  if (key === 'ArrowLeft') {
    if (active.isExpanded === true) return { collapse: active.key }
    return active.parent === undefined ? undefined : { to: active.parent }
  }
  return undefined
}

/**
 * The next node whose name begins with the typed text, from the active one on and round the end.
 * One letter goes on to the next node; several keep the active one while it matches.
 */
export function findByTyping(
  rows: readonly TreeRow[],
  activeId: string,
  typed: string,
): string | undefined {
  const nodes = rows.filter((row) => row.kind === 'node')
  const at = Math.max(
    0,
    nodes.findIndex(({ key }) => key === activeId),
  )
  const start = typed.length > 1 ? at : at + 1
  const inOrder = [...nodes.slice(start), ...nodes.slice(0, start)]
  return inOrder.find(({ node }) => node.name.toLowerCase().startsWith(typed.toLowerCase()))?.key
}
