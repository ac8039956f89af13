/** The value that is stored where a row names none: a text, or SQL that is evaluated each time. */
export type ColumnDefault = { kind: 'literal'; value: string } | { kind: 'expression'; sql: string }

export type ColumnDesign = {
  name: string
  /** As `format_type` prints it, or any text that PostgreSQL reads as a type. */
  data_type: string
  is_nullable: boolean
  default: ColumnDefault | null
  identity: 'always' | 'by default' | null
  /** The expression of a stored generated column. */
  generated: string | null
  /** Whether a unique constraint covers this column alone. */
  is_unique: boolean
  /** The first check constraint that is about this column alone. */
  check: string | null
  comment: string | null
}

export type ForeignKeyAction = 'no action' | 'cascade' | 'restrict' | 'set default' | 'set null'

export type ForeignKeyColumns = {
  columns: string[]
  references: { schema: string; table: string; columns: string[] }
}

export type ForeignKeyDesign = ForeignKeyColumns & {
  /** Names an existing constraint when there is one of that name; null lets PostgreSQL name it. */
  name: string | null
  on_update: ForeignKeyAction
  on_delete: ForeignKeyAction
  /** Whether existing rows are known to satisfy it. */
  is_valid: boolean
}

type TableParts = {
  schema: string
  name: string
  comment: string | null
  rls_enabled: boolean
  /** Whether its changes are published for realtime. */
  is_realtime: boolean
  primary_key: string[]
  foreign_keys: ForeignKeyDesign[]
}

/** The parts of a table that the dashboard can design. */
export type TableDesign = TableParts & { columns: ColumnDesign[] }

export type ChangedColumn = ColumnDesign & {
  /** The present name of the column; null for a new one. */
  was: string | null
  /** The USING expression, where PostgreSQL has no conversion to the new type. */
  using: string | null
}

/** A design that an existing table is to get. Columns that it does not name are dropped. */
export type ChangedDesign = TableParts & { columns: ChangedColumn[] }

export type ViewDesign = {
  schema: string
  name: string
  comment: string | null
  /** The query after `as`. */
  definition: string
}

export type IndexDesign = {
  /** PostgreSQL names it when left out. */
  name?: string | undefined
  method: 'btree' | 'hash' | 'gin' | 'gist' | 'brin'
  is_unique: boolean
  columns: readonly {
    name: string
    descending?: boolean | undefined
    nulls?: 'first' | 'last' | undefined
    /** For example `gin_trgm_ops`. */
    operator_class?: string | undefined
  }[]
  /** Does not block writers; it takes about twice as long and cannot be rolled back. */
  concurrently: boolean
}
