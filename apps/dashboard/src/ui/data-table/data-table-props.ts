import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Column, TableView } from './table-model.ts'

type SelectionAction = {
  label: string
  icon?: LucideIcon
  isDanger?: boolean
  isPending?: boolean
  /** Why it cannot be used, for example a missing permission. */
  disabledReason?: string | undefined
  onSelect: () => void
}

/** Pages that the server sends one after another. */
type Paging = {
  hasMore: boolean
  isLoading: boolean
  onLoadMore: () => void
  /** "Load older entries". */
  label: string
  /** The next page could not be loaded; what is loaded stays. */
  error?: Error | null
  /** The server sorts by the columns that can be sorted. Without it, none can. */
  isSorted?: boolean
}

export type DataTableProps<Row> = {
  /** The accessible name of the table. */
  label: string
  /** One of the rows in lower case: "member"; `nouns` where the plural is irregular. */
  noun: string
  nouns?: string
  columns: readonly Column<Row>[]
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined
  getId: (row: Row) => string
  view: TableView
  onViewChange: (change: Partial<TableView>) => void

  /** Why the rows could not be loaded. Rows that were loaded before stay. */
  error?: Error | null
  /** "The members could not be loaded". */
  failure: string
  onRetry?: () => void
  /** Some rows are missing, and why. */
  partial?: string | undefined
  /** Shown when there is no row at all, and no search or filter. */
  empty: ReactNode

  /** The label of the search field; no field without it. */
  searchLabel?: string
  /** More filters, on the right of the search field. */
  filters?: ReactNode
  /** One of `filters` is set. */
  isFiltered?: boolean
  /** Clears `filters` and the search together. Without it the table clears the search. */
  onClearFilters?: () => void

  /** The page of a row, made by `paths`. The column with its name becomes the link. */
  getHref?: (row: Row) => string
  /** Opens a row. The column with its name becomes the button. */
  onOpen?: (row: Row) => void
  openId?: string | undefined
  /** Names a row in labels; the id unless given. */
  getName?: (row: Row) => string

  /** Makes rows selectable: the actions of the selected ones. */
  listActions?: (selected: readonly Row[], clear: () => void) => readonly SelectionAction[]
  /** Controls at the end of a row, in a track of `actionsWidth`. */
  renderActions?: (row: Row) => ReactNode
  actionsWidth?: string

  /** Rows that the server pages, searches and sorts. Without it all rows are here. */
  paging?: Paging
  /** Stands after the count. */
  note?: ReactNode
  /** Rows are texts of several lines: other cells stand next to the first one. */
  isTopAligned?: boolean
  /** Without a card around it, for a table inside a card; it has no toolbar of its own then. */
  isPlain?: boolean
}
