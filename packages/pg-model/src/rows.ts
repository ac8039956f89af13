import type { IndexDesign } from './table-design.ts'

type Values = Readonly<Record<string, string | null>>

/** A change of one row. Values are in PostgreSQL's text format; null is NULL. */
export type RowOperation =
  | {
      op: 'insert'
      /** The table's oid. */
      table: number
      /** Columns that are left out get their default. */
      values: Values
      /** Columns that get their default instead of NULL or an empty text. */
      defaults?: readonly string[] | undefined
    }
  | {
      op: 'update'
      table: number
      /** The row's values of the key columns that `detail` names, in their order. */
      key: readonly string[]
      /** The key columns that the caller knows; the key is refused when they have changed since. */
      keyed_by?: readonly string[] | undefined
      values: Values
      defaults?: readonly string[] | undefined
      /**
       * The values that the caller saw; a difference to the current row is a conflict. For a row
       * addressed by `ctid`, the whole row.
       */
      previous: Values
    }
  | {
      op: 'delete'
      table: number
      key: readonly string[]
      keyed_by?: readonly string[] | undefined
      previous?: Values | undefined
    }

/** `jsonl`: an object a line. `sql`: statements that insert the rows. */
export type RowFormat = 'csv' | 'tsv' | 'sql' | 'jsonl' | 'json'

/** PostgreSQL's plan for the first page of a view. */
export type RowPlan = {
  /** Null when the view can be read, else why not; the position counts in its `where`, from 1. */
  refusal: { message: string; position?: number | undefined } | null
  /** The planner's estimate of the view's rows; 0 for a refused view. */
  estimated_rows: number
  /**
   * Rows that the first page has to read and discard without an index; null when an index serves.
   */
  scan: {
    rows: number
    size_bytes: number
    /** The number is an upper bound: reading ends once enough rows contain the search text. */
    is_at_most?: true | undefined
  } | null
  /** An index that would serve the view; `design` is in the form that `createIndex` takes. */
  index: { columns: string[]; sql: string; design: SuggestedIndex } | null
}

export type SuggestedIndex = {
  method: Extract<IndexDesign['method'], 'btree' | 'gin'>
  columns: Omit<IndexDesign['columns'][number], 'operator_class'>[]
}
