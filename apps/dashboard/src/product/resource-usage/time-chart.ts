import { formatExact } from '../../lib/format/format-time.ts'

/** A chart of values over time; `Series` are the names of the values in an answer. */
export type TimeChart<Series extends string> = {
  id: string
  title: string
  /** The meaning of the values, where the title does not say it. */
  note?: string
  lines: readonly { name: string; series: Series }[]
  format: (value: number) => string
  tickSteps?: readonly number[]
  kind: 'line' | 'area'
}

/** A value for each time, in seconds since 1970; null where it is not known. */
export type TimeValues<Series extends string> = {
  times: readonly number[]
  series: Readonly<Record<Series, readonly (number | null)[]>>
}

/** Times without a value are gaps of the lines, and are left out of the table. */
export function getChartData<Series extends string>(
  { times, series }: TimeValues<Series>,
  { lines, format }: TimeChart<Series>,
) {
  return {
    labels: times.map((seconds) => formatExact(new Date(seconds * 1000))),
    positions: times,
    xKind: 'time' as const,
    series: lines.map(({ name, series: id }) => {
      const texts = series[id].map((value) => (value === null ? 'No value' : format(value)))
      return {
        name,
        values: series[id].map((value) => value ?? Number.NaN),
        texts,
        exactTexts: series[id].map((value, at) => (value === null ? null : (texts[at] ?? null))),
      }
    }),
  }
}

export const hasValues = <Series extends string>(
  { series }: TimeValues<Series>,
  { lines }: TimeChart<Series>,
): boolean => lines.some(({ series: id }) => series[id].some((value) => value !== null))

/** The last value of each line, for readers who do not see the chart. */
export function summarize<Series extends string>(
  { series }: TimeValues<Series>,
  { title, lines, format }: TimeChart<Series>,
): string {
  const last = lines.flatMap(({ name, series: id }) => {
    const value = series[id].findLast((one) => one !== null)
    return value === undefined || value === null ? [] : [`${name} ${format(value)}`]
  })
  return `${title}, last: ${last.join(', ')}`
}
