import { Globe, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useMemo, useState } from 'react'

import { useSize } from '../../../../lib/browser/use-size.ts'
import { formatCount, plural } from '../../../../lib/format/format.ts'
import type { Rows } from '../../../../product/rows/value-kinds.ts'
import { IconButton } from '../../../../ui/Button.tsx'
import {
  type Bounds,
  listBounds,
  degrees,
  graticule,
  type MapPoint,
  mapPoints,
  sampled,
  world,
  zoomed,
} from './map-points.ts'
import type { PositionColumns } from './position-columns.ts'

type Props = { rows: Rows; positions: PositionColumns; onShowRow: (row: number) => void }

/** Rows as points on a graticule; no map tiles are loaded. */
export function MapView({ rows, positions, onShowRow }: Props) {
  const { points, skipped } = useMemo(() => mapPoints(rows, positions), [rows, positions])
  const fitting = useMemo(() => listBounds(points), [points])
  const [chosen, setChosen] = useState<Bounds>()
  const bounds = chosen ?? fitting
  const drawn = useMemo(() => sampled(points), [points])
  return (
    <section aria-label="Map" className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto p-3">
      <div className="flex flex-none items-center gap-1">
        <p className="tabular min-w-0 flex-1 text-xs text-ink-soft">
          {drawn.length < points.length
            ? `${formatCount(drawn.length)} of ${plural(points.length, 'point')}`
            : plural(points.length, 'point')}
          {skipped > 0 && `, ${plural(skipped, 'row')} without valid coordinates`}
        </p>
        <IconButton icon={ZoomIn} label="Zoom in" onClick={() => setChosen(zoomed(bounds, 0.5))} />
        <IconButton icon={ZoomOut} label="Zoom out" onClick={() => setChosen(zoomed(bounds, 2))} />
        <IconButton icon={Maximize} label="Fit all points" onClick={() => setChosen(undefined)} />
        <IconButton icon={Globe} label="Fit world" onClick={() => setChosen(world)} />
      </div>
      <Drawing {...{ rows, bounds, drawn, onShowRow }} />
    </section>
  )
}

type DrawingProps = {
  rows: Rows
  bounds: Bounds
  drawn: readonly MapPoint[]
  onShowRow: (row: number) => void
}

function Drawing({ rows, bounds, drawn, onShowRow }: DrawingProps) {
  const { ref, width, height } = useSize<HTMLDivElement>()
  const placed = placing(bounds, { width, height })
  return (
    <div
      ref={ref}
      className="relative min-h-[220px] flex-1 overflow-hidden rounded-card border border-line bg-sunken"
    >
      <svg
        role="img"
        aria-label={`Map of ${plural(drawn.length, 'point')}`}
        className="absolute inset-0"
        width={width}
        height={height}
      >
        <Lines placed={placed} height={height} />
        {drawn.map(({ row, latitude, longitude }) => {
          const { x, y } = placed.xy(longitude, latitude)
          if (x < 0 || y < 0 || x > width || y > height) return null
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- rows have keys in the grid
            <circle
              key={row}
              className="cursor-pointer fill-accent stroke-canvas"
              fillOpacity="0.85"
              cx={x}
              cy={y}
              r="4.5"
              onClick={() => onShowRow(row)}
            >
              <title>{getTitle(rows, row)}</title>
            </circle>
          )
        })}
      </svg>
    </div>
  )
}

type Placing = {
  xy: (longitude: number, latitude: number) => { x: number; y: number }
  /** The visible bounds, which exceed the requested ones in one direction. */
  seen: Bounds
}

/** Degrees of both kinds are as long as the nearer fit allows, with the middle in the middle. */
function placing(
  { west, east, south, north }: Bounds,
  { width, height }: { width: number; height: number },
): Placing {
  const [middle, centre] = [(south + north) / 2, (west + east) / 2]
  // A degree of longitude is shorter away from the equator.
  const squeeze = Math.max(0.2, Math.cos(middle * (Math.PI / 180)))
  const scale = Math.min(width / ((east - west) * squeeze), height / (north - south))
  const [across, down] = [width / (2 * squeeze * scale), height / (2 * scale)]
  return {
    xy: (longitude, latitude) => ({
      x: width / 2 + (longitude - centre) * squeeze * scale,
      y: height / 2 - (latitude - middle) * scale,
    }),
    seen: {
      west: Math.max(-180, centre - across),
      east: Math.min(180, centre + across),
      south: Math.max(-90, middle - down),
      north: Math.min(90, middle + down),
    },
  }
}

function Lines({ placed: { xy, seen }, height }: { placed: Placing; height: number }) {
  const [left, right] = [xy(seen.west, 0).x, xy(seen.east, 0).x]
  const [top, bottom] = [xy(0, seen.north).y, xy(0, seen.south).y]
  return (
    <g className="tabular" fontSize="11">
      {graticule(seen.west, seen.east).map((longitude) => {
        const { x } = xy(longitude, 0)
        return (
          <g key={longitude}>
            <line className="stroke-line-strong" x1={x} x2={x} y1={top} y2={bottom} />
            <text className="fill-ink-faint" x={x + 3} y={Math.min(height, bottom) - 5}>
              {degrees(longitude, ['E', 'W'])}
            </text>
          </g>
        )
      })}
      {graticule(seen.south, seen.north).map((latitude) => {
        const { y } = xy(0, latitude)
        return (
          <g key={latitude}>
            <line className="stroke-line-strong" x1={left} x2={right} y1={y} y2={y} />
            <text className="fill-ink-faint" x={left + 4} y={y - 4}>
              {degrees(latitude, ['N', 'S'])}
            </text>
          </g>
        )
      })}
    </g>
  )
}

const getTitle = ({ fields, at }: Rows, row: number) =>
  fields
    .slice(0, 8)
    .map(({ name }, column) => `${name}: ${at(row)[column] ?? 'NULL'}`)
    .join('\n')
