import type { IndexDesign } from './table-design.ts'

type Values = Readonly<Record<string, string | null>>

/** One row to be written. Values are PostgreSQL's own text; null is NULL. */
export type RowOperation =
  | {
      op: 'insert'
      /** The table's oid. */
      table: number
      /** Columns that are left out get their default. */
      values: Values
      /** Columns that get their default, which is neither NULL nor an empty text. */
      defaults?: readonly string[] | undefined
    }
  | {
      op: 'update'
      table: number
      /** The row's values of the key columns that `detail` names, in their order. */
      key: readonly string[]
      /** The key columns that the caller knows; the key is refused where they are others by now. */
      keyed_by?: readonly string[] | undefined
      values: Values
      defaults?: readonly string[] | undefined
      /**
       * The values that the caller saw; the row is in conflict when it holds others by now.
       * Of a row that is named by its place (`ctid`) the whole row.
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

/** How PostgreSQL would read the first page of a view. */
export type RowPlan = {
  /** Null when the view can be read, else why not; the position counts in its `where`, from 1. */
  refusal: { message: string; position?: number | undefined } | null
  /** Rows that the planner expects the view to have; 0 with a refusal. */
  estimated_rows: number
  /** Rows that are read and dropped for the first page where no index serves; null when one does. */
  scan: {
    rows: number
    size_bytes: number
    /** It may be less: reading ends once enough rows hold the search text. */
    is_at_most?: true | undefined
  } | null
  /** The index that would serve the view instead; `design` is the same as `createIndex` takes it. */
  index: { columns: string[]; sql: string; design: SuggestedIndex } | null
}

export type SuggestedIndex = {
  method: Extract<IndexDesign['method'], 'btree' | 'gin'>
  columns: Omit<IndexDesign['columns'][number], 'operator_class'>[]
}
