import { type LogFilterParam, logSourceNames, type LogSourceName } from '@basalt/contract/logs/logs'
import type { LogRange } from '@basalt/logs'

export type RangeQuery = {
  from: string
  to: string
  sources?: string | undefined
  filters?: string | undefined
  search?: string | undefined
  pattern?: string | undefined
  own?: 'true' | 'false' | undefined
}

/** The range of a call; the contract has checked every part of it. */
export const toRange = (ref: string, query: RangeQuery): LogRange => ({
  ref,
  from: new Date(query.from),
  to: new Date(query.to),
  sources:
    query.sources === undefined ? logSourceNames : (query.sources.split(',') as LogSourceName[]),
  filters: query.filters === undefined ? [] : (JSON.parse(query.filters) as LogFilterParam[]),
  search: query.search,
  pattern: query.pattern,
  includesOwn: query.own === 'true',
})
