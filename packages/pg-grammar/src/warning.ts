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
  /** The object concerned: the name of the table, and for `drop` the kind before the name. */
  subject: string
  /** Its position in the script, in UTF-16 units. */
  start: number
  end: number
}

/** The new type of a column, with its modifiers as written: `numeric(12, 2)`. */
export type NewType = {
  name: string
  type: 'text' | 'varchar' | 'numeric'
  limits: readonly number[]
}

/**
 * A warning that applies unless its columns were at most as wide before, or, without columns,
 * unless its table exists already.
 */
export type PossibleWarning = Warning & { columns: NewType[] }

/** Of one statement: places count in its text. */
export type Finding = Warning & {
  /** The table by schema and name, where later statements of the script can remove the warning. */
  table?: readonly [schema: string, name: string]
  /** For warnings that depend on the database: see `PossibleWarning`. */
  columns?: NewType[]
}

/** Effects of a statement on tables, in order, for warnings that need the whole script. */
export type TableEvent =
  | { type: 'create'; table: readonly [string, string]; finding: Finding | null }
  | { type: 'secure' | 'drop'; table: readonly [string, string] }
  | { type: 'rename' | 'move'; table: readonly [string, string]; to: string }
  | { type: 'path'; schema: string }
