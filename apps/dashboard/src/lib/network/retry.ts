import { isTimeout } from '@basalt/contract/client'
import { ApiError } from '@basalt/contract/errors'

const maxRetries = 3
const firstDelayMs = 1000
const maxDelayMs = 30_000

/** SPEC.md section 8: 4xx answers are final except 429; everything else up to three more times. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  if (failureCount >= maxRetries) return false
  if (!(error instanceof ApiError)) return true
  // An unavailable database is reported early: the query is repeated when it is back.
  if (error.kind === 'database_unreachable') return failureCount < 1
  // Retrying four times does not make a slow server faster.
  if (isTimeout(error)) return false
  return error.code === 429 || error.code < 400 || error.code >= 500
}

/** In milliseconds: the retry time of the server, else 1 s doubling up to 30 s. */
export function retryDelay(failureCount: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1000
  return Math.min(firstDelayMs * 2 ** failureCount, maxDelayMs)
}
