import { ApiError } from '@basalt/contract/errors'
import { logs } from '@basalt/contract/logs/logs'
import type { OutputOf } from '@basalt/contract/route'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'

import { call, query } from '../../../lib/network/api.ts'
import { shouldRetry } from '../../../lib/network/retry.ts'
import type { RangeParams } from '../model/log-view.ts'

export type LogPage = OutputOf<typeof logs.rows>

const firstPageRows = 100
const pageRows = 500

/** Whether the last page ended before it was full: rare rows are searched for a limited time. */
export const isShortPage = (pages: readonly LogPage[]): boolean =>
  (pages.at(-1)?.rows.length ?? 0) < (pages.length === 1 ? firstPageRows : pageRows)
const buckets = 80

/** Of loaded rows, in milliseconds: they may be many. */
const gcTime = 60_000

/** A store that does not answer is said at once; the page offers to try again. */
const retry = (failureCount: number, error: Error) =>
  !(error instanceof ApiError && error.kind === 'log_store_unreachable') &&
  shouldRetry(failureCount, error)

/** A range has fixed times, so its answers change only with a refresh. */
const settled = { staleTime: Infinity, gcTime, refetchOnWindowFocus: false, retry } as const

const rowsKey = (ref: string, params: RangeParams) =>
  [logs.rows.method, logs.rows.path, ref, params] as const

export const rowPagesQuery = (ref: string, params: RangeParams) => ({
  ...settled,
  queryKey: rowsKey(ref, params),
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      logs.rows,
      {
        params: { ref },
        query: {
          ...params,
          limit: pageParam === null ? firstPageRows : pageRows,
          ...(pageParam !== null && { cursor: pageParam }),
        },
      },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page: LogPage) => page.next_cursor,
  placeholderData: keepPreviousData,
  // A comparison with all loaded rows would take longer than the page.
  structuralSharing: false,
})

/** Ends the search of the next page; what is loaded stays. */
export const cancelRows = (client: QueryClient, ref: string, params: RangeParams): Promise<void> =>
  client.cancelQueries({ queryKey: rowsKey(ref, params) })

export const histogramQuery = (ref: string, params: RangeParams) => ({
  ...query(logs.histogram, { params: { ref }, query: { ...params, buckets } }),
  ...settled,
  placeholderData: keepPreviousData,
})

/** How many rows there are. */
export const countQuery = (ref: string, params: RangeParams) => ({
  ...query(logs.histogram, { params: { ref }, query: { ...params, buckets: 1 } }),
  ...settled,
})

export const facetsQuery = (ref: string, params: RangeParams) => ({
  ...query(logs.facets, { params: { ref }, query: params }),
  ...settled,
  placeholderData: keepPreviousData,
})

export const stateQuery = (ref: string, { from, to }: RangeParams) => ({
  ...query(logs.state, { params: { ref }, query: { from, to } }),
  ...settled,
  placeholderData: keepPreviousData,
})

export const rowQuery = (ref: string, id: string) => ({
  ...query(logs.row, { params: { ref, id } }),
  ...settled,
})

export const contextQuery = (ref: string, id: string, includesOwn: boolean) => ({
  ...query(logs.context, {
    params: { ref, id },
    query: includesOwn ? { own: 'true' } : {},
  }),
  ...settled,
})

export const requestQuery = (ref: string, requestId: string) => ({
  ...query(logs.request, { params: { ref, request_id: requestId } }),
  ...settled,
  // Further rows of a request that has just been made may follow.
  staleTime: 5000,
})

/** Rows since a time, the newest first, for the live tail. */
export const readSince = (
  ref: string,
  params: RangeParams,
  { cursor, signal }: { cursor: string | null; signal: AbortSignal },
): Promise<LogPage> =>
  call(
    logs.rows,
    {
      params: { ref },
      query: { ...params, limit: pageRows, ...(cursor !== null && { cursor }) },
    },
    signal,
  )
