/** How serious a finding is. */
export type FindingLevel = 'error' | 'warning' | 'info'

/** Something that a rule has found in a database. */
export type AdvisorFinding = {
  rule: string
  /** Stays the same from run to run, as long as the object keeps its name. */
  key: string
  level: FindingLevel
  /** Null for what belongs to no schema, such as an extension. */
  schema: string | null
  name: string
  /** The kind of object, for example `table`. */
  kind: string
  detail: string
  metadata: Readonly<Record<string, unknown>>
  /** The statements that clear the finding; null where a person has to decide. */
  fix: string | null
  /** The statements that revert the fix; null where nothing can. */
  undo: string | null
}

/** Why a rule says nothing about a database. */
export type UncheckedReason =
  | 'service'
  | 'extension'
  | 'object'
  | 'statistics'
  | 'rights'
  | 'timeout'
  | 'failed'

export type UncheckedRule = { rule: string; reason: UncheckedReason; message: string }

/** Must exist in the database for a rule to apply. */
type Requirement =
  | { extension: string }
  /** A table that a service creates. */
  | { table: string }
  /** Statistics of the use of indexes, over some days. */
  | { statistics: true }

/**
 * A rule as SQL. The statement reads the common table expressions of `prelude.ts` and answers one
 * row per finding: `key`, `level`, `schema`, `name`, `kind`, `detail`, `metadata`, `fix`, `undo`.
 */
export type AdvisorRule = { rule: string; needs?: Requirement; sql: string }
