import { observability } from '@basalt/contract/observability/observability'

import { query } from '../../../lib/network/api.ts'
import { type Span, toText } from '../../../product/time-range/time-range.ts'

/** The database and its clients change by themselves, so values are always read again. */
const always = { staleTime: 0 }

const input = (ref: string, { from, to }: Span) => ({
  params: { ref },
  query: { from: toText(from), to: toText(to) },
})

export const resourcesQuery = (ref: string, span: Span) => ({
  ...query(observability.resources, input(ref, span)),
  ...always,
})

export const requestsQuery = (ref: string, span: Span) => ({
  ...query(observability.requests, input(ref, span)),
  ...always,
})
