import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { Graph, layout } from '@dagrejs/dagre'

import { gap, placeInLayers } from './layers.ts'
import { nodeHeight, nodeWidth, type Place } from './node-size.ts'

/** More would take longer than a moment, and become a picture that is far higher than wide. */
const mostByLibrary = 80

/**
 * The place of each table, by id. Connected tables are layered from left to right, the others are
 * packed into rows below them.
 */
export function placeTables({ tables, edges }: SchemaDiagram): Map<number, Place> {
  const linked = new Set(edges.flatMap(({ from, to }) => (from === to ? [] : [from, to])))
  const connected = tables.filter(({ id }) => linked.has(id))
  const places =
    connected.length > mostByLibrary
      ? placeInLayers(connected, edges)
      : placeByLibrary({ tables: connected, edges })
  let bottom = 0
  let right = 0
  for (const { id, columns } of connected) {
    const { x = 0, y = 0 } = places.get(id) ?? {}
    bottom = Math.max(bottom, y + nodeHeight(columns.length))
    right = Math.max(right, x + nodeWidth)
  }
  packAlone(
    tables.filter(({ id }) => !linked.has(id)),
    { top: bottom === 0 ? 0 : bottom + 2 * gap, width: Math.max(right, 4 * (nodeWidth + gap)) },
    places,
  )
  return places
}

function placeByLibrary({ tables, edges }: SchemaDiagram): Map<number, Place> {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: gap, ranksep: 90 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, columns } of tables)
    graph.setNode(String(id), { width: nodeWidth, height: nodeHeight(columns.length) })
  for (const { from, to } of edges) if (from !== to) graph.setEdge(String(from), String(to))
  if (tables.length > 0) layout(graph)
  return new Map(
    tables.map(({ id, columns }) => {
      const { x, y } = graph.node(String(id)) as Place
      // The library gives centres.
      return [id, { x: x - nodeWidth / 2, y: y - nodeHeight(columns.length) / 2 }]
    }),
  )
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
