import { observability } from '@basalt/contract/observability/observability'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import type { UrlQuery } from '../../../lib/routes/url-query.ts'
import type { Resources } from './health.ts'
import { requestsQuery, resourcesQuery } from './queries.ts'
import type { Requests } from './request-charts.ts'
import { readTimeRange, type TimeRange } from './time-range.ts'

/** One of the two answers that charts are made of. */
export type Reading<Answer> = {
  data: Answer | undefined
  error: Error | null
  /** Why it is not shown. */
  denied: string | undefined
  isReadable: boolean
  isStale: boolean
  refetch: () => void
}

export type Metrics = {
  range: TimeRange
  resources: Reading<Resources>
  requests: Reading<Requests>
  isRefreshing: boolean
  refresh: () => void
}

/** A sample is stored each minute. */
const refreshMs = 60_000

/** The values of the range that the URL names. A range that ends now follows the time. */
export function useMetrics(ref: string, query: UrlQuery): Metrics {
  const [now, setNow] = useState(() => Date.now())
  const range = useMemo(() => readTimeRange(query, now), [query, now])
  const isMoving = range.preset !== null
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [isMoving])
  const resourcesDenied = useDenied(observability.resources, 'see the load of this database')
  const requestsDenied = useDenied(observability.requests, 'see the requests of this project')
  const options = (denied: string | undefined) => ({
    placeholderData: keepPreviousData,
    enabled: denied === undefined,
  })
  const resources = useQuery({ ...resourcesQuery(ref, range), ...options(resourcesDenied) })
  const requests = useQuery({ ...requestsQuery(ref, range), ...options(requestsDenied) })
  return {
    range,
    resources: toReading(resources, resourcesDenied),
    requests: toReading(requests, requestsDenied),
    isRefreshing: resources.isFetching || requests.isFetching,
    refresh() {
      if (isMoving) setNow(Date.now())
      else {
        void resources.refetch()
        void requests.refetch()
      }
    },
  }
}

type Asked<Answer> = {
  data: Answer | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

const toReading = <Answer>(
  { data, error, isPlaceholderData, refetch }: Asked<Answer>,
  denied: string | undefined,
): Reading<Answer> => ({
  data,
  error,
  denied,
  isReadable: denied === undefined && error === null,
  isStale: isPlaceholderData,
  refetch: () => void refetch(),
})
