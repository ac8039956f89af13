import { type RefObject, useEffect, useRef } from 'react'
import uPlot from 'uplot'

import { type ChartData, findNearest, listPositions, stackValues } from './chart-data.ts'
import { getPlotOptions, type Look } from './plot-options.ts'

type Options = {
  data: ChartData
  look: Look
  size: { width: number; height: number }
  /** The names of series that are switched off. */
  hidden: ReadonlySet<string>
}

type Point = { left: number; top: number }

export type Plot = {
  host: RefObject<HTMLDivElement | null>
  /** Where a point is drawn, in pixels from the corner of the host. */
  locate: (index: number) => Point
  /** The point at a place of the page. */
  find: (place: { clientX: number; clientY: number }) => number | undefined
}

/** Keeps a drawing of uPlot in an element, in the colours of the theme. */
export function usePlot({ data, look, size, hidden }: Options): Plot {
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot>(undefined)
  const { kind, marks, hasGrid, hasLabels, isLog, isSwapped, isStacked } = look
  const { timeZone, formatTick, tickSteps, formatLabel } = look
  const { width, height } = size
  useEffect(() => {
    if (host.current === null) return undefined
    const options = getPlotOptions({
      data,
      look: {
        kind,
        marks,
        hasGrid,
        hasLabels,
        isLog,
        isSwapped,
        isStacked,
        timeZone,
        formatTick,
        tickSteps,
        formatLabel,
      },
      size: { width, height },
      getColor: readTheme(host.current),
    })
    const values = isStacked === true ? stackValues(data, hidden) : undefined
    const plot = new uPlot(options, getAlignedData(data, isLog === true, values), host.current)
    for (const [at, { name }] of data.series.entries())
      if (hidden.has(name)) plot.setSeries(at + 1, { show: false })
    drawn.current = plot
    const stopWatching = watchTheme(() => plot.redraw(false, false))
    return () => {
      stopWatching()
      plot.destroy()
      drawn.current = undefined
    }
  }, [
    data,
    hidden,
    width,
    height,
    kind,
    marks,
    hasGrid,
    hasLabels,
    isLog,
    isSwapped,
    isStacked,
    timeZone,
    formatTick,
    tickSteps,
    formatLabel,
  ])
  return {
    host,
    locate: (index) => locatePoint(drawn.current, index, { data, hidden }),
    find: (place) => findPoint(drawn.current, place, data),
  }
}

/** Reads the value of a token of the theme, which may have changed since. */
function readTheme(element: HTMLElement) {
  const style = getComputedStyle(element)
  return (token: string) => style.getPropertyValue(token).trim() || 'gray'
}

/** The corner of the plotted area in the drawing. */
function getCorner({ bbox }: uPlot): Point {
  const ratio = globalThis.devicePixelRatio || 1
  return { left: bbox.left / ratio, top: bbox.top / ratio }
}

const isUpright = ({ scales }: uPlot) => scales['x']?.ori !== 1

function locatePoint(
  plot: uPlot | undefined,
  index: number,
  { data, hidden }: Pick<Options, 'data' | 'hidden'>,
): Point {
  if (plot === undefined) return { left: 0, top: 0 }
  const { left, top } = getCorner(plot)
  const value = data.series
    .filter(({ name }) => !hidden.has(name))
    .map(({ values }) => values[index] ?? Number.NaN)
    .find(Number.isFinite)
  const along = plot.valToPos(plot.data[0][index] ?? 0, 'x')
  const across = value === undefined ? 0 : plot.valToPos(value, 'y')
  return isUpright(plot)
    ? { left: left + along, top: top + across }
    : { left: left + across, top: top + along }
}

function findPoint(
  plot: uPlot | undefined,
  { clientX, clientY }: { clientX: number; clientY: number },
  data: ChartData,
): number | undefined {
  if (plot === undefined) return undefined
  const box = plot.root.getBoundingClientRect()
  const corner = getCorner(plot)
  const along = isUpright(plot) ? clientX - box.left - corner.left : clientY - box.top - corner.top
  return findNearest(listPositions(data), plot.posToVal(along, 'x'))
}

/** Gaps are null for the library, and so are values that a logarithmic scale cannot have. */
function getAlignedData(
  data: ChartData,
  isLog: boolean,
  values = data.series.map((series) => series.values),
): uPlot.AlignedData {
  const toValue = (value: number) =>
    !Number.isFinite(value) || (isLog && value <= 0) ? null : value
  return [listPositions(data), ...values.map((one) => Array.from(one, toValue))]
}

/** Runs an action after each change of the theme, whose colours are read at each drawing. */
function watchTheme(action: () => void): () => void {
  const observer = new MutationObserver(action)
  observer.observe(document.documentElement, { attributes: true })
  const system = globalThis.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', action)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', action)
  }
}
