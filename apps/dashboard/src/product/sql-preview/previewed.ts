import type { ChangeStatement } from '@basalt/contract/database/change-statements'

export type Fault = { field: string; message: string; position: number }

/** The SQL of a change, written by the server; an error is about the change itself. */
export type Previewed = {
  statements: readonly ChangeStatement[]
  /** Effects of the change that its author may not expect. */
  warnings?: readonly string[]
  /** A refusal of PostgreSQL, at an offset in the text of a field. */
  fault?: Fault | undefined
  /** It goes on as a job of the server. */
  isJob?: boolean
  error: Error | null
  /** It is loading, or incomplete. */
  isPending: boolean
}
