import {
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { type SyntheticEvent, useMemo, useState } from 'react'

import type { DataTableProps } from './data-table-props.ts'
import { listRows, listVisible, type TableSort } from './table-model.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
})

const none: readonly never[] = []

const apply = <T>(updater: Updater<T>, before: T): T =>
  typeof updater === 'function' ? (updater as (value: T) => T)(before) : updater

/**
 * The rows and columns to show, and the state of sorting and selection. The library keeps that
 * state; the rows are searched and sorted by `listRows`, or by the server.
 */
export function useDataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows = none, view, onViewChange, paging, getId } = props
  const [selection, setSelection] = useState<RowSelectionState>({})
  const { search, sort } = view
  const isPaged = paging !== undefined
  const shown = useMemo(
    () => (isPaged ? rows : listRows(rows, columns, { search, sort })),
    [isPaged, rows, columns, search, sort],
  )
  const visible = listVisible(columns, view.columns)
  const canSort = paging === undefined || paging.isSorted === true
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row: Row) => column.sortValue?.(row),
        enableSorting: canSort && column.sortValue !== undefined,
        sortDescFirst: column.firstDirection === 'descending',
      })),
    [columns, canSort],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: shown,
    getRowId: getId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    isRowRangeSelectionEvent: isWithShift,
    state: {
      sorting: toSorting(sort),
      rowSelection: selection,
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, includesId(visible, id)])),
    },
    onRowSelectionChange: (updater) => setSelection((before) => apply(updater, before)),
    onSortingChange: (updater) => {
      const [next] = apply(updater, toSorting(sort))
      if (next !== undefined) onViewChange({ sort: toSort(next) })
    },
    onColumnVisibilityChange: (updater) => {
      const before = Object.fromEntries(columns.map(({ id }) => [id, includesId(visible, id)]))
      const after = apply(updater, before)
      onViewChange({ columns: columns.flatMap(({ id }) => (after[id] === true ? [id] : [])) })
    },
  })
  // Rows that were selected and are not there any more do not count.
  const selected = rows.filter((row) => selection[getId(row)] === true)
  return { table, shown, visible, selected, clearSelection: () => setSelection({}) }
}

export type TableState<Row extends object> = ReturnType<typeof useDataTable<Row>>

const includesId = (columns: readonly { id: string }[], id: string) =>
  columns.some((column) => column.id === id)

const toSorting = (sort: TableSort | undefined) =>
  sort === undefined ? [] : [{ id: sort.column, desc: sort.direction === 'descending' }]

const toSort = ({ id, desc }: { id: string; desc: boolean }): TableSort => ({
  column: id,
  direction: desc ? 'descending' : 'ascending',
})

const isWithShift = (event: unknown) =>
  (event as SyntheticEvent<unknown, MouseEvent>).nativeEvent.shiftKey
