export type PolicyOperation = 'select' | 'insert' | 'update' | 'delete'

export type PolicyTest = {
  tableId: number
  role: string
  /** The claims of a token as JSON; null without one. */
  claims: string | null
  operation: PolicyOperation
  /** Values in PostgreSQL's text format, of the new row or of the changed columns. */
  values: Readonly<Record<string, string | null>>
  /** Sends INSERT, UPDATE and DELETE with RETURNING, as the API does when a client wants the row. */
  returning: boolean
  /** Rows that are tried, at most. */
  limit: number
}

/** The value of an expression for a row; null when it failed. */
type Verdict = boolean | null

export type AppliedPolicy = {
  name: string
  is_permissive: boolean
  /**
   * The rule that it takes part in: reading the row, or writing it. Policies of one rule are
   * combined; every rule has to let the row pass.
   */
  rule: 'read' | 'write'
  /** Evaluated for rows that the statement finds, or for new rows. */
  clause: 'using' | 'check'
  /** Its operation, or `all`. */
  command: PolicyOperation | 'all'
  expression: string
}

export type TestedRow = {
  /** As text, in the order of the columns. */
  values: (string | null)[]
  /**
   * `hidden`: the statement did not find the row. `refused`: row-level security ended it.
   * `failed`: another error did.
   */
  outcome: 'passes' | 'hidden' | 'refused' | 'failed'
  message: string | null
  /** By policy, in the order of `policies`. */
  verdicts: Verdict[]
  /** The policies that decided: indices of `policies`. */
  decided_by: number[]
  /** A rule that no permissive policy is for: nothing can pass it. */
  missing: { rule: 'read' | 'write'; clause: 'using' | 'check' } | null
}

export type PolicyTestResult = {
  columns: string[]
  rows: TestedRow[]
  policies: AppliedPolicy[]
  /** Why policies do not apply to this role; null when they do. */
  bypass: string | null
  /** More about the result, for example that only RETURNING was refused. */
  hints: string[]
  /** Effects that the rollback does not undo. */
  effects: string[]
  statement: string
}
