import uPlot from 'uplot'

import { shownTimeZone } from '../../lib/format/time-zone.ts'
import { barPaths } from './bar-paths.ts'
import type { ChartData, ChartProps } from './chart-data.ts'
import { seriesAppearance } from './series-appearance.ts'
import { listLabelled, shortenLabel, tickText, timeTickText } from './ticks.ts'

export type Look = Pick<
  ChartProps,
  | 'kind'
  | 'marks'
  | 'hasGrid'
  | 'hasLabels'
  | 'isLog'
  | 'isSwapped'
  | 'isStacked'
  | 'formatTick'
  | 'tickSteps'
  | 'formatLabel'
  | 'timeZone'
>

type Options = {
  data: ChartData
  look: Look
  size: { width: number; height: number }
  /** The value of a token of the theme, read at each drawing. */
  getColor: (token: string) => string
}

const font = "11px 'Inter Variable', system-ui, sans-serif"
const maxLabels = 60
const letterWidth = 6.5

// The library declares these numbers as enums that exist in its types only.
// oxlint-disable typescript/no-unsafe-enum-assignment
const [linear, logarithmic] = [1 as uPlot.Scale.Distr, 3 as uPlot.Scale.Distr]
const [bottom, left] = [2 as uPlot.Axis.Side, 3 as uPlot.Axis.Side]
// oxlint-enable typescript/no-unsafe-enum-assignment

/** The drawing only. Everything that reacts to the user is part of the page instead. */
export function getPlotOptions(options: Options): uPlot.Options {
  const { data, look, size, getColor } = options
  const hasBars = look.kind === 'bar' || look.kind === 'histogram'
  const isSwapped = look.isSwapped === true
  const zone = look.timeZone ?? shownTimeZone()
  return {
    ...size,
    legend: { show: false },
    cursor: { show: false },
    padding: [12, 16, 0, 0],
    ...(zone !== undefined && {
      tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), zone),
    }),
    scales: {
      x: {
        time: data.xKind === 'time',
        ori: isSwapped ? 1 : 0,
        dir: isSwapped ? -1 : 1,
        range: (_, min, max) => getRangeOfX(data, min, max),
      },
      y: {
        ori: isSwapped ? 0 : 1,
        distr: look.isLog === true ? logarithmic : linear,
        range: (_, min, max) => getRangeOfY(look, min, max),
      },
    },
    axes: [getAxisOfX(options, zone), getAxisOfY(options)],
    series: [
      {},
      ...data.series.map((one, at) => ({
        label: one.name,
        ...getSeries(look, { at, count: data.series.length, hasBars, getColor, token: one.token }),
      })),
    ],
    hooks: {
      draw: [
        ...(look.marks === undefined ? [] : [(plot: uPlot) => drawMarks(plot, options)]),
        ...(look.hasLabels === true ? [(plot: uPlot) => drawLabels(plot, options)] : []),
      ],
    },
  }
}

function getRangeOfX(
  { positions, labels }: ChartData,
  min: number,
  max: number,
): uPlot.Range.MinMax {
  if (positions === null) return [-0.5, Math.max(0.5, labels.length - 0.5)]
  return min === max ? [min - 1, max + 1] : [min, max]
}

function getRangeOfY({ kind, isLog }: Look, min: number, max: number): uPlot.Range.MinMax {
  // Without a value there are no limits either, in contrast to the types.
  if (!Number.isFinite(min ?? Number.NaN)) return isLog === true ? [1, 10] : [0, 1]
  const hasBase = kind !== 'line' && kind !== 'scatter'
  if (isLog === true) {
    const [low, high] = uPlot.rangeLog(min, max, 10, true)
    // Bars of the lowest value rise above the axis.
    return [hasBase && low === min ? (low ?? 1) / 10 : low, high]
  }
  if (!hasBase) return uPlot.rangeNum(min, max, 0.1, false)
  const soft = { pad: 0.1, soft: 0, mode: 1 } as const
  return uPlot.rangeNum(min, max, { min: soft, max: soft })
}

const getColors = (getColor: Options['getColor']) => ({
  font,
  stroke: () => getColor('--ink-soft'),
  ticks: { show: false },
  border: { show: true, width: 1, stroke: () => getColor('--line-strong') },
})

function getAxisOfX({ data, look, size, getColor }: Options, zone: string | undefined): uPlot.Axis {
  const isSwapped = look.isSwapped === true
  const { positions, labels, xKind } = data
  const { formatLabel = shortenLabel } = look
  const format = (at: number, span: number) => {
    if (positions === null) return formatLabel(labels[at] ?? '')
    return xKind === 'time' ? timeTickText(at, span, zone) : tickText(at)
  }
  return {
    ...getColors(getColor),
    scale: 'x',
    side: isSwapped ? left : bottom,
    grid: { show: false },
    size: isSwapped ? 110 : 28,
    space: isSwapped ? 24 : 110,
    ...(positions === null && {
      splits: ({ bbox }: uPlot) => {
        const ratio = globalThis.devicePixelRatio || 1
        const longest = Math.max(0, ...labels.map((label) => formatLabel(label).length))
        return isSwapped
          ? listLabelled(labels.length, (bbox.height || size.height) / ratio, 18)
          : listLabelled(
              labels.length,
              (bbox.width || size.width) / ratio,
              16 + longest * letterWidth,
            )
      },
    }),
    values: (_, splits) => {
      const span = (splits.at(-1) ?? 0) - (splits[0] ?? 0)
      return splits.map((at) => format(at, span))
    },
  }
}

function getAxisOfY({ look, getColor }: Options): uPlot.Axis {
  const isSwapped = look.isSwapped === true
  const format = look.formatTick ?? tickText
  return {
    ...getColors(getColor),
    scale: 'y',
    side: isSwapped ? bottom : left,
    grid: { show: look.hasGrid !== false, width: 1, stroke: () => getColor('--line') },
    space: isSwapped ? 70 : 32,
    ...(look.tickSteps !== undefined && { incrs: [...look.tickSteps] }),
    // Ticks of a logarithmic scale that have no room come as null.
    values: (_, splits: readonly (number | null)[]) =>
      splits.map((value) => (value === null ? '' : format(value))),
    size: (_, texts: readonly string[] | null) =>
      isSwapped
        ? 28
        : Math.max(
            40,
            14 + letterWidth * Math.max(0, ...(texts ?? []).map(({ length }) => length)),
          ),
  }
}

type SeriesOptions = {
  at: number
  count: number
  hasBars: boolean
  getColor: Options['getColor']
  token: string | undefined
}

function getSeries(look: Look, options: SeriesOptions): uPlot.Series {
  const { at, count, hasBars, getColor } = options
  const { token, dash } = seriesAppearance(at, options.token)
  const color = () => getColor(token)
  if (hasBars) {
    const share = look.kind === 'histogram' ? 0.98 : 0.8
    const isSwapped = look.isSwapped === true
    const group = look.isStacked === true ? { count: 1, at: 0 } : { count, at }
    return {
      width: 0,
      fill: color,
      paths: barPaths({ ...group, isSwapped, share, isStacked: look.isStacked === true }),
      points: { show: false },
    }
  }
  if (look.kind === 'scatter')
    return { paths: () => null, points: { show: true, size: 6, width: 0, fill: color } }
  return {
    width: 1.5,
    stroke: color,
    dash: [...dash],
    ...(look.kind === 'area' && {
      fill: () => `color-mix(in oklab, ${color()} 25%, transparent)`,
    }),
    // Points between two gaps have no line.
    points: { show: true, size: 5, width: 0, fill: color, filter: listIsolated },
  }
}

const listIsolated: uPlot.Series.Points.Filter = (plot, series) => {
  const values = plot.data[series] ?? []
  const isPresent = (at: number) => values[at] !== null && values[at] !== undefined
  return Array.from(values.keys()).filter(
    (at) => isPresent(at) && !isPresent(at - 1) && !isPresent(at + 1),
  )
}

function drawMarks(plot: uPlot, { look, getColor }: Options): void {
  const { ctx, bbox, scales } = plot
  const ratio = globalThis.devicePixelRatio || 1
  const { min = 0, max = 0 } = scales['x'] ?? {}
  ctx.save()
  ctx.lineWidth = 1.5 * ratio
  ctx.setLineDash([4 * ratio, 3 * ratio])
  for (const { position, token } of look.marks ?? []) {
    if (position < (min ?? 0) || position > (max ?? 0)) continue
    const along = plot.valToPos(position, 'x', true)
    ctx.strokeStyle = getColor(token)
    ctx.beginPath()
    ctx.moveTo(along, bbox.top)
    ctx.lineTo(along, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

function drawLabels(plot: uPlot, { data, look, getColor }: Options): void {
  const { ctx } = plot
  const ratio = globalThis.devicePixelRatio || 1
  const isSwapped = look.isSwapped === true
  const hasBars = look.kind === 'bar' || look.kind === 'histogram'
  const count = data.series.length
  ctx.save()
  ctx.font = `${11 * ratio}px 'Inter Variable', system-ui, sans-serif`
  ctx.fillStyle = getColor('--ink')
  ctx.textAlign = isSwapped ? 'left' : 'center'
  const room = Math.abs(plot.valToPos(1, 'x', true) - plot.valToPos(0, 'x', true))
  const band = hasBars ? Math.min(room * 0.8, 56 * ratio * count) / count : 0
  for (const [at, { texts }] of data.series.entries()) {
    if (texts.length > maxLabels || plot.series[at + 1]?.show === false) continue
    const shift = (at - (count - 1) / 2) * band
    for (const [index, text] of texts.entries()) {
      const value = plot.data[at + 1]?.[index]
      if (text === null || value === null || value === undefined) continue
      const along = plot.valToPos(plot.data[0][index] ?? 0, 'x', true) + shift
      const across = plot.valToPos(value, 'y', true)
      if (isSwapped) ctx.fillText(text, across + 4 * ratio, along + 4 * ratio)
      else ctx.fillText(text, along, Math.max(10 * ratio, across - 5 * ratio))
    }
  }
  ctx.restore()
}
