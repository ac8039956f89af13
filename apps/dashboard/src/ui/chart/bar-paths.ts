import type uPlot from 'uplot'

const widestBar = 56
const smallestBar = 2

type Options = {
  /** Of how many series, and which one of them. */
  count: number
  at: number
  isSwapped: boolean
  /** The part of its room that the group of bars of one point takes. */
  share: number
  /** Each value is the sum of its own and those of the series before it. */
  isStacked: boolean
}

/** Bars that rise from zero, with those of several series side by side or on each other. */
export function barPaths(options: Options): uPlot.Series.PathBuilder {
  const { count, at, isSwapped, share, isStacked } = options
  return (...[plot, seriesIndex, first, last]: Parameters<uPlot.Series.PathBuilder>) => {
    const ratio = globalThis.devicePixelRatio || 1
    const fill = new Path2D()
    const [positions, values] = [plot.data[0], plot.data[seriesIndex] ?? []]
    const room = Math.abs(plot.valToPos(1, 'x', true) - plot.valToPos(0, 'x', true))
    const group = Math.min(room * share, widestBar * ratio * count)
    const thickness = Math.max(1, group / count)
    const zero = plot.valToPos(Math.max(0, plot.scales['y']?.min ?? 0), 'y', true)
    const below = isStacked && seriesIndex > 1 ? plot.data[seriesIndex - 1] : undefined
    for (let index = first; index <= last; index += 1) {
      const value = values[index]
      if (value === null || value === undefined || value === (below?.[index] ?? 0)) continue
      const base = below === undefined ? zero : plot.valToPos(below[index] ?? 0, 'y', true)
      const start = plot.valToPos(positions[index] ?? 0, 'x', true) - group / 2 + at * thickness
      const end = plot.valToPos(value, 'y', true)
      // A value that is not zero is always visible.
      const length = Math.max(smallestBar * ratio, Math.abs(end - base))
      const isPositive = isSwapped ? end >= base : end <= base
      const low = isSwapped === isPositive ? base : base - length
      if (isSwapped) fill.rect(low, start, length, thickness)
      else fill.rect(start, low, thickness, length)
    }
    return { fill }
  }
}
