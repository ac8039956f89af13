import { ApiError, type ErrorKind } from '@basalt/contract/errors'

/** Errors that the execution itself raised. */
export const inspects: ReadonlySet<ErrorKind> = new Set([
  'invalid_request',
  'sql_error',
  'payload_too_large',
])

const unsaid = new Set([408, 499])

/** Whether the server itself reported that nothing was changed. */
export const isAnswer = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code >= 400 && error.code < 500 && !unsaid.has(error.code)
