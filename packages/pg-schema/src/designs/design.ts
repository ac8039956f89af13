export type ColumnDefault = { kind: 'literal'; value: string } | { kind: 'expression'; sql: string }

export type ColumnDesign = {
  name: string
  data_type: string
  is_nullable: boolean
  default: ColumnDefault | null
  identity: 'always' | 'by default' | null
  generated: string | null
  is_unique: boolean
  check: string | null
  comment: string | null
}

export type ForeignKeyAction = 'no action' | 'cascade' | 'restrict' | 'set default' | 'set null'

export type ForeignKeyColumns = {
  columns: string[]
  references: { schema: string; table: string; columns: string[] }
}

export type ForeignKeyDesign = ForeignKeyColumns & {
  /** Null lets PostgreSQL name it. */
  name: string | null
  on_update: ForeignKeyAction
  on_delete: ForeignKeyAction
  is_valid: boolean
}

type TableParts = {
  schema: string
  name: string
  comment: string | null
  rls_enabled: boolean
  is_realtime: boolean
  primary_key: string[]
  foreign_keys: ForeignKeyDesign[]
}

/** What a table is, as far as it can be designed in the dashboard. */
export type TableDesign = TableParts & { columns: ColumnDesign[] }

export type ChangedColumn = ColumnDesign & {
  /** Its name so far; null for a new column. */
  was: string | null
  /** How values become the new type. */
  using: string | null
}

export type ChangedDesign = TableParts & { columns: ChangedColumn[] }

/** The publication whose changes go out in real time. */
export const realtimePublication = 'basalt_realtime'

/**
 * A design that cannot become SQL, with a message for each field that is at fault:
 * `columns.0.data_type`.
 */
export class DesignError extends Error {
  override readonly name = 'DesignError'
  readonly fields: Record<string, string>

  constructor(fields: Record<string, string>) {
    super(Object.values(fields)[0] ?? 'The design is not complete')
    this.fields = fields
  }
}
