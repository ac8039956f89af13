import type { Points } from './chart-points.ts'
import type { ChartSettings } from './chart-settings.ts'
import { linearScale, logScale, type Scale, tickText, timeTickText } from './scales.ts'

export type Box = { width: number; height: number }

type Tick = { text: string; x: number; y: number }

/** The positions of all parts of a chart, in pixels. */
export type Layout = {
  /** Of a point, by its place and its value. */
  xy: (place: number, value: number) => { x: number; y: number }
  /** Of the line from which bars and areas rise. */
  base: number
  /** The total width of the bars of one point. */
  band: number
  plot: { left: number; top: number; width: number; height: number }
  valueTicks: Tick[]
  placeTicks: Tick[]
}

const widestBar = 56
const margin = { left: 56, right: 16, top: 12, bottom: 28 }

export function getLayout(points: Points, settings: ChartSettings, box: Box): Layout {
  const { isSwapped } = settings
  const left = isSwapped ? 110 : margin.left
  const plot = {
    left,
    top: margin.top,
    width: Math.max(40, box.width - left - margin.right),
    height: Math.max(40, box.height - margin.top - margin.bottom),
  }
  const values = valueScale(points, settings)
  const places = placeScale(points)
  const [along, across] = isSwapped ? [plot.height, plot.width] : [plot.width, plot.height]
  const at = (share: number, valueShare: number) =>
    isSwapped
      ? { x: plot.left + valueShare * across, y: plot.top + share * along }
      : { x: plot.left + share * along, y: plot.top + (1 - valueShare) * across }
  const low = Math.max(0, settings.isLog ? 0 : values.at(0))
  const base = isSwapped ? plot.left + low * across : plot.top + (1 - low) * across
  return {
    xy: (place, value) => at(places.at(place), values.at(value)),
    base,
    band: Math.min(
      widestBar * points.series.length,
      (along * 0.8) / Math.max(1, points.labels.length),
    ),
    plot,
    valueTicks: values.ticks.map((value) => ({
      text: tickText(value),
      ...at(0, values.at(value)),
    })),
    placeTicks: places.ticks(along).map(({ share, text }) => ({ text, ...at(share, 0) })),
  }
}

function* drawnValues({ series }: Points) {
  for (const { values } of series) yield* values
}

function valueScale(points: Points, { type, isLog }: ChartSettings): Scale {
  const hasBase = type === 'bar' || type === 'area'
  if (isLog) return logScale(drawnValues(points), { hasBase })
  return linearScale(drawnValues(points), { fromZero: hasBase })
}

type Places = {
  at: (place: number) => number
  ticks: (length: number) => { share: number; text: string }[]
}

function placeScale({ labels, positions, xKind }: Points): Places {
  if (positions === null) return bandScale(labels)
  const scale = linearScale(positions, { fromZero: false })
  const at = (place: number) => scale.at(positions[place] ?? 0)
  if (xKind === 'number')
    return {
      at,
      ticks: () => scale.ticks.map((tick) => ({ share: scale.at(tick), text: tickText(tick) })),
    }
  const [first = 0, last = first] = [positions[0], positions.at(-1)]
  const span = last - first
  return {
    at,
    ticks: (length) => {
      const count = Math.max(2, Math.floor(length / 130))
      return Array.from({ length: count }, (_, tick) => {
        const seconds = first + (span * tick) / (count - 1)
        return { share: scale.at(seconds), text: timeTickText(seconds, span) }
      })
    },
  }
}

const labelWidth = 70

function bandScale(labels: readonly string[]): Places {
  const at = (place: number) => (place + 0.5) / Math.max(1, labels.length)
  return {
    at,
    ticks: (length) => {
      const every = Math.max(1, Math.ceil((labels.length * labelWidth) / length))
      return labels.flatMap((text, place) =>
        place % every === 0 ? [{ share: at(place), text: shortened(text) }] : [],
      )
    },
  }
}

const shortened = (text: string) => (text.length > 14 ? `${text.slice(0, 13)}…` : text)
