import { type LogFilterParam, logSourceNames, type LogSourceName } from '@basalt/contract/logs/logs'

import { readChoice, readText, type UrlQuery } from '../../../lib/routes/url-query.ts'
import { formatFilters, parseFilters } from './filters.ts'
import { formatRange, parseRange, resolveRange, type TimeRange } from './time-range.ts'

export const relatedViews = ['context', 'request'] as const

/** Which rows the page shows, and which of them in detail. All of it is in the URL. */
export type LogView = {
  range: TimeRange
  /** Undefined for all sources. */
  sources: readonly LogSourceName[] | undefined
  filters: readonly LogFilterParam[]
  search: string
  /** Messages that differ in values only. */
  pattern: string | undefined
  /** With the rows that Basalt itself caused. */
  includesOwn: boolean
  isLive: boolean
  rowId: string | undefined
  related: (typeof relatedViews)[number] | undefined
}

const maxSearch = 500
const idPattern = /^\d{1,19}$/u
const hashPattern = /^-?\d{1,19}$/u

/** Odd values are ignored: any URL shows rows, and the server accepts every view. */
export function parseView(query: UrlQuery): LogView {
  const sources = listSources(query['sources'])
  return {
    range: parseRange(query),
    sources: sources.length === 0 ? undefined : sources,
    filters: parseFilters(query),
    search: (readText(query, 'search') ?? '').replaceAll('\0', '').slice(0, maxSearch),
    pattern: readMatch(query, 'pattern', hashPattern),
    includesOwn: query['own'] === 'true',
    isLive: query['live'] === 'true',
    rowId: readMatch(query, 'row', idPattern),
    related: readChoice(query, 'show', relatedViews),
  }
}

const listSources = (text = ''): LogSourceName[] => {
  const names = text.split(',')
  return logSourceNames.filter((name) => names.includes(name))
}

function readMatch(query: UrlQuery, name: string, pattern: RegExp): string | undefined {
  const text = readText(query, name)
  return text !== undefined && pattern.test(text) ? text : undefined
}

type Params = Record<string, string | undefined>

/** The parameters that a change of the view changes. */
export function formatView(change: Partial<LogView>): Params {
  const { range, filters } = change
  return {
    ...(range !== undefined && formatRange(range)),
    ...(filters !== undefined && formatFilters(filters)),
    ...('sources' in change && { sources: change.sources?.join(',') }),
    ...('search' in change && { search: change.search || undefined }),
    ...('pattern' in change && { pattern: change.pattern }),
    ...('includesOwn' in change && { own: change.includesOwn ? 'true' : undefined }),
    ...('isLive' in change && { live: change.isLive ? 'true' : undefined }),
    ...('rowId' in change && { row: change.rowId }),
    ...('related' in change && { show: change.related }),
  }
}

export const withoutFilters: Partial<LogView> = {
  filters: [],
  search: '',
  pattern: undefined,
  sources: undefined,
}

export const isFiltered = ({ filters, search, pattern, sources }: LogView): boolean =>
  filters.length > 0 || search !== '' || pattern !== undefined || sources !== undefined

export type RangeParams = {
  from: string
  to: string
  sources?: string
  filters?: string
  search?: string
  pattern?: string
  own?: 'true'
}

type Asked = {
  view: LogView
  /** The sources of the page; undefined for all. */
  sources: readonly LogSourceName[] | undefined
  now: number
}

/** The view as the server's routes take it; a range that ends now ends at `now`. */
export function toRangeParams({ view, sources = view.sources, now }: Asked): RangeParams {
  const { range, filters, search, pattern, includesOwn } = view
  return {
    ...resolveRange(range, now),
    ...(sources !== undefined && { sources: sources.join(',') }),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(search !== '' && { search }),
    ...(pattern !== undefined && { pattern }),
    ...(includesOwn && { own: 'true' as const }),
  }
}
