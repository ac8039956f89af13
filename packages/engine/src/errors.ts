/**
 * `unknown-project` no such database · `unreachable` it does not answer · `unsupported` the engine
 * lacks the feature · `create-failed` it could not be created · `statement` PostgreSQL refused the
 * statement (`sql` has the reason) · `cancelled` the caller aborted · `too-large` the answer
 * exceeds the memory for one result · `overloaded` other results use the memory at the moment.
 */
export type EngineErrorKind =
  | 'unknown-project'
  | 'unreachable'
  | 'unsupported'
  | 'create-failed'
  | 'statement'
  | 'cancelled'
  | 'too-large'
  | 'overloaded'

/** The fields of PostgreSQL's error message, see its manual, "Error and Notice Message Fields". */
export type SqlFailure = {
  sqlstate: string
  /** 1-based, in characters. */
  position?: number | undefined
  detail?: string | undefined
  hint?: string | undefined
  constraint?: string | undefined
  column?: string | undefined
}

/** The only error that leaves an adapter. `message` is fit for a user. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly kind: EngineErrorKind
  readonly sql: SqlFailure | undefined

  constructor(
    kind: EngineErrorKind,
    message: string,
    more: { sql?: SqlFailure | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.sql = more.sql
  }
}
