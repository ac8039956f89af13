type Row = (string | null)[] | null

/** A row of a change in the history. */
export type HistoryRow = {
  /** Names the row in `resolutions`, and continues the list in `after`. */
  place: number
  /** Place in the entry's tables. */
  table: number
  kind: 'insert' | 'update' | 'delete'
  /** A foreign key did it, not the user. */
  by_cascade: boolean
  key: string[]
  /** In the order that the table's columns had then. */
  before: Row
  after: Row
}

/** A row that was changed again after the change that is to be undone. */
export type UndoConflict = Omit<HistoryRow, 'by_cascade'> & {
  /** The row as it is now, in the order of the present columns; null when it does not exist. */
  current: Row
}
