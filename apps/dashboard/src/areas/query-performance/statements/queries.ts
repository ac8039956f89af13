import { queryPerformance } from '@basalt/contract/query-performance/query-performance'

import { query } from '../../../lib/network/api.ts'
import { type Span, toText } from '../../../product/time-range/time-range.ts'

/** A sample arrives every minute, so values are always read again. */
const always = { staleTime: 0 }

export const statementsQuery = (ref: string, { from, to }: Span) => ({
  ...query(queryPerformance.list, {
    params: { ref },
    query: { from: toText(from), to: toText(to) },
  }),
  ...always,
})
