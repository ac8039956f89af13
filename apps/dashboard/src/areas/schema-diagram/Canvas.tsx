// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import '@xyflow/react/dist/base.css'
import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import {
  Background,
  Controls,
  type Edge,
  ReactFlow,
  ReactFlowProvider,
  useNodesState,
  useReactFlow,
} from '@xyflow/react'
import { useEffect, useMemo } from 'react'

import { placeTables } from './places/layout.ts'
import { storeMoved, withMoved } from './places/moved-places.ts'
import { listNeighbours } from './places/neighbours.ts'
import { nodeHeight, nodeWidth, type Place } from './places/node-size.ts'
import { TableNode, type TableNodeType } from './TableNode.tsx'

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
  const near = chosen === undefined ? undefined : listNeighbours(diagram.edges, chosen)
  const [nodes, setNodes, onNodesChange] = useNodesState<TableNodeType>([])
  useEffect(() => {
    setNodes(
      diagram.tables.map((table) => ({
        id: String(table.id),
        type: 'table',
        position: places.get(table.id) ?? { x: 0, y: 0 },
        width: nodeWidth,
        height: nodeHeight(table.columns.length),
        data: { table, isDimmed: false, isFound: false },
      })),
    )
    onPlaced(places)
    const frame = requestAnimationFrame(() => void flow.fitView({ padding: 0.05 }))
    return () => cancelAnimationFrame(frame)
  }, [diagram, places, setNodes, onPlaced, flow])
  useEffect(() => {
    if (chosen !== undefined)
      void flow.fitView({ nodes: [{ id: String(chosen) }], maxZoom: 1, duration: 300 })
  }, [chosen, flow])
  const shownNodes = nodes.map((node) => ({
    ...node,
    data: {
      ...node.data,
      isDimmed: near !== undefined && !near.has(Number(node.id)),
      isFound: Number(node.id) === chosen,
    },
  }))
  return (
    <ReactFlow
      nodes={shownNodes}
      edges={listEdges(diagram, chosen)}
      nodeTypes={nodeTypes}
      onNodesChange={onNodesChange}
      onNodeDragStop={(_, { data, position }) => storeMoved(at, data.table.name, position)}
      onNodeClick={(_, { id }) => onChoose(Number(id))}
      onPaneClick={() => onChoose(undefined)}
      onlyRenderVisibleElements
      nodesConnectable={false}
      minZoom={0.05}
      maxZoom={2}
      proOptions={{ hideAttribution: true }}
    >
      <Background />
      <Controls showInteractive={false} />
    </ReactFlow>
  )
}

const listEdges = ({ edges }: SchemaDiagram, chosen: number | undefined): Edge[] =>
  edges.map(({ name, from, to, pairs }) => {
    const isNear = chosen === undefined || from === chosen || to === chosen
    return {
      id: `${from} ${name}`,
      source: String(from),
      target: String(to),
      // The column pairs of a key are one label; only of keys that stand out.
      ...(chosen !== undefined &&
        isNear && {
          label: pairs.map(({ column, referenced }) => `${column} → ${referenced}`).join(', '),
          labelStyle: { fill: 'var(--color-ink)' },
          labelBgStyle: { fill: 'var(--color-raised)' },
          labelBgPadding: [6, 3] as [number, number],
        }),
      style: { stroke: isNear ? 'var(--color-accent)' : 'var(--color-line)' },
      ariaLabel: `Foreign key ${name}`,
    }
  })
