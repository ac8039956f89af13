import { addDecimals, type Decimal, parseDecimal, printDecimal } from '../rows/decimal.ts'
import { timeKey } from '../rows/time-key.ts'
import { distinctNames, inWords, getKind, type Rows } from '../rows/value-kinds.ts'
import { aggregated, listGroups, usedAggregate } from './aggregate.ts'
import type { Aggregate, ChartSettings } from './chart-settings.ts'

type Series = {
  name: string
  /** The drawn value of each point; NaN for a gap. */
  values: Float64Array
  /** The exact value of each point. */
  texts: (string | null)[]
}

export type Points = {
  /** The label of each point: the value of the x column. */
  labels: string[]
  /** Positions of the points along the x axis; null for equal distances. */
  positions: Float64Array | null
  xKind: 'number' | 'time' | 'category'
  series: Series[]
  /** Points that there are, of which some may have been left out to be drawn. */
  total: number
  /** The aggregate of the rows with the same x. */
  aggregate: Aggregate
}

/** More cannot be distinguished on a screen. */
export const maxPoints = 2000

/** The points of a chart: exact in words, near enough in place. */
export function chartPoints(rows: Rows, settings: ChartSettings): Points {
  const names = distinctNames(rows.fields)
  const x = names.indexOf(settings.x)
  const columns = settings.ys.map((name) => names.indexOf(name)).filter((at) => at !== -1)
  const kind = getKind(rows.fields[x]?.type ?? '')
  const isScaled = settings.type !== 'bar' && (kind === 'number' || kind === 'time')
  const aggregate = usedAggregate(rows, settings)
  const { heads, valuesOf } = listPoints(rows, x, aggregate)
  const order = isScaled ? byPosition(heads, x, kind) : null
  const pointAt = (place: number) => order?.points[place] ?? place
  const count = order?.points.length ?? heads.count
  const series = columns.map((column) => {
    const getValue = valuesOf(column)
    const at = (place: number) => getValue(pointAt(place))
    return listSeries({
      name: names[column] ?? '',
      count,
      at,
      isCumulative: settings.isCumulative,
    })
  })
  const labels = (place: number) => getLabel(heads.at(pointAt(place))[x] ?? null, kind)
  const stored = thinned(series, count)
  return {
    labels: stored.map(labels),
    positions: order === null ? null : Float64Array.from(stored, (place) => order.keys[place] ?? 0),
    xKind: isScaled ? (kind === 'time' ? 'time' : 'number') : 'category',
    series: series.map(({ name, values, texts }) => ({
      name,
      values: Float64Array.from(stored, (place) => values[place] ?? Number.NaN),
      texts: stored.map((place) => texts[place] ?? null),
    })),
    total: count,
    aggregate,
  }
}

type PlainPoints = {
  /** The row by which each point is named and placed. */
  heads: Rows
  valuesOf: (column: number) => (point: number) => string | null
}

/** A point for each row, or for all rows of one x. */
function listPoints(rows: Rows, x: number, aggregate: Aggregate): PlainPoints {
  if (aggregate === 'none')
    return { heads: rows, valuesOf: (column) => (point) => rows.at(point)[column] ?? null }
  const groups = listGroups(rows, x)
  const { firstRows } = groups
  return {
    heads: {
      fields: rows.fields,
      count: firstRows.length,
      at: (point) => rows.at(firstRows[point] ?? 0),
    },
    valuesOf: (column) => {
      const values = aggregated(rows, groups, { column, aggregate })
      return (point) => values[point] ?? null
    },
  }
}

const getLabel = (value: string | null, kind: string) =>
  (kind === 'boolean' ? inWords(value) : value) ?? 'NULL'

/** Lines go from left to right: points in the order of their place, without those that have none. */
function byPosition(heads: Rows, x: number, kind: string): { points: number[]; keys: number[] } {
  const placed: { point: number; key: number }[] = []
  for (let point = 0; point < heads.count; point += 1) {
    const key = getPosition(heads.at(point)[x] ?? null, kind)
    if (Number.isFinite(key)) placed.push({ point, key })
  }
  placed.sort((a, b) => a.key - b.key || a.point - b.point)
  return { points: placed.map(({ point }) => point), keys: placed.map(({ key }) => key) }
}

function getPosition(value: string | null, kind: string): number {
  if (value === null) return Number.NaN
  if (kind === 'number') return Number(value)
  const key = timeKey(value)
  return key === undefined ? Number.NaN : key.seconds + key.part
}

type Target = {
  name: string
  count: number
  at: (place: number) => string | null
  isCumulative: boolean
}

function listSeries({ name, count, at, isCumulative }: Target): Series {
  const values = new Float64Array(count)
  const texts: (string | null)[] = []
  let sum: Decimal = { units: 0n, scale: 0 }
  for (let place = 0; place < count; place += 1) {
    const value = at(place)
    if (isCumulative) {
      const number = value === null ? undefined : parseDecimal(value)
      if (number !== undefined) sum = addDecimals(sum, number)
      texts.push(printDecimal(sum))
    } else texts.push(value)
    const drawn = texts[place] ?? null
    values[place] = drawn === null || drawn === '' ? Number.NaN : Number(drawn)
  }
  return { name, values, texts }
}

/** Keeps the lowest and the highest point of each interval, so that no peak is lost. */
function thinned(series: readonly Series[], count: number): number[] {
  if (count <= maxPoints) return Array.from({ length: count }, (_, place) => place)
  const stretches = Math.floor(maxPoints / (2 * Math.max(1, series.length)))
  const stored = new Set<number>()
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * count) / stretches)
    const to = Math.floor(((stretch + 1) * count) / stretches)
    for (const { values } of series)
      for (const place of extremes(values, from, to)) stored.add(place)
    if (series.length === 0) stored.add(from)
  }
  return [...stored].toSorted((a, b) => a - b)
}

function extremes(values: Float64Array, from: number, to: number): [number, number] {
  let [low, high] = [from, from]
  for (let place = from; place < to; place += 1) {
    const value = values[place] ?? Number.NaN
    const [lowest = Number.NaN, highest = Number.NaN] = [values[low], values[high]]
    if (Number.isNaN(lowest) || value < lowest) low = place
    if (Number.isNaN(highest) || value > highest) high = place
  }
  return [low, high]
}
