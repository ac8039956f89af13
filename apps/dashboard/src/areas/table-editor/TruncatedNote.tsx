import type { Column, TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'

type Props = {
  table: TableDetail
  view: RowView
  onSort: (column: string, direction: 'ascending') => void
}

/** Why rows without a key end early, and how to continue. */
export function TruncatedNote({ table, view, onSort }: Props) {
  if (view.sort !== undefined)
    return (
      <span className="whitespace-normal">
        These are all the rows that can be loaded: the next ones differ only after the first
        characters of long values
      </span>
    )
  const column = columnToSortBy(table.columns)
  if (column === undefined)
    return (
      <span className="whitespace-normal">
        These are all the rows that can be loaded: no column can be sorted
      </span>
    )
  return (
    <span className="whitespace-normal">
      More rows exist, but they have no order.{' '}
      <button
        type="button"
        className="underline underline-offset-3"
        onClick={() => onSort(column.name, 'ascending')}
      >
        Sort by {column.name} to load more
      </button>
    </span>
  )
}

/** The first column that probably distinguishes rows. */
function columnToSortBy(columns: readonly Column[]): Column | undefined {
  const likely: Column['kind'][][] = [
    ['number', 'uuid', 'time', 'text'],
    ['enum', 'boolean'],
  ]
  return likely
    .map((kinds) => columns.find(({ kind }) => kinds.includes(kind)))
    .find((column) => column !== undefined)
}
