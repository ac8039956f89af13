// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import '@xyflow/react/dist/base.css'
import type { DependencyGraph } from '@basalt/contract/database/dependencies'
import { Background, Controls, ReactFlow, useNodesState } from '@xyflow/react'
import { useMemo } from 'react'

import { getObjectHref } from '../../../product/object-href.ts'
import { EdgeLayer, type Line } from '../lines/EdgeLayer.tsx'
import { placeConnected } from '../places/connected.ts'
import { nodeWidth } from '../places/node-size.ts'
import { ObjectNode, objectHeight, type ObjectNodeType } from './ObjectNode.tsx'

const nodeTypes = { object: ObjectNode }
const size = { width: nodeWidth, height: objectHeight }

type Props = { graph: DependencyGraph; projectRef: string }

/** The graph of dependencies: each object is right of those that it depends on. */
export function GraphCanvas(props: Props) {
  // Another object is another picture.
  return <Flow key={props.graph.nodes[0]?.key} {...props} />
}

function Flow({ graph, projectRef }: Props) {
  const initial = useMemo(() => listNodes(graph, projectRef), [graph, projectRef])
  const [nodes, , onNodesChange] = useNodesState(initial)
  const lines = useMemo(() => listLines(graph), [graph])
  return (
    <ReactFlow
      nodes={nodes}
      onNodesChange={onNodesChange}
      nodeTypes={nodeTypes}
      nodesConnectable={false}
      nodesFocusable={false}
      elementsSelectable={false}
      fitView
      fitViewOptions={{ padding: 0.1, maxZoom: 1 }}
      minZoom={0.05}
      maxZoom={2}
      proOptions={{ hideAttribution: true }}
    >
      <Background />
      <EdgeLayer nodes={nodes} lines={lines} />
      <Controls showInteractive={false} />
    </ReactFlow>
  )
}

function listNodes({ nodes, edges }: DependencyGraph, projectRef: string): ObjectNodeType[] {
  const numbers = new Map(nodes.map(({ key }, at) => [key, at]))
  const numberOf = (key: string) => numbers.get(key) ?? -1
  const places = placeConnected(
    nodes.map((_, id) => ({ id, height: objectHeight })),
    edges.map(({ from, to }) => ({ from: numberOf(from), to: numberOf(to) })),
  )
  return nodes.map((node, at) => ({
    id: node.key,
    type: 'object',
    position: places.get(at) ?? { x: 0, y: 0 },
    ...size,
    measured: size,
    data: { node, href: getObjectHref(projectRef, node.page) },
  }))
}

/** To functions that only name the object, lines are dashed. */
function listLines({ nodes, edges }: DependencyGraph): Line[] {
  const roleOf = new Map(nodes.map(({ key, role }) => [key, role]))
  return edges.map((edge) => ({ ...edge, isDashed: roleOf.get(edge.to) === 'named' }))
}
