/** Rows of a table that a role gains and loses by a change of a policy. */
export type PolicyGains = {
  /** Of the examples: the primary key, then the first others. */
  columns: string[]
  /** Rows that were compared; null when there was nothing to compare. */
  rows: number | null
  /** How they were chosen from a large table; null when they are all rows. */
  sample: 'random' | 'first' | null
  /** PostgreSQL's estimate for the whole table; null before it is analysed. */
  row_estimate: number | null
  roles: RoleGains[]
  /** Further roles that the change is about, which were not compared. */
  omitted: string[]
  hints: string[]
}

export type RoleGains = {
  role: string
  /** Why nothing changes for it, for example a missing privilege. */
  note: string | null
  /** Why its rows could not be compared. */
  error: string | null
  /** Only those whose conditions change. */
  operations: OperationGains[]
}

type OperationGains = {
  operation: 'select' | 'update' | 'delete'
  gained: number
  lost: number
  /** Five rows at most, as text in the order of `columns`; long values are cut off. */
  gained_examples: (string | null)[][]
  lost_examples: (string | null)[][]
}
