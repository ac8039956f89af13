import type { DiagramEdge } from '@basalt/contract/database/schema-diagram'

/** The tables that a table refers to or that refer to it, with itself. */
export function listNeighbours(edges: readonly DiagramEdge[], id: number): Set<number> {
  const near = new Set([id])
  for (const { from, to } of edges) {
    if (from === id) near.add(to)
    if (to === id) near.add(from)
  }
  return near
}
