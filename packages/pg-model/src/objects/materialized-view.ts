/** A materialized view. Its indexes are objects of their own. */
export type MaterializedViewDesign = {
  schema: string
  name: string
  owner: string | null
  comment: string | null
  /** Names of its columns in their order; those of the query when it is empty. */
  columns: string[]
  query: string
  /** Whether it has rows; without them it cannot be read until it is refreshed. */
  with_data: boolean
  /** Storage parameters; those of its TOAST table start with `toast.`. */
  storage: { name: string; value: string }[]
}
