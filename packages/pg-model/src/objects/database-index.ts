/** One part of an index's key. */
export type IndexKey = {
  /** The name of a column; null for an expression. */
  column: string | null
  expression: string | null
  /** In quoted names; null for that of the column or expression. */
  collation: string | null
  /** In quoted names, with its options in parentheses; null for the default of the type. */
  operator_class: string | null
  order: 'ascending' | 'descending'
  nulls: 'first' | 'last'
  /** The statistics target of an expression; null for the default. */
  statistics: number | null
}

export type IndexDefinition = {
  schema: string
  /** The table or materialized view in the schema. */
  table: string
  name: string
  comment: string | null
  /** An access method, for example `btree`. */
  method: string
  keys: IndexKey[]
  /** Columns that the index only stores. */
  include: string[]
  /** The condition of the rows in a partial index. */
  where: string | null
  is_unique: boolean
  nulls_not_distinct: boolean
  /** Storage parameters by name, such as `fillfactor`. */
  parameters: { name: string; value: string }[]
  /** Builds it without blocking writes; of an existing index false. */
  concurrently: boolean
}
