import type { PlanNode } from './plan-node.ts'

/** Two equivalent nodes of two plans, or one without a counterpart. */
export type NodePair = {
  depth: number
  before: PlanNode | undefined
  after: PlanNode | undefined
}

type Placed = { node: PlanNode; depth: number }

/**
 * Pairs the nodes of two plans in order, to match as many as possible. A node without a partner was
 * added or removed: a sort never matches a join.
 */
export function listPairs(before: PlanNode, after: PlanNode): NodePair[] {
  return withMoved(aligned(placed(before), placed(after)))
}

const placed = (node: PlanNode, depth = 0): Placed[] => [
  { node, depth },
  ...node.children.flatMap((child) => placed(child, depth + 1)),
]

/**
 * How likely two nodes are the same part of the query. A scan that became an index scan still reads
 * that table.
 */
function likeness(a: PlanNode, b: PlanNode): number {
  if (a.role !== b.role || a.relation !== b.relation) return 0
  if (a.title === b.title) return 4
  return a.relation === undefined ? 0 : 3
}

/** The longest common subsequence of both. */
function aligned(left: readonly Placed[], right: readonly Placed[]): NodePair[] {
  const width = right.length + 1
  const best = new Uint32Array((left.length + 1) * width)
  const at = (row: number, column: number) => best[row * width + column] ?? 0
  const likenessAt = (row: number, column: number) => {
    const [one, other] = [left[row], right[column]]
    return one === undefined || other === undefined ? 0 : likeness(one.node, other.node)
  }
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const like = likenessAt(row, column)
      const paired = like === 0 ? 0 : at(row + 1, column + 1) + like
      best[row * width + column] = Math.max(paired, at(row + 1, column), at(row, column + 1))
    }
  const pairs: NodePair[] = []
  let [row, column] = [0, 0]
  while (row < left.length || column < right.length) {
    const [one, other] = [left[row], right[column]]
    const like = likenessAt(row, column)
    if (like > 0 && at(row, column) === at(row + 1, column + 1) + like) {
      pairs.push({ depth: other?.depth ?? 0, before: one?.node, after: other?.node })
      row += 1
      column += 1
    } else if (
      one !== undefined &&
      (other === undefined || at(row, column) === at(row + 1, column))
    ) {
      pairs.push({ depth: one.depth, before: one.node, after: undefined })
      row += 1
    } else {
      pairs.push({ depth: other?.depth ?? 0, before: undefined, after: other?.node })
      column += 1
    }
  }
  return pairs
}

/** A table that is read at another place, as in a join whose sides were changed, is the same. */
function withMoved(pairs: readonly NodePair[]): NodePair[] {
  const removed = pairs.flatMap(({ before, after }) =>
    before?.relation === undefined || after !== undefined ? [] : [before],
  )
  const moved = new Set<PlanNode>()
  const next = pairs.map((pair): NodePair => {
    const { before, after } = pair
    if (before !== undefined || after?.relation === undefined) return pair
    const partner = removed.find((one) => !moved.has(one) && likeness(one, after) > 0)
    if (partner === undefined) return pair
    moved.add(partner)
    return { ...pair, before: partner }
  })
  return next.filter(({ before, after }) => !(after === undefined && before && moved.has(before)))
}
