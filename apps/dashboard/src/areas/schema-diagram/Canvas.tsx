// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import '@xyflow/react/dist/base.css'
import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import {
  Background,
  Controls,
  type Edge,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useNodesState,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { useEffect, useMemo } from 'react'

import { EdgeLayer } from './EdgeLayer.tsx'
import { placeTables } from './places/layout.ts'
import { storeMoved, withMoved } from './places/moved-places.ts'
import { listNeighbours } from './places/neighbours.ts'
import { nodeHeight, nodeWidth, type Place } from './places/node-size.ts'
import { NearContext, TableNode, type TableNodeType } from './TableNode.tsx'

type Props = {
  diagram: SchemaDiagram
  projectRef: string
  schema: string
  /** The table whose neighbours stand out; the others are dimmed. */
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
  /** Grows when the places are to be computed again. */
  arrangement: number
  /** Called with the places that are shown, for exports. */
  onPlaced: (places: ReadonlyMap<number, Place>) => void
}

const nodeTypes = { table: TableNode }

/** Smaller than this, columns cannot be read. */
const readableZoom = 0.45

/** The tables and foreign keys of a schema, to be moved and zoomed. */
export function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  )
}

function Flow(props: Props) {
  const { diagram, projectRef, schema, chosen, onChoose, arrangement, onPlaced } = props
  const at = useMemo(() => ({ ref: projectRef, schema }), [projectRef, schema])
  const flow = useReactFlow()
  const places = useMemo(
    () => withMoved(placeTables(diagram), diagram.tables, at),
    // The stored places are another input, which the arrangement stands for.
    // oxlint-disable-next-line react/exhaustive-deps
    [diagram, at, arrangement],
  )
  const [nodes, setNodes, onNodesChange] = useNodesState<TableNodeType>([])
  useEffect(() => {
    setNodes(
      diagram.tables.map((table) => {
        const size = { width: nodeWidth, height: nodeHeight(table.columns.length) }
        return {
          id: String(table.id),
          type: 'table',
          position: places.get(table.id) ?? { x: 0, y: 0 },
          ...size,
          // Known sizes are not measured again in the page.
          measured: size,
          handles: [
            { type: 'source', position: Position.Right, x: nodeWidth, y: size.height / 2 },
            { type: 'target', position: Position.Left, x: 0, y: size.height / 2 },
          ],
          data: { table, isDimmed: false, isFound: false },
        }
      }),
    )
    onPlaced(places)
    const frame = requestAnimationFrame(() => void flow.fitView({ padding: 0.05 }))
    return () => cancelAnimationFrame(frame)
  }, [diagram, places, setNodes, onPlaced, flow])
  useEffect(() => {
    if (chosen !== undefined)
      void flow.fitView({ nodes: [{ id: String(chosen) }], maxZoom: 1, duration: 300 })
  }, [chosen, flow])
  const isNear = useStore(({ transform }) => transform[2] >= readableZoom)
  const edges = useMemo(() => listEdges(diagram, chosen), [diagram, chosen])
  const shownNodes = useMemo(() => {
    const near = chosen === undefined ? undefined : listNeighbours(diagram.edges, chosen)
    if (near === undefined) return nodes
    return nodes.map((node) => ({
      ...node,
      data: {
        ...node.data,
        isDimmed: !near.has(Number(node.id)),
        isFound: Number(node.id) === chosen,
      },
    }))
  }, [nodes, diagram, chosen])
  return (
    <NearContext value={isNear}>
      <ReactFlow
        nodes={shownNodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        onNodeDragStop={(_, { data, position }) => storeMoved(at, data.table.name, position)}
        onNodeClick={(_, { id }) => onChoose(Number(id))}
        onPaneClick={() => onChoose(undefined)}
        onlyRenderVisibleElements
        nodesConnectable={false}
        edgesFocusable={false}
        minZoom={0.05}
        maxZoom={2}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <EdgeLayer nodes={nodes} edges={diagram.edges} isFaint={chosen !== undefined} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </NearContext>
  )
}

/** The keys of the chosen table with their column pairs; all keys are in the layer below. */
const listEdges = ({ edges }: SchemaDiagram, chosen: number | undefined): Edge[] =>
  edges.flatMap(({ name, from, to, pairs }) =>
    chosen !== undefined && (from === chosen || to === chosen)
      ? [
          {
            id: `${from} ${name}`,
            source: String(from),
            target: String(to),
            label: pairs.map(({ column, referenced }) => `${column} → ${referenced}`).join(', '),
            labelStyle: { fill: 'var(--color-ink)' },
            labelBgStyle: { fill: 'var(--color-raised)' },
            labelBgPadding: [6, 3] as [number, number],
            interactionWidth: 0,
            style: { stroke: 'var(--color-accent)' },
            ariaLabel: `Foreign key ${name}`,
          },
        ]
      : [],
  )
