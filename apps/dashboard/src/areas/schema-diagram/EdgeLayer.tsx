import type { DiagramEdge } from '@basalt/contract/database/schema-diagram'
import { ViewportPortal } from '@xyflow/react'
import { memo } from 'react'

import { nodeWidth, type Place } from './places/node-size.ts'

type Drawn = { id: string; position: Place; height?: number }

type Props = {
  nodes: readonly Drawn[]
  edges: readonly DiagramEdge[]
  /** Behind the keys of a chosen table. */
  isFaint: boolean
}

/**
 * All foreign keys as one line below the tables: an element for each of a thousand would be painted
 * again in every frame of a zoom.
 */
export const EdgeLayer = memo(function EdgeLayer({ nodes, edges, isFaint }: Props) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const lines = edges.map(({ from, to }) => {
    const one = byId.get(String(from))
    const other = byId.get(String(to))
    if (one === undefined || other === undefined) return ''
    const start = { x: one.position.x + nodeWidth, y: one.position.y + (one.height ?? 0) / 2 }
    const end = { x: other.position.x, y: other.position.y + (other.height ?? 0) / 2 }
    const bend = Math.max(40, Math.abs(end.x - start.x) / 2)
    return `M${start.x},${start.y}C${start.x + bend},${start.y} ${end.x - bend},${end.y} ${end.x},${end.y}`
  })
  return (
    <ViewportPortal>
      <svg
        aria-hidden
        className="pointer-events-none absolute overflow-visible"
        style={{ zIndex: -1, width: 1, height: 1 }}
      >
        <path
          d={lines.join('')}
          fill="none"
          stroke={isFaint ? 'var(--color-line)' : 'var(--color-accent)'}
        />
      </svg>
    </ViewportPortal>
  )
})
