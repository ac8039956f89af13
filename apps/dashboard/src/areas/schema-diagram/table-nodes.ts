import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'

import type { Line } from './lines/EdgeLayer.tsx'
import { listNeighbours } from './places/neighbours.ts'
import { nodeHeight, nodeWidth, type Place } from './places/node-size.ts'
import type { TableNodeType } from './TableNode.tsx'

export const listTableNodes = (
  { tables }: SchemaDiagram,
  places: ReadonlyMap<number, Place>,
): TableNodeType[] =>
  tables.map((table) => {
    const size = { width: nodeWidth, height: nodeHeight(table.columns.length) }
    return {
      id: String(table.id),
      type: 'table',
      position: places.get(table.id) ?? { x: 0, y: 0 },
      ...size,
      // Known sizes are not measured in the page.
      measured: size,
      data: { table, isDimmed: false, isFound: false },
    }
  })

/** The neighbours of the chosen table stand out; the others are dimmed. */
export function dimOthers(
  nodes: TableNodeType[],
  { edges }: SchemaDiagram,
  chosen: number | undefined,
): TableNodeType[] {
  if (chosen === undefined) return nodes
  const near = listNeighbours(edges, chosen)
  return nodes.map((node) => ({
    ...node,
    data: {
      ...node.data,
      isDimmed: !near.has(Number(node.id)),
      isFound: Number(node.id) === chosen,
    },
  }))
}

/** The foreign keys, each with its column pairs. */
export const listKeys = ({ edges }: SchemaDiagram): Line[] =>
  edges.map(({ from, to, pairs }) => ({
    from: String(from),
    to: String(to),
    label: pairs.map(({ column, referenced }) => `${column} → ${referenced}`).join(', '),
  }))
