import type { ChangeStatement } from '@basalt/contract/database/change-statements'

/** The SQL of a change, written by the server; an error is about the change itself. */
export type Previewed = {
  statements: readonly ChangeStatement[]
  /** Effects of the change that its author may not expect. */
  warnings?: readonly string[]
  error: Error | null
  /** It is loading, or incomplete. */
  isPending: boolean
}
