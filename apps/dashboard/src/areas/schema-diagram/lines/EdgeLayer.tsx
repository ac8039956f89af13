import { ViewportPortal } from '@xyflow/react'
import { memo } from 'react'

import { nodeWidth, type Place } from '../places/node-size.ts'

type Drawn = { id: string; position: Place; height?: number }

/** From the right side of one node to the left side of another. */
export type Line = { from: string; to: string; label?: string; isDashed?: boolean }

type Props = {
  nodes: readonly Drawn[]
  lines: readonly Line[]
  /** These stand out with their labels; without them all lines are equal. */
  chosen?: readonly Line[] | undefined
}

/**
 * All lines below the nodes, as one path: an element for each of a thousand would be painted again
 * in every frame of a zoom.
 */
export const EdgeLayer = memo(function EdgeLayer({ nodes, lines, chosen }: Props) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ends = ({ from, to }: Line) => {
    const one = byId.get(from)
    const other = byId.get(to)
    if (one === undefined || other === undefined) return null
    return {
      x1: one.position.x + nodeWidth,
      y1: one.position.y + (one.height ?? 0) / 2,
      x2: other.position.x,
      y2: other.position.y + (other.height ?? 0) / 2,
    }
  }
  const draw = (drawn: readonly Line[]) =>
    drawn
      .map((line) => {
        const found = ends(line)
        if (found === null) return ''
        const { x1, y1, x2, y2 } = found
        const bend = Math.max(40, Math.abs(x2 - x1) / 2)
        return `M${x1},${y1}C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`
      })
      .join('')
  const stroke = chosen === undefined ? 'var(--color-accent)' : 'var(--color-line)'
  return (
    <ViewportPortal>
      <svg
        aria-hidden
        className="pointer-events-none absolute overflow-visible"
        style={{ zIndex: -1, width: 1, height: 1 }}
      >
        <g fill="none">
          <path d={draw(lines.filter(({ isDashed }) => isDashed !== true))} stroke={stroke} />
          <path
            d={draw(lines.filter(({ isDashed }) => isDashed))}
            stroke={stroke}
            strokeDasharray="5 5"
          />
          <path d={draw(chosen ?? [])} stroke="var(--color-accent)" strokeWidth={1.5} />
        </g>
      </svg>
      {chosen?.map((line, at) => {
        const found = ends(line)
        if (found === null) return null
        return (
          <div
            key={at}
            className="pointer-events-none absolute -translate-1/2 rounded-control bg-raised px-1.5 py-0.5 text-xs whitespace-nowrap"
            style={{ left: (found.x1 + found.x2) / 2, top: (found.y1 + found.y2) / 2 }}
          >
            {line.label}
          </div>
        )
      })}
    </ViewportPortal>
  )
})
