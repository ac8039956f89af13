import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'

import { plural } from '../../lib/format/format.ts'
import { Tooltip } from '../Tooltip.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { columnHeader, rowGroup, rowRole } from './roles.ts'
import type { Column } from './table-model.ts'
import type { TableState } from './use-data-table.ts'

type Props<Row extends object> = DataTableProps<Row> & {
  state: TableState<Row>
  isSelectable: boolean
  hasActions: boolean
}

/** Headers that sort. It stays in view while the page scrolls. */
export function TableHead<Row extends object>({
  state,
  isSelectable,
  hasActions,
  noun,
  nouns,
}: Props<Row>) {
  const { table, visible, shown } = state
  const isAll = table.getIsAllRowsSelected()
  return (
    <thead {...rowGroup}>
      <tr {...rowRole} aria-rowindex={1}>
        {isSelectable && (
          <th {...columnHeader} data-role="select">
            <input
              type="checkbox"
              aria-label={`Select all ${plural(shown.length, noun, nouns)}`}
              checked={isAll}
              ref={(box) => {
                if (box !== null) box.indeterminate = !isAll && state.selected.length > 0
              }}
              onChange={() => table.toggleAllRowsSelected(!isAll)}
            />
          </th>
        )}
        {visible.map((column) => (
          <HeaderCell key={column.id} column={column} state={state} />
        ))}
        {hasActions && (
          <th {...columnHeader}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type HeaderProps<Row extends object> = { column: Column<Row>; state: TableState<Row> }

function HeaderCell<Row extends object>({ column, state }: HeaderProps<Row>) {
  const { id, header, hint, align, hideBelow } = column
  const sortable = state.table.getColumn(id)
  const sorted = sortable?.getIsSorted() ?? false
  const canSort = sortable?.getCanSort() === true
  return (
    <th
      {...columnHeader}
      data-align={align}
      data-hide={hideBelow}
      aria-sort={canSort ? getAriaSort(sorted) : undefined}
    >
      {canSort ? (
        <Tooltip content={hint}>
          <button
            type="button"
            className="data-table-sort"
            onClick={() => sortable?.toggleSorting()}
          >
            {header}
            <SortIcon sorted={sorted} />
          </button>
        </Tooltip>
      ) : (
        header
      )}
    </th>
  )
}

const getAriaSort = (sorted: false | 'asc' | 'desc') => {
  if (sorted === false) return 'none'
  return sorted === 'asc' ? 'ascending' : 'descending'
}

function SortIcon({ sorted }: { sorted: false | 'asc' | 'desc' }) {
  if (sorted === false) return <ChevronsUpDown aria-hidden className="data-table-unsorted" />
  return sorted === 'asc' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />
}
