import { EngineError, type SqlFailure } from '@basalt/engine'

/** The fields that the driver copies out of PostgreSQL's error message. */
type ServerError = Error & {
  code: string
  severity: string
  position?: string
  internalPosition?: string
  detail?: string
  hint?: string
  constraint?: string
  column?: string
}

/**
 * The server closed the connection with an error. Its severity may be in another language, so the
 * states of a server that shuts down count too; class 08 does not: a link to another server raises
 * it as well.
 */
const endedStates = /^57P0[1-5]$/
const endedSeverities = /^(?:FATAL|PANIC)$/

/** Every failure of a statement, as the port promises it. */
export function statementFailure(error: unknown, signal: AbortSignal | undefined): EngineError {
  if (error instanceof EngineError) return error
  if (!isServerError(error)) return unreachable(error)
  if (error.code === '57014' && signal?.aborted) return cancelled(error)
  if (endedStates.test(error.code) || endedSeverities.test(error.severity)) {
    return unreachable(error)
  }
  return new EngineError('statement', shownText(error.message), {
    sql: sqlFailure(error),
    cause: error,
  })
}

/** No connection could be opened: for any answer of the server, the database cannot be used. */
export function connectFailure(error: unknown): EngineError {
  return error instanceof EngineError ? error : unreachable(error)
}

export function cancelled(cause?: unknown): EngineError {
  return new EngineError('cancelled', 'The statement was cancelled.', { cause })
}

/** A statement that was prepared under a name before its tables changed, or was deallocated. */
export function isStalePreparation(error: unknown): boolean {
  if (!isServerError(error)) return false
  return error.code === '26000' || (error.code === '0A000' && /cached plan/.test(error.message))
}

/** Codes of a server that is there and lets this login in no more, or not now. */
const refusals = /^(?:28...|3D000|42501|53300|55000)$/

/** The SQLSTATE of a refused login; null for every other failure to connect. */
export function getRefusal(error: unknown): string | null {
  return isServerError(error) && refusals.test(error.code) ? error.code : null
}

/** The cause names sockets, hosts and files of the server, which are for its log only. */
const unreachable = (cause: unknown) =>
  new EngineError('unreachable', describeUnreachable(cause), { cause })

function describeUnreachable(cause: unknown): string {
  if (!isServerError(cause)) return 'The database does not respond. It may be stopped or starting.'
  if (cause.code === '57P03') return 'The database is starting or stopping. Try again in a moment.'
  if (cause.code === '53300') return 'The database has no free connection. Try again in a moment.'
  if (cause.code.startsWith('28')) return 'The database rejected the login of this server.'
  if (cause.code === '3D000') return 'This database does not exist.'
  return 'The database ended the connection.'
}

function isServerError(error: unknown): error is ServerError {
  return (
    error instanceof Error &&
    'severity' in error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code)
  )
}

function sqlFailure(error: ServerError): SqlFailure {
  return {
    sqlstate: error.code,
    position: error.position === undefined ? undefined : Number(error.position),
    detail: shown(error.detail),
    hint: shown(error.hint),
    constraint: error.constraint,
    column: error.column,
  }
}

/** Maximum length of PostgreSQL's texts where they are shown, in characters. */
const shownCharacters = 16 * 1024

/** The beginning of a text that may hold a whole value, and how long it is. */
export function shownText(text: string): string {
  if (text.length <= shownCharacters) return text
  const beginning = text.slice(0, shownCharacters).replace(/[\uD800-\uDBFF]$/u, '')
  return `${beginning}… (cut here: ${text.length} characters)`
}

const shown = (text: string | undefined) => (text === undefined ? undefined : shownText(text))
