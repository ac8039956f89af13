import { distinctNames, isKeyName, getKind, type Rows } from '../rows/value-kinds.ts'

export const chartTypes = ['bar', 'line', 'area', 'scatter'] as const
type ChartType = (typeof chartTypes)[number]

const aggregates = ['none', 'sum', 'avg', 'count', 'min', 'max'] as const
export type Aggregate = (typeof aggregates)[number]

/** Columns by name, so that the settings still fit when the query is changed a little. */
export type ChartSettings = {
  type: ChartType
  x: string
  ys: readonly string[]
  /** The aggregate of several rows with the same x; undefined for the default. */
  aggregate?: Aggregate | undefined
  isCumulative: boolean
  hasLabels: boolean
  hasGrid: boolean
  isLog: boolean
  isSwapped: boolean
}

export const maxSeries = 8

/** The settings as the chart takes them. Times of a result have no zone of their own. */
export const getLook = ({ type, hasGrid, hasLabels, isLog, isSwapped }: ChartSettings) => ({
  kind: type,
  hasGrid,
  hasLabels,
  isLog,
  isSwapped,
  timeZone: 'UTC',
})

const plain = {
  type: 'bar',
  isCumulative: false,
  hasLabels: false,
  hasGrid: true,
  isLog: false,
  isSwapped: false,
} as const

/** The initial chart: the first numbers over the column before them. */
export function firstSettings(fields: Rows['fields']): ChartSettings {
  const names = distinctNames(fields)
  const kinds = fields.map(({ type }) => getKind(type))
  const x = Math.max(
    0,
    kinds.findIndex((kind) => kind === 'time' || kind === 'text'),
  )
  const isLine = kinds[x] === 'time'
  const numbers = names.filter((_, at) => at !== x && kinds[at] === 'number')
  const y = numbers.find((name) => !isKeyName(name)) ?? numbers[0] ?? names[x]
  return {
    ...plain,
    type: isLine ? 'line' : 'bar',
    x: names[x] ?? '',
    ys: y === undefined ? [] : [y],
  }
}

/** Stored settings as far as they fit the current columns. */
export function matchingSettings(kept: string | undefined, fields: Rows['fields']): ChartSettings {
  const first = firstSettings(fields)
  const stored = parsed(kept)
  const names = distinctNames(fields)
  const ys = getList(stored['ys']).filter((name) => names.includes(name))
  const x = names.find((name) => name === stored['x'])
  const aggregate = aggregates.find((one) => one === stored['aggregate'])
  const flag = (key: keyof typeof plain & keyof ChartSettings) =>
    typeof stored[key] === 'boolean' ? stored[key] : first[key] === true
  return {
    type: chartTypes.find((type) => type === stored['type']) ?? first.type,
    x: x ?? first.x,
    ...(aggregate !== undefined && { aggregate }),
    ys: ys.length > 0 ? ys.slice(0, maxSeries) : first.ys,
    isCumulative: flag('isCumulative'),
    hasLabels: flag('hasLabels'),
    hasGrid: flag('hasGrid'),
    isLog: flag('isLog'),
    isSwapped: flag('isSwapped'),
  }
}

const getList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const aggregateLabels: Record<Aggregate, string> = {
  none: 'None',
  sum: 'Sum',
  avg: 'Average',
  count: 'Count',
  min: 'Min',
  max: 'Max',
}

export const aggregateOptions = aggregates.map((value) => ({
  value,
  label: aggregateLabels[value],
}))

/** The title of a chart: "Sum of sold, lost by day". */
export function chartTitle({ x, ys }: ChartSettings, aggregate: Aggregate): string {
  const what = `${ys.join(', ')} by ${x}`
  return aggregate === 'none' ? what : `${aggregateLabels[aggregate]} of ${what}`
}
