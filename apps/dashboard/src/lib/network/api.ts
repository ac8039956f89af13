import { type Call, createClient, type StreamCall } from '@basalt/contract/client'
import { readProject } from '@basalt/contract/project/project-reading'
import type { AnyRoute, OutputOf, SentTo } from '@basalt/contract/route'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { queryClient } from './query-client.ts'

const minute = 60_000
const half = 30 * minute

/** SPEC.md section 9, "Stale times"; every other route is fresh for one minute. */
const staleTimes: Record<string, number> = {
  '/platform/profile': half,
  '/platform/profile/permissions': 5 * minute,
  '/platform/organizations': half,
  '/platform/projects': half,
  '/platform/projects/{ref}': minute / 2,
  '/platform/stripe/invoices/overdue': half,
}

const client = createClient({
  baseUrl: '',
  fetch: (...args) => globalThis.fetch(...args),
  headers: connectionHeader,
})

/** Calls a route of the contract; throws `ApiError`. */
export const call: Call = async (route, input, signal) => {
  // Synchronous when nothing is missing: the request is sent before the page is rendered.
  const missing = missingConnection(route, input)
  if (missing !== undefined) await missing
  return client.call(route, input, signal)
}

/** Calls a streaming route and passes on its lines as they arrive. */
export const stream: StreamCall = async (route, input, options) => {
  await missingConnection(route, input)
  return client.stream(route, input, options)
}

/** Query options for a contract route. The key is derived from the route: no query defines one. */
export const query = <R extends AnyRoute>(route: R, input: SentTo<R>) =>
  queryOptions({
    queryKey: [route.method, route.path, input] as const,
    queryFn: ({ signal }): Promise<OutputOf<R>> => call(route, input, signal),
    staleTime: staleTimes[route.path] ?? minute,
  })

/** Drops every cached answer of a route, for any input. */
export const invalidate = (cache: QueryClient, route: AnyRoute): Promise<void> =>
  cache.invalidateQueries({ queryKey: [route.method, route.path] })

const detail = (ref: string) => query(readProject, { params: { ref } })

/**
 * Database calls have the project's encrypted connection string, which is part of the project
 * detail. A stale or missing one is fetched first, so that screens need not handle it.
 */
function missingConnection(route: AnyRoute, input: unknown): Promise<unknown> | undefined {
  const ref = databaseRef(route, (input as { params?: Record<string, unknown> }).params)
  if (ref === undefined || getConnection(ref) !== undefined) return undefined
  return queryClient.fetchQuery({ ...detail(ref), staleTime: 0 }).catch(() => undefined)
}

function connectionHeader(route: AnyRoute, params: Record<string, unknown>) {
  const ref = databaseRef(route, params)
  const connection = ref === undefined ? undefined : getConnection(ref)
  return connection === undefined ? {} : { 'x-connection-encrypted': connection }
}

function databaseRef(route: AnyRoute, params: Record<string, unknown> | undefined) {
  const ref = params?.['ref']
  return route.path.startsWith('/platform/pg-meta/') && typeof ref === 'string' ? ref : undefined
}

const getConnection = (ref: string) =>
  queryClient.getQueryData(detail(ref).queryKey)?.connectionString ?? undefined
