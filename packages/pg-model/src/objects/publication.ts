export type PublishedTable = {
  /** In SQL: `public.orders`. */
  table: string
  /** Column names in SQL, separated by commas; null publishes all. */
  columns: string | null
  /** The condition of the rows that are published; null publishes all. */
  filter: string | null
}

export type PublicationDesign = {
  name: string
  owner: string | null
  comment: string | null
  all_tables: boolean
  /** Schemas whose tables are all published, later ones too. */
  schemas: string[]
  tables: PublishedTable[]
  inserts: boolean
  updates: boolean
  deletes: boolean
  truncates: boolean
  /** Changes of partitions are published as those of their partitioned table. */
  via_root: boolean
  /** Values of stored generated columns are published. */
  generated_columns: boolean
}
