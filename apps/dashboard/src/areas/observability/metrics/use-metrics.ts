import { observability } from '@basalt/contract/observability/observability'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useDenied } from '../../../lib/access/access.tsx'
import type { UrlQuery } from '../../../lib/routes/url-query.ts'
import type { TimeRange } from '../../../product/time-range/time-range.ts'
import { useTimeRange } from '../../../product/time-range/use-time-range.ts'
import type { Resources } from './health.ts'
import { requestsQuery, resourcesQuery } from './queries.ts'
import type { Requests } from './request-charts.ts'

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

/** The values of the range that the URL names. A range that ends now follows the time. */
export function useMetrics(ref: string, query: UrlQuery): Metrics {
  const { range, renew } = useTimeRange(query)
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
      if (renew()) return
      void resources.refetch()
      void requests.refetch()
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
