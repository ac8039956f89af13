export type WarningCode =
  | 'alter_database_blocks'
  | 'create_table_without_rls'
  | 'delete'
  | 'delete_without_where'
  | 'drop'
  | 'rewrites_table'
  | 'truncate'
  | 'update_without_where'

/** Something that the author of a script may want to think about before it runs. */
export type Warning = {
  code: WarningCode
  /** What it is about: the name of the table, and for `drop` the kind before the name. */
  subject: string
  /** Where that is written, in UTF-16 units of the script. */
  start: number
  end: number
}

/** A type that a column is given, with its limits as they are written: `numeric(12, 2)`. */
export type NewType = {
  name: string
  type: 'text' | 'varchar' | 'numeric'
  limits: readonly number[]
}

/**
 * A warning that holds unless the columns of its table have been at most as wide before, or,
 * without columns, unless its table is there already.
 */
export type PossibleWarning = Warning & { columns: NewType[] }

/** Of one statement: places count in its text. */
export type Finding = Warning & {
  /** The table by schema and name, where the rest of the script can change what is said. */
  table?: readonly [schema: string, name: string]
  /** Where only the database knows whether it holds: see `PossibleWarning`. */
  columns?: NewType[]
}

/** What a statement does to tables, in order, for what only the whole script can tell. */
export type TableEvent =
  | { type: 'create'; table: readonly [string, string]; finding: Finding | null }
  | { type: 'secure' | 'drop'; table: readonly [string, string] }
  | { type: 'rename' | 'move'; table: readonly [string, string]; to: string }
  | { type: 'path'; schema: string }
