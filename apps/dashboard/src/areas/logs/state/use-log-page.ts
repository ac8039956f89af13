import type { LogSourceName } from '@basalt/contract/logs/logs'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useSearchParams } from '../../../lib/browser/use-search-text.ts'
import type { UrlQuery } from '../../../lib/routes/url-query.ts'
import { describeGaps } from '../model/log-gaps.ts'
import {
  formatView,
  type LogView,
  parseView,
  toRangeParams,
  withoutFilters,
} from '../model/log-view.ts'
import { facetsQuery, histogramQuery, stateQuery } from './queries.ts'

const countsMs = 10_000

type Options = {
  projectRef: string
  query: UrlQuery
  /** The only source of the page; undefined for all of them. */
  source: LogSourceName | undefined
}

/** The view of the URL, and what the server counts in it. */
export function useLogPage({ projectRef, query, source }: Options) {
  const changeParams = useSearchParams()
  const [now, setNow] = useState(() => Date.now())
  const view = parseView(query)
  const isLive = view.isLive && view.range.kind === 'recent'
  const sources = source === undefined ? view.sources : [source]
  const params = toRangeParams({ view, sources, now })
  const counted = useCountsTime(now, isLive)
  const countParams = toRangeParams({ view, sources, now: counted })
  const withoutSources = toRangeParams({
    view: { ...view, sources: undefined },
    sources: undefined,
    now: counted,
  })
  const histogram = useQuery(histogramQuery(projectRef, countParams))
  const facets = useQuery(facetsQuery(projectRef, countParams))
  const hasSources = source === undefined && view.sources !== undefined
  const sourceFacets = useQuery({
    ...facetsQuery(projectRef, withoutSources),
    enabled: hasSources,
  })
  const state = useQuery(stateQuery(projectRef, countParams))
  const refresh = () => setNow(Date.now())
  const change = (part: Partial<LogView>) => {
    // A chosen range ends now, and so does that of the live tail.
    if (part.range !== undefined || part.isLive === true) refresh()
    changeParams(formatView(part), { isStep: true })
  }
  return {
    view,
    source,
    isLive,
    params,
    unfilteredParams: toRangeParams({
      view: { ...view, ...withoutFilters },
      sources: source === undefined ? undefined : [source],
      now,
    }),
    histogram,
    facets: {
      ...facets.data?.facets,
      ...(hasSources && { source: sourceFacets.data?.facets.source }),
    },
    hasFacets: facets.data !== undefined,
    facetsError: facets.error,
    readFacetsAgain: () => void facets.refetch(),
    state: state.data,
    gaps: describeGaps(state.data, params),
    refresh,
    change,
  }
}

export type LogPageState = ReturnType<typeof useLogPage>

/** While the tail is live, rows are counted again from time to time. */
function useCountsTime(now: number, isLive: boolean): number {
  const [counted, setCounted] = useState(now)
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setInterval(() => setCounted(Date.now()), countsMs)
    return () => clearInterval(timer)
  }, [isLive])
  return Math.max(now, isLive ? counted : 0)
}
