import { databaseTables } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'

import { call } from './api.ts'
import { queryClient } from './query-client.ts'

const pauseMs = 2000

const unreachable: ReadonlySet<string> = new Set(['database_unreachable', 'network', 'busy'])

/** A database, or the server before it, that does not answer now may do so in a moment. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && unreachable.has(error.kind)

/** Projects whose databases are polled until they answer again. */
const requested = new Set<string>()
const waiting = new Set<() => void>()

/**
 * Resolves once a database that did not answer does again; returns a function that stops waiting.
 */
export function whenBack(notify: () => void): () => void {
  waiting.add(notify)
  return () => void waiting.delete(notify)
}

/**
 * Answers that a database, or the server, could not give are read again as soon as it answers,
 * without flicker. Returns a function that stops watching.
 */
export function watchDatabases(): () => void {
  const cache = queryClient.getQueryCache()
  for (const { queryKey, state } of cache.getAll()) {
    if (isUnreachable(state.error)) void waitForDatabase(queryKey)
  }
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (isUnreachable(event.action.error)) void waitForDatabase(event.query.queryKey)
  })
}

async function waitForDatabase(queryKey: readonly unknown[]): Promise<void> {
  // The key of a route includes its input.
  const { params } = (queryKey[2] ?? {}) as { params?: { ref?: string } }
  const ref = params?.ref
  if (ref === undefined || requested.has(ref)) return
  requested.add(ref)
  do await new Promise((resolve) => setTimeout(resolve, pauseMs))
  while (isMissed() && !(await answers(ref)))
  requested.delete(ref)
  for (const notify of waiting) notify()
  await queryClient.invalidateQueries({ predicate: ({ state }) => isUnreachable(state.error) })
}

const isMissed = () =>
  waiting.size > 0 ||
  queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state }) => isUnreachable(state.error))

/** Any other refusal comes from the server, and is reported by the repeated read. */
async function answers(ref: string): Promise<boolean> {
  if (document.hidden) return false
  try {
    await call(databaseTables.schemas, { params: { ref } })
    return true
  } catch (error) {
    return error instanceof ApiError && !isUnreachable(error)
  }
}
