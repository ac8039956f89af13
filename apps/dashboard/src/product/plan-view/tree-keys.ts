import type { PlanNode } from './plan-node.ts'

export type ShownNode = { node: PlanNode; depth: number; parent: PlanNode | undefined }

/** The nodes of the tree that are not below a closed one, from top to bottom. */
export function shownNodes(
  node: PlanNode,
  closed: ReadonlySet<string>,
  { depth, parent }: Omit<ShownNode, 'node'> = { depth: 0, parent: undefined },
): ShownNode[] {
  const below = closed.has(node.id)
    ? []
    : node.children.flatMap((child) =>
        shownNodes(child, closed, { depth: depth + 1, parent: node }),
      )
  return [{ node, depth, parent }, ...below]
}

type Action = { to: string; fold?: never } | { fold: boolean; to?: never }

/** The effect of a key on a node: moves to another one, expands or collapses it. */
export function afterKey(
  nodes: readonly ShownNode[],
  active: PlanNode,
  { key, closed }: { key: string; closed: ReadonlySet<string> },
): Action | undefined {
  const at = nodes.findIndex(({ node }) => node === active)
  const goTo = (position: number): Action | undefined => {
    const target = nodes[position]
    return target === undefined ? undefined : { to: target.node.id }
  }
  const isFolded = closed.has(active.id)
  const hasChildren = active.children.length > 0
  if (key === 'ArrowDown') return goTo(at + 1)
  if (key === 'ArrowUp') return goTo(at - 1)
  if (key === 'Home') return goTo(0)
  if (key === 'End') return goTo(nodes.length - 1)
  if (key === 'ArrowRight' && hasChildren) return isFolded ? { fold: false } : goTo(at + 1)
  if (key !== 'ArrowLeft') return undefined
  if (hasChildren && !isFolded) return { fold: true }
  const parent = nodes[at]?.parent
  return parent === undefined ? undefined : { to: parent.id }
}
