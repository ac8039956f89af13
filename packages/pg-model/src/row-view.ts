/**
 * Operators of a condition. `is` takes `null`, `not null`, `true`, `false` or `unknown`;
 * `in`, `array_contains`, `array_within` and `array_overlaps` take several values,
 * `between` two, both included; the others take one. `has_key` is for json objects.
 */
export type FilterOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'lt'
  | 'gte'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'contains'
  | 'starts_with'
  | 'in'
  | 'is'
  | 'between'
  | 'array_contains'
  | 'array_within'
  | 'array_overlaps'
  | 'json_contains'
  | 'has_key'

export type FilterCondition = {
  column: string
  operator: FilterOperator
  /** In the input format of the column's type. */
  values: string[]
  /** The rows for which the condition does not hold, those without a value among them. */
  not?: boolean | undefined
}

/** Conditions of which all or any must hold. */
export type FilterGroup = { match: 'all' | 'any'; conditions: (FilterCondition | FilterGroup)[] }

export type SortKey = {
  column: string
  descending?: boolean | undefined
  /** Where rows with NULL sort; PostgreSQL's default when left out. */
  nulls?: 'first' | 'last' | undefined
}

/** The role that rows are read as; the claims are those of a signed-in user's token. */
export type RowViewer = { role: string; claims?: Record<string, unknown> | undefined }

/** Conditions and order of the rows, and the role that reads them. */
export type RowView = {
  filter?: FilterGroup | undefined
  /** An SQL expression for the `where` clause. */
  where?: string | undefined
  sort?: SortKey[] | undefined
  /** Rows in which one of the columns contains the text, ignoring case. */
  search?: { text: string; columns: string[] } | undefined
  /** The server sets this role before it reads rows. */
  as?: RowViewer | undefined
}
