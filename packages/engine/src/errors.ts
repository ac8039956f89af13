/**
 * `unknown-project` no such database · `unreachable` it does not answer · `unsupported`
 * the engine lacks the feature · `create-failed` it could not be made · `statement`
 * PostgreSQL refused the statement (`sql` says why) · `cancelled` the caller gave up ·
 * `too-large` it answered with more than this process keeps in memory · `overloaded` other
 * results take that memory at the moment.
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
