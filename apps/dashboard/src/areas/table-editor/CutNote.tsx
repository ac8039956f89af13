import type { Column, TableDetail } from '@basalt/contract'
import type { RowView } from '@basalt/pg-model'

type Props = {
  table: TableDetail
  view: RowView
  onSort: (column: string, direction: 'ascending') => void
}

/** Why rows without a key end before their end, and what makes them go on. */
export function CutNote({ table, view, onSort }: Props) {
  if (view.sort !== undefined)
    return (
      <span className="whitespace-normal">
        Only the ends of long values tell the next rows apart: these are all to be read
      </span>
    )
  const column = columnToSortBy(table.columns)
  if (column === undefined)
    return (
      <span className="whitespace-normal">
        Only these are shown: no column of theirs has an order to read on in
      </span>
    )
  return (
    <span className="whitespace-normal">
      There are more, but these have no order.{' '}
      <button
        type="button"
        className="underline underline-offset-3"
        onClick={() => onSort(column.name, 'ascending')}
      >
        Sort by {column.name} to read on
      </button>
    </span>
  )
}

/** The first one that is likely to tell rows apart. */
function columnToSortBy(columns: readonly Column[]): Column | undefined {
  const likely: Column['kind'][][] = [
    ['number', 'uuid', 'time', 'text'],
    ['enum', 'boolean'],
  ]
  return likely
    .map((kinds) => columns.find(({ kind }) => kinds.includes(kind)))
    .find((column) => column !== undefined)
}
