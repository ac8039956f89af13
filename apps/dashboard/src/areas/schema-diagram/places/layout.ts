import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { Graph, layout } from '@dagrejs/dagre'

import { nodeHeight, nodeWidth, type Place } from './node-size.ts'

const gap = 40

/**
 * The place of each table, by id. Connected tables are layered from left to right, the others are
 * packed into rows below them.
 */
export function placeTables({ tables, edges }: SchemaDiagram): Map<number, Place> {
  const connected = new Set(edges.flatMap(({ from, to }) => (from === to ? [] : [from, to])))
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: gap, ranksep: 90 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, columns } of tables) {
    if (connected.has(id))
      graph.setNode(String(id), { width: nodeWidth, height: nodeHeight(columns.length) })
  }
  for (const { from, to } of edges) if (from !== to) graph.setEdge(String(from), String(to))
  if (connected.size > 0) layout(graph)
  const places = new Map<number, Place>()
  let bottom = 0
  let right = 0
  for (const { id, columns } of tables) {
    if (!connected.has(id)) continue
    const { x, y } = graph.node(String(id)) as Place
    const height = nodeHeight(columns.length)
    // The library gives centres.
    places.set(id, { x: x - nodeWidth / 2, y: y - height / 2 })
    bottom = Math.max(bottom, y + height / 2)
    right = Math.max(right, x + nodeWidth / 2)
  }
  packAlone(
    tables.filter(({ id }) => !connected.has(id)),
    { top: bottom === 0 ? 0 : bottom + 2 * gap, width: Math.max(right, 4 * (nodeWidth + gap)) },
    places,
  )
  return places
}

type Alone = { id: number; columns: readonly unknown[] }

/** Tables without a foreign key, the tallest first, into columns of about the same height. */
function packAlone(
  tables: readonly Alone[],
  { top, width }: { top: number; width: number },
  places: Map<number, Place>,
): void {
  const count = Math.max(1, Math.floor((width + gap) / (nodeWidth + gap)))
  const ends = Array.from({ length: count }, () => top)
  for (const { id, columns } of tables.toSorted((a, b) => b.columns.length - a.columns.length)) {
    const at = ends.indexOf(Math.min(...ends))
    const y = ends[at] ?? top
    places.set(id, { x: at * (nodeWidth + gap), y })
    ends[at] = y + nodeHeight(columns.length) + gap
  }
}
