import type { LogComparison } from '@basalt/contract/logs/changes'
import { logComparisons } from '@basalt/contract/logs/changes'

import { readChoice, readText, type UrlQuery } from '../../lib/routes/url-query.ts'

const minute = 60_000

/** Lengths of ranges that end now, in minutes. */
export const lengths = {
  '15m': { label: 'Last 15 minutes', minutes: 15 },
  '1h': { label: 'Last hour', minutes: 60 },
  '6h': { label: 'Last 6 hours', minutes: 360 },
  '1d': { label: 'Last 24 hours', minutes: 1440 },
} as const
export type Length = keyof typeof lengths
export const lengthNames = Object.keys(lengths) as Length[]

export const comparisonLabels: Readonly<Record<LogComparison, string>> = {
  previous: 'The time directly before',
  day: 'The same time a day earlier',
  week: 'The same time a week earlier',
}

export type ChangesView = {
  from: string
  to: string
  /** Null for a range with fixed ends. */
  length: Length | null
  compare: LogComparison
}

const isTime = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/u.test(text) &&
  !Number.isNaN(Date.parse(text))

/** The range of the URL: `from` and `to`, or a length that ends now; anything odd is the last hour. */
export function readView(query: UrlQuery, now: Date): ChangesView {
  const compare = readChoice(query, 'compare', logComparisons) ?? 'previous'
  const [from, to] = [readText(query, 'from'), readText(query, 'to')]
  if (isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to)) {
    const [first, last] = [new Date(from), new Date(to)]
    return { from: first.toISOString(), to: last.toISOString(), length: null, compare }
  }
  const length = readChoice(query, 'range', lengthNames) ?? '1h'
  const start = new Date(now.getTime() - lengths[length].minutes * minute)
  return { from: start.toISOString(), to: now.toISOString(), length, compare }
}

/** Parameters that the logs page passes on as they are. */
export const passedOn = ['sources', 'filters', 'search'] as const

export function readFilters(query: UrlQuery): Partial<Record<(typeof passedOn)[number], string>> {
  const given = passedOn.flatMap((name) => {
    const value = readText(query, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}
