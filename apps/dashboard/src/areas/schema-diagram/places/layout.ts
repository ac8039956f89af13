import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'

import { placeConnected } from './connected.ts'
import { gap } from './layers.ts'
import { nodeHeight, nodeWidth, type Place } from './node-size.ts'

/**
 * The place of each table, by id. Connected tables are layered from left to right, the others are
 * packed into rows below them.
 */
export function placeTables({ tables, edges }: SchemaDiagram): Map<number, Place> {
  const linked = new Set(edges.flatMap(({ from, to }) => (from === to ? [] : [from, to])))
  const boxes = tables.map(({ id, columns }) => ({ id, height: nodeHeight(columns.length) }))
  const connected = boxes.filter(({ id }) => linked.has(id))
  const places = placeConnected(connected, edges)
  let bottom = 0
  let right = 0
  for (const { id, height } of connected) {
    const { x = 0, y = 0 } = places.get(id) ?? {}
    bottom = Math.max(bottom, y + height)
    right = Math.max(right, x + nodeWidth)
  }
  packAlone(
    boxes.filter(({ id }) => !linked.has(id)),
    { top: bottom === 0 ? 0 : bottom + 2 * gap, width: Math.max(right, 4 * (nodeWidth + gap)) },
    places,
  )
  return places
}

type Alone = { id: number; height: number }

/** Tables without a foreign key, the tallest first, into columns of about the same height. */
function packAlone(
  tables: readonly Alone[],
  { top, width }: { top: number; width: number },
  places: Map<number, Place>,
): void {
  const count = Math.max(1, Math.floor((width + gap) / (nodeWidth + gap)))
  const ends = Array.from({ length: count }, () => top)
  for (const { id, height } of tables.toSorted((a, b) => b.height - a.height)) {
    const at = ends.indexOf(Math.min(...ends))
    const y = ends[at] ?? top
    places.set(id, { x: at * (nodeWidth + gap), y })
    ends[at] = y + height + gap
  }
}
