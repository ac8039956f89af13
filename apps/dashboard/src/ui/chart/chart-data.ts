import type { SharedCursor } from './shared-cursor.ts'

type ChartKind = 'line' | 'area' | 'bar' | 'histogram' | 'scatter'

type ChartSeries = {
  name: string
  /** A colour with a meaning, such as `--bad`; one of the palette without it. */
  token?: string
  /** The height of each point; NaN where there is nothing to draw. */
  values: ArrayLike<number>
  /** The value of each point as text, to the last digit. */
  texts: readonly (string | null)[]
  /** Longer texts for the table; rows that have none are left out of it. */
  exactTexts?: readonly (string | null)[]
}

export type ChartData = {
  /** The x value of each point as text. */
  labels: readonly string[]
  /** Seconds since 1970 for `time`; null when the points stand next to each other. */
  positions: ArrayLike<number> | null
  xKind: 'number' | 'time' | 'category'
  series: readonly ChartSeries[]
}

/** A vertical line at an x value, for an event between the points. */
export type ChartMark = {
  position: number
  /** A colour with a meaning, such as `--warn`. */
  token: string
}

/** Points from the first to the last one, by their index. */
export type ChartRange = { from: number; to: number }

export type ChartProps = {
  title: string
  data: ChartData
  kind: ChartKind
  /** The name of the x values, for the head of the table. */
  xName?: string | undefined
  /** A description of the drawing, for screen readers. */
  summary?: string | undefined
  marks?: readonly ChartMark[] | undefined
  hasGrid?: boolean | undefined
  hasLabels?: boolean | undefined
  isLog?: boolean | undefined
  isSwapped?: boolean | undefined
  /** Bars of several series stand on each other. */
  isStacked?: boolean | undefined
  /** Lower, without a minimum height for cards full of text. */
  isCompact?: boolean
  formatTick?: ((value: number) => string) | undefined
  /** The steps that ticks may have, for units that are not counted in tens. */
  tickSteps?: readonly number[] | undefined
  /** The short form of a label under the axis. */
  formatLabel?: ((label: string) => string) | undefined
  /** The zone of the ticks of a time axis; the zone of the account without it. */
  timeZone?: string | undefined
  /** Dragging over the chart, or Shift and the arrow keys, select a range of points. */
  onSelectRange?: ((range: ChartRange) => void) | undefined
  /** Of the charts that are read together with this one; their x axes have the same unit. */
  cursor?: SharedCursor | undefined
  /** A click on a point, or Enter while it is read. */
  onSelectPoint?: ((index: number) => void) | undefined
  /** The message instead of a chart without points. */
  empty?: string
  /** The message instead of a chart that could not be loaded. */
  failure?: string | undefined
}

/** Where the points stand on the x axis. */
export const listPositions = ({ positions, labels }: ChartData): number[] =>
  positions === null ? labels.map((_, at) => at) : Array.from(positions)

/** Each series with the sum of the visible ones up to it; a hidden one adds nothing. */
export function stackValues(
  { labels, series }: ChartData,
  hidden: ReadonlySet<string>,
): number[][] {
  const sums = labels.map(() => 0)
  return series.map(({ name, values }) => {
    if (!hidden.has(name))
      for (const index of sums.keys()) sums[index] = (sums[index] ?? 0) + (values[index] ?? 0)
    return [...sums]
  })
}

/** The point whose position is next to the value, by its index; positions ascend. */
export function findNearest(positions: readonly number[], value: number): number | undefined {
  if (positions.length === 0 || Number.isNaN(value)) return undefined
  let [low, high] = [0, positions.length - 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if ((positions[middle] ?? 0) < value) low = middle
    else high = middle
  }
  const distance = (at: number) => Math.abs((positions[at] ?? 0) - value)
  return distance(low) <= distance(high) ? low : high
}
