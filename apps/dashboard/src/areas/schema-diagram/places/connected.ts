import { Graph, layout } from '@dagrejs/dagre'

import { gap, placeInLayers } from './layers.ts'
import { nodeWidth, type Place } from './node-size.ts'

/** More would take longer than a moment, and become a picture that is far higher than wide. */
const mostByLibrary = 80

type Box = { id: number; height: number }
type Link = { from: number; to: number }

/** Places of boxes, by id: each is left of those that its links lead to. */
export function placeConnected(boxes: readonly Box[], links: readonly Link[]): Map<number, Place> {
  if (boxes.length > mostByLibrary) return placeInLayers(boxes, links)
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: gap, ranksep: 90 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, height } of boxes) graph.setNode(String(id), { width: nodeWidth, height })
  for (const { from, to } of links) if (from !== to) graph.setEdge(String(from), String(to))
  if (boxes.length > 0) layout(graph)
  return new Map(
    boxes.map(({ id, height }) => {
      const { x, y } = graph.node(String(id)) as Place
      // The library gives centres.
      return [id, { x: x - nodeWidth / 2, y: y - height / 2 }]
    }),
  )
}
