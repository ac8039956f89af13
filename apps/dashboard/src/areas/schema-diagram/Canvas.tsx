// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import '@xyflow/react/dist/base.css'
import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import {
  Background,
  Controls,
  ReactFlow,
  ReactFlowProvider,
  useNodesState,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { useEffect, useMemo } from 'react'

import { EdgeLayer } from './lines/EdgeLayer.tsx'
import { placeTables } from './places/layout.ts'
import { storeMoved, withMoved } from './places/moved-places.ts'
import type { Place } from './places/node-size.ts'
import { dimOthers, listKeys, listTableNodes } from './table-nodes.ts'
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
    setNodes(listTableNodes(diagram, places))
    onPlaced(places)
    const frame = requestAnimationFrame(() => void flow.fitView({ padding: 0.05 }))
    return () => cancelAnimationFrame(frame)
  }, [diagram, places, setNodes, onPlaced, flow])
  useEffect(() => {
    if (chosen !== undefined)
      void flow.fitView({ nodes: [{ id: String(chosen) }], maxZoom: 1, duration: 300 })
  }, [chosen, flow])
  const isNear = useStore(({ transform }) => transform[2] >= readableZoom)
  const keys = useMemo(() => listKeys(diagram), [diagram])
  const chosenKeys = useMemo(
    () =>
      chosen === undefined
        ? undefined
        : keys.filter(({ from, to }) => Number(from) === chosen || Number(to) === chosen),
    [keys, chosen],
  )
  const shownNodes = useMemo(() => dimOthers(nodes, diagram, chosen), [nodes, diagram, chosen])
  return (
    <NearContext value={isNear}>
      <ReactFlow
        nodes={shownNodes}
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
        <EdgeLayer nodes={nodes} lines={keys} chosen={chosenKeys} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </NearContext>
  )
}
