import type { Points, Series } from './chart-points.ts'
import type { ChartSettings } from './chart-settings.ts'
import type { Layout } from './layout.ts'
import { seriesAppearance } from './series-appearance.ts'

type Props = { points: Points; settings: ChartSettings; layout: Layout }

const maxLabels = 60

/** Bars, lines, areas or dots of every series. */
export function ChartMarks({ points, settings, layout }: Props) {
  const { series } = points
  return series.map((one, at) => (
    <g key={one.name}>
      {settings.type === 'bar' && <Bars {...{ one, at, settings, layout, count: series.length }} />}
      {settings.type === 'scatter' && <Dots {...{ one, at, layout }} />}
      {(settings.type === 'line' || settings.type === 'area') && (
        <Line {...{ one, at, settings, layout }} />
      )}
      {settings.hasLabels && one.texts.length <= maxLabels && (
        <Labels {...{ one, at, settings, layout, count: series.length }} />
      )}
    </g>
  ))
}

type MarkProps = { one: Series; at: number; settings: ChartSettings; layout: Layout }

function Bars({ one, at, settings, layout, count }: MarkProps & { count: number }) {
  const thickness = Math.max(1, layout.band / count)
  const shift = (at - count / 2) * thickness
  return Array.from(one.values, (value, place) => {
    const { x, y } = layout.xy(place, value)
    if (!Number.isFinite(x) || !Number.isFinite(y)) return null
    const box = settings.isSwapped
      ? {
          x: Math.min(x, layout.base),
          y: y + shift,
          width: Math.abs(x - layout.base),
          height: thickness,
        }
      : {
          x: x + shift,
          y: Math.min(y, layout.base),
          width: thickness,
          height: Math.abs(y - layout.base),
        }
    return <rect key={place} className={seriesAppearance(at).fill} {...box} />
  })
}

function Dots({ one, at, layout }: Omit<MarkProps, 'settings'>) {
  return Array.from(one.values, (value, place) => {
    const { x, y } = layout.xy(place, value)
    if (!Number.isFinite(x) || !Number.isFinite(y)) return null
    return (
      <circle
        key={place}
        className={seriesAppearance(at).fill}
        fillOpacity="0.75"
        cx={x}
        cy={y}
        r="3"
      />
    )
  })
}

/** A missing value is a gap in the line. */
function Line({ one, at, settings, layout }: MarkProps) {
  const pieces = splitPieces(one, layout)
  const { fill, line } = seriesAppearance(at)
  const close = (piece: Place[]) => {
    const [first, last] = [piece[0], piece.at(-1)]
    if (first === undefined || last === undefined) return ''
    return settings.isSwapped ? `H${layout.base}V${first.y}Z` : `V${layout.base}H${first.x}Z`
  }
  return (
    <>
      {settings.type === 'area' && (
        <path
          className={fill}
          fillOpacity="0.25"
          d={pieces.map((piece) => buildPath(piece) + close(piece)).join('')}
        />
      )}
      <path
        {...line}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        d={pieces.map(buildPath).join('')}
      />
      {pieces
        .flatMap((piece) => (piece.length === 1 ? piece : []))
        .map(({ x, y }) => (
          <circle key={`${x} ${y}`} className={fill} cx={x} cy={y} r="2.5" />
        ))}
    </>
  )
}

type Place = { x: number; y: number }

function splitPieces({ values }: Series, { xy }: Layout): Place[][] {
  const pieces: Place[][] = [[]]
  for (const [place, value] of values.entries()) {
    const at = xy(place, value)
    if (Number.isFinite(at.x) && Number.isFinite(at.y)) pieces.at(-1)?.push(at)
    else if (pieces.at(-1)?.length !== 0) pieces.push([])
  }
  return pieces.filter((piece) => piece.length > 0)
}

const buildPath = (piece: readonly Place[]) =>
  piece.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

function Labels({ one, at, settings, layout, count }: MarkProps & { count: number }) {
  // Bars of one point stand side by side, and so do their labels.
  const shift = settings.type === 'bar' ? (at - (count - 1) / 2) * (layout.band / count) : 0
  return Array.from(one.values, (value, place) => {
    const { x, y } = layout.xy(place, value)
    if (!Number.isFinite(x) || !Number.isFinite(y)) return null
    const spot = settings.isSwapped
      ? { x: x + 4, y: y + shift + 4, textAnchor: 'start' as const }
      : { x: x + shift, y: Math.max(10, y - 5), textAnchor: 'middle' as const }
    return (
      <text key={place} fontSize="11" className="tabular fill-ink" {...spot}>
        {one.texts[place]}
      </text>
    )
  })
}
