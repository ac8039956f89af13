import { ApiError, type ErrorKind } from '@basalt/contract/errors'
import { EngineError, type EngineErrorKind } from '@basalt/engine'
import { z } from 'zod/mini'

import { isSystemDatabaseAway } from '../store/unreachable.ts'

const engineKinds: Record<EngineErrorKind, ErrorKind> = {
  'unknown-project': 'not_found',
  unreachable: 'database_unreachable',
  unsupported: 'conflict',
  'create-failed': 'internal',
  statement: 'sql_error',
  cancelled: 'cancelled',
  'too-large': 'payload_too_large',
  overloaded: 'busy',
}

const awayText =
  'The system database does not respond. It may be restarting: try again in a moment.'

/** The single place where a thrown value becomes an error of the API. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof z.core.$ZodError) return invalidInput(error)
  if (error instanceof EngineError) {
    return new ApiError(engineKinds[error.kind], error.message, {
      sql: error.sql,
      cause: error,
      ...(error.kind === 'overloaded' && { retryAfter: 2 }),
    })
  }
  if (isSystemDatabaseAway(error)) {
    return new ApiError('busy', awayText, { retryAfter: 2, cause: error })
  }
  return (
    fromFramework(error) ??
    new ApiError('internal', 'An unexpected error occurred', { cause: error })
  )
}

/** The answer's body, as defined in SPEC.md section 3, "Error object". */
export const errorBody = (error: ApiError, requestId: string) => ({
  code: error.code,
  kind: error.kind,
  message: error.message,
  requestId,
  ...(error.fields !== undefined && { fields: error.fields }),
  ...(error.sql !== undefined && { sql: error.sql }),
})

function invalidInput(error: z.core.$ZodError): ApiError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.')
    fields[field] ??= issue.message
  }
  const [first] = error.issues
  const message =
    first === undefined ? 'The input is not valid' : sentence(first.path.join('.'), first.message)
  return new ApiError('invalid_request', message, { fields, cause: error })
}

/** Messages written for a field stand alone; the library's own need the field's name. */
const sentence = (field: string, message: string) =>
  message.startsWith('Invalid') && field !== '' ? `${field}: ${message}` : message

/** Errors of the HTTP framework carry a status; their texts are for developers. */
function fromFramework(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const { statusCode: code } = error
  if (code === 413) return new ApiError('payload_too_large', 'The request is too large')
  if (code === 415) {
    return new ApiError(
      'invalid_request',
      'The body of a request must be JSON, with the content type application/json',
      { code, cause: error },
    )
  }
  if (typeof code === 'number' && code < 500) {
    return new ApiError('invalid_request', 'The request is not valid JSON', { cause: error })
  }
  return null
}

/** Names the limit, which the framework's error lacks. */
export const tooLarge = (limitBytes: number): ApiError =>
  new ApiError(
    'payload_too_large',
    `The request is too large: at most ${sizeText(limitBytes)} can be sent here`,
  )

const sizeText = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${Math.floor(bytes / 1024)} KiB`
