import { queryPerformance } from '@basalt/contract/query-performance/query-performance'

import { query } from '../../../lib/network/api.ts'
import { type Span, toText } from '../../../product/time-range/time-range.ts'

/** A sample arrives every minute, so values are always read again. */
const always = { staleTime: 0 }

const toRange = ({ from, to }: Span) => ({ from: toText(from), to: toText(to) })

export const statementsQuery = (ref: string, span: Span) => ({
  ...query(queryPerformance.list, { params: { ref }, query: toRange(span) }),
  ...always,
})

export const timelineQuery = (ref: string, id: string, span: Span) => ({
  ...query(queryPerformance.timeline, { params: { ref, id }, query: toRange(span) }),
  ...always,
})

export const plansQuery = (ref: string, id: string, span: Span) => ({
  ...query(queryPerformance.plans, { params: { ref, id }, query: toRange(span) }),
  ...always,
})

export const explainQuery = (ref: string, id: string) => ({
  ...query(queryPerformance.explain, { params: { ref, id } }),
  ...always,
})
